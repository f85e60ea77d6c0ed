import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** Of the main thread, which has the id of the process. Linux alone tells it apart from the threads of the engine. */
const MAIN_THREAD = `/proc/self/task/${process.pid}/schedstat`;
const hasThreads = existsSync(MAIN_THREAD);

/** Milliseconds of CPU that the main thread has used; on other systems, the whole process. */
function cpuTime() {
  if (hasThreads) return Number(readFileSync(MAIN_THREAD, 'utf8').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * How much longer this machine takes for a fixed piece of work than the quiet one on which the limits were set: at least 1.
 * Other processes slow down even the time of the CPU, by its caches and its second thread.
 */
export function slowness() {
  const times = [1, 2, 3].map(() => {
    const begin = cpuTime();
    const hash = createHash('sha256');
    for (let n = 0; n < 40; n++) hash.update(JSON.stringify(JSON.parse(SAMPLE)));
    hash.digest();
    return cpuTime() - begin;
  });
  return Math.max(1, Math.min(...times) / QUIET);
}
const SAMPLE = JSON.stringify(
  Array.from({ length: 2000 }, (_, n) => ({ name: `n${n}`, list: [n, null] })),
);
/** Milliseconds on a quiet machine with two cores. */
const QUIET = 40;

/**
 * Runs something, and measures the longest time that it kept the page busy without a pause, in milliseconds of CPU, and how
 * many bytes of the heap are kept by its result and by what it leaves behind.
 *
 * @param {() => Promise<unknown>} run
 */
export async function measure(run) {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let longest = 0;
  let last = cpuTime();
  let isDone = false;
  const look = () => {
    const now = cpuTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setTimeout(look, 1);
  };
  setTimeout(look, 1);
  const result = await run().catch((error) => error);
  look();
  isDone = true;
  await new Promise((resolve) => setTimeout(resolve, 10));
  collectGarbage();
  return { result, longest, kept: process.memoryUsage().heapUsed - before };
}
