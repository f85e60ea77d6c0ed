import { run } from './run.mjs';

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {readonly string[]} command
 * @property {boolean} [show] print its output also when it succeeds
 */

/**
 * Runs steps, says of each how it went, and counts.
 *
 * `total` is counted from what really ran: tests that passed; tests that failed, and a step that failed
 * without a failed test (lint, a build, a runner that broke) as one.
 */
export function stepRunner({ log = console.log } = {}) {
  const total = { passed: 0, failed: 0 };

  const one = async ({ title, command, show = false }, { signal, env } = {}) => {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    let counted = false;
    const onCounts = (reported) => {
      counted = true;
      for (const key of Object.keys(counts)) counts[key] += reported[key];
    };
    const { code, output, seconds } = await run(title, command, { signal, env, onCounts });
    if (signal?.aborted) return counts;
    const ok = code === 0 && counts.failed === 0;
    total.passed += counts.passed;
    total.failed += ok ? 0 : counts.failed || 1;
    if (!ok) log(output.trimEnd());
    log(
      `${ok ? '✓' : '✗'} ${title}${counted ? `: ${sentence(counts)}` : ''} (${seconds.toFixed(1)} s)`,
    );
    if (ok && show) log(output.trimEnd());
    if (!ok) throw new StepFailed(title);
    return counts;
  };

  return {
    total,
    one,
    /** At the same time; the first to fail stops the others. */
    async together(steps) {
      const stop = new AbortController();
      const running = steps.map(async (step) => {
        try {
          await one(step, { signal: stop.signal });
        } catch (error) {
          stop.abort();
          throw error;
        }
      });
      const failure = (await Promise.allSettled(running)).find(
        ({ status }) => status === 'rejected',
      );
      if (failure) throw failure.reason;
    },
    /** One after the other, all of them, whether or not one fails. */
    async each(steps) {
      const failures = [];
      for (const step of steps) await one(step).catch((error) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** A step that has told its failure already. */
export class StepFailed extends Error {
  constructor(title) {
    super(`${title} failed.`);
  }
}

function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
