/** Tells the process that started the run how many Node tests passed, failed and were skipped. */
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
