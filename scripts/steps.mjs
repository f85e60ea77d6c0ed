import { run } from './run.mjs';

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {readonly string[]} command
 * @property {boolean} [show] print its output even if it succeeds
 */

/**
 * Runs steps, logs the result of each, and counts tests.
 *
 * `total` counts passed and failed tests. A step that failed without a failed test (lint, a build, a crashed
 * runner) counts as one failure.
 */
export function stepRunner({ log = console.log } = {}) {
  const total = { passed: 0, failed: 0 };

  const one = async ({ title, command, show = false }, { env } = {}) => {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const failures = [];
    let counted = false;
    const onCounts = (reported) => {
      counted = true;
      failures.push(...(reported.failures ?? []));
      for (const key of Object.keys(counts)) counts[key] += reported[key];
    };
    const { code, output, seconds } = await run(title, command, { env, onCounts });
    const ok = code === 0 && counts.failed === 0;
    total.passed += counts.passed;
    total.failed += ok ? 0 : counts.failed || 1;
    if (!ok) log([output.trimEnd(), ...failures].join('\n\n'));
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
    /** Waits for all steps, even if one fails; then throws the first failure. */
    async all(steps) {
      const results = await Promise.allSettled(steps);
      const failure = results.find(({ status }) => status === 'rejected');
      if (failure) throw failure.reason;
    },
  };
}

/** A failed step whose output was already logged. */
export class StepFailed extends Error {
  constructor(title) {
    super(`${title} failed.`);
  }
}

function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
