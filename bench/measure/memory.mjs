import { openPage } from '../chromium.mjs';

/** After this number of openings, all objects that are created only once exist. */
const FIRST = 5;

/**
 * Measures the heap, and counts the DOM nodes, after the picker was opened and closed a few times, and again after
 * `openings` times, each time after garbage collection. Opens and closes it with clicks, without animations.
 *
 * @returns {Promise<{ first: Counts, last: Counts }>} `Counts` is `{ heap: number, nodes: number }`, heap in bytes
 */
export async function memory(browser, { url, subject, openings }) {
  const { page, session, reported, close } = await openPage(browser, subject, undefined, {
    reducedMotion: 'reduce',
  });
  try {
    await page.goto(url);
    await reported('usable');
    const open = (times) =>
      page.evaluate(
        async ({ subject, times }) => {
          const { find, whenPainted } = window.bench;
          for (let time = 0; time < times; time++) {
            find(subject.button).click();
            await whenPainted(subject.wallet);
            find(subject.close).click();
            await whenPainted(subject.wallet, false);
          }
        },
        { subject, times },
      );
    await open(FIRST);
    const first = await count(session);
    await open(openings - FIRST);
    return { first, last: await count(session) };
  } finally {
    await close();
  }
}

/** Collects garbage twice: the second pass collects what finalizers released after the first. */
export async function count(session) {
  for (let pass = 0; pass < 2; pass++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize: heap } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { heap, nodes };
}
