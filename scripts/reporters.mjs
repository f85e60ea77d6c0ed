import { relative } from 'node:path';
import { root } from './run.mjs';

/*
 * Both reporters send what has run until now to the process that started the run and, at the end, the numbers of passed,
 * failed and skipped tests. The reporter for browser tests also sends the failures, since the test runner prints them in
 * the middle of its output.
 */

/** A reporter for the browser test runner. */
export function browserCounts() {
  let ran = 0;
  let files = 0;
  return {
    start({ testFiles }) {
      files = testFiles.length;
    },
    reportTestFileResults() {
      ran += 1;
      process.send?.({ ran: `${ran} of ${files} files` });
    },
    onTestRunFinished({ sessions }) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      const failures = sessions.flatMap((session) => {
        const tests = testsOf(session.testResults);
        counts.skipped += tests.filter(({ skipped }) => skipped).length;
        counts.passed += tests.filter(({ passed, skipped }) => passed && !skipped).length;
        const file = relative(root, session.testFile);
        const failed = tests
          .filter(({ passed, skipped }) => !passed && !skipped)
          .map(({ name, error }) => `${file}\n  ${name}\n  ${error?.message}`);
        // A file that did not load, or a hook that threw, has no failed test.
        if (failed.length > 0 || session.passed) return failed;
        return [`${file}\n  ${session.errors.map(({ message }) => message).join('\n  ')}`];
      });
      process.send?.({ ...counts, failed: failures.length, failures });
    },
  };
}

/** The tests of a suite and of its nested suites. Each test's name starts with the names of its suites. */
function testsOf(suite, names = []) {
  if (!suite) return [];
  const path = [...names, suite.name].filter(Boolean);
  return [
    ...suite.tests.map((test) => ({ ...test, name: [...path, test.name].join(' > ') })),
    ...suite.suites.flatMap((inner) => testsOf(inner, path)),
  ];
}

/** A reporter for `node --test`, which uses the default export. */
export default async function* nodeCounts(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if (data?.details?.type === 'suite') continue;
    if (type === 'test:pass') counts[data.skip || data.todo ? 'skipped' : 'passed'] += 1;
    if (type === 'test:fail') counts[data.todo ? 'skipped' : 'failed'] += 1;
    if (type === 'test:pass' || type === 'test:fail') {
      process.send?.({ ran: `${counts.passed} passed, ${counts.failed} failed` });
    }
  }
  process.send?.(counts);
  yield '';
}
