/* Both send the numbers of passed, failed and skipped tests to the process that started the run. */

/** A reporter of the browser test runner. */
export function browserCounts() {
  return {
    onTestRunFinished({ sessions }) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      for (const session of sessions) {
        const tests = testsOf(session.testResults);
        const failed = tests.filter(({ passed, skipped }) => !passed && !skipped).length;
        counts.skipped += tests.filter(({ skipped }) => skipped).length;
        counts.passed += tests.filter(({ passed, skipped }) => passed && !skipped).length;
        // A file that did not load, or a hook that threw, has no failed test.
        counts.failed += failed || (session.passed ? 0 : 1);
      }
      process.send?.(counts);
    },
  };
}

function testsOf(suite) {
  return suite ? [...suite.tests, ...suite.suites.flatMap(testsOf)] : [];
}

/** A reporter of `node --test`, which takes the default export. */
export default async function* nodeCounts(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if (data?.details?.type === 'suite') continue;
    if (type === 'test:pass') counts[data.skip || data.todo ? 'skipped' : 'passed'] += 1;
    if (type === 'test:fail') counts[data.todo ? 'skipped' : 'failed'] += 1;
  }
  process.send?.(counts);
  yield '';
}
