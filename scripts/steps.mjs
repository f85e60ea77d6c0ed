import { endWithNpm, run } from './run.mjs';
import { visible } from './visible.mjs';

/** The started steps and their tests. A step that failed without a failed test counts as one failure. */
const total = { steps: 0, passed: 0, failed: 0 };

/**
 * Calls `command`, prints how many tests its steps passed and failed, and sets the exit code. An error that is not of a
 * step is printed, and counts as one failure.
 *
 * @param {() => Promise<void>} command
 */
export async function runSteps(command) {
  endWithNpm();
  try {
    await command();
  } catch (error) {
    if (!(error instanceof StepFailed)) {
      total.failed += 1;
      console.error(visible(error.message));
    }
  }
  if (total.failed > 0) process.exitCode = 1;
  if (total.steps + total.failed > 0)
    console.log(`\n${total.passed} passed, ${total.failed} failed`);
}

/**
 * Runs a command, prints its title, every 20 s how many of its tests have run, its result, and its output if it failed. `show`: prints its output in any case. `isLow`: runs
 * it with a low priority.
 *
 * @param {{ title: string, command: readonly string[], show?: boolean, isLow?: boolean }} step
 * @param {{ env?: Record<string, string> }} [options]
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>} the tests of the step
 * @throws {StepFailed}
 */
export async function runStep({ title, command, show = false, isLow }, { env } = {}) {
  total.steps += 1;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  let counted = false;
  let ran = '';
  const onCounts = (reported) => {
    if (reported.ran) return void (ran = `: ${reported.ran}`);
    counted = true;
    failures.push(...(reported.failures ?? []));
    for (const key of Object.keys(counts)) counts[key] += reported[key];
  };
  console.log(`… ${title}`);
  const started = performance.now();
  const progress = setInterval(() => {
    console.log(`… ${title}${ran} (${((performance.now() - started) / 1000).toFixed(0)} s)`);
  }, 20_000);
  const { code, output, seconds } = await run(title, command, { env, onCounts, isLow }).finally(
    () => clearInterval(progress),
  );
  const ok = code === 0 && counts.failed === 0;
  total.passed += counts.passed;
  total.failed += ok ? 0 : counts.failed || 1;
  if (!ok) console.log([output.trimEnd(), ...failures].join('\n\n'));
  const tests = counted ? `: ${sentence(counts)}` : '';
  console.log(`${ok ? '✓' : '✗'} ${title}${tests} (${seconds.toFixed(1)} s)`);
  if (ok && show) console.log(output.trimEnd());
  if (!ok) throw new StepFailed(`${title} failed.`);
  return counts;
}

/** Waits for all steps, even if one fails; then throws the first failure. */
export async function all(steps) {
  const results = await Promise.allSettled(steps);
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure) throw failure.reason;
}

/** A failed step, which has printed its output. */
export class StepFailed extends Error {}

/** Node with more memory for new objects: tools that parse a lot need a tenth less processor time. */
export const withMoreMemory = ([node, ...args]) => [node, '--max-semi-space-size=64', ...args];

export const BUILD = { title: 'build', command: withMoreMemory(['node', 'scripts/build.mjs']) };

/**
 * The command that runs test files in Node. `minutes`: the time limit of each file and each test, so that one that
 * hangs fails. `processes`: how many files run at once.
 */
export const nodeTests = (files, { minutes, processes = 1 }) => [
  ...['node', '--test', `--test-concurrency=${processes}`, `--test-timeout=${minutes * 60_000}`],
  ...['--test-reporter=./scripts/reporters.mjs', '--test-reporter-destination=stdout'],
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  ...files,
];

const sentence = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
