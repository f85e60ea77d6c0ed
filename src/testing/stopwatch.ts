/**
 * Starts to measure, and returns how many milliseconds it has taken: in Node the time of the processor, which a busy machine
 * does not change, and in a browser, which tells no such time, that of the clock.
 */
export function stopwatch(): () => number {
  const start = milliseconds();
  return () => milliseconds() - start;
}

const milliseconds = (): number =>
  typeof process === 'undefined' ? performance.now() : process.cpuUsage().user / 1_000;
