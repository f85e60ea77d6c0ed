/** Tells the process that started the run how many browser tests passed, failed and were skipped. */
export function browserCounts() {
  return {
    onTestRunFinished({ sessions }) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      for (const session of sessions) {
        const tests = testsOf(session.testResults);
        const failed = tests.filter(({ passed, skipped }) => !passed && !skipped).length;
        counts.skipped += tests.filter(({ skipped }) => skipped).length;
        counts.passed += tests.filter(({ passed, skipped }) => passed && !skipped).length;
        // A file that did not load, or a hook that threw, fails with no failed test.
        counts.failed += failed || (session.passed ? 0 : 1);
      }
      process.send?.(counts);
    },
  };
}

function testsOf(suite) {
  return suite ? [...suite.tests, ...suite.suites.flatMap(testsOf)] : [];
}
