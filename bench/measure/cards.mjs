import { openPage, SETTINGS } from '../chromium.mjs';
import { count } from './memory.mjs';

const CARDS = 1_000;
const TOKENS = 200;
const HEIGHT = 800;

/**
 * A page of a thousand cards of 200 tokens, CPU/4, scrolled from top to bottom one window a frame: milliseconds until
 * the first window of cards is filled and until all are, requests for metadata, heap in bytes, and the longest task
 * before and during the scrolling, in milliseconds.
 */
export async function cards(browser, { url, subject }) {
  const { page, session, close } = await openPage(browser, subject, SETTINGS.cpu, {
    viewport: { width: 1_280, height: HEIGHT },
  });
  try {
    await page.addInitScript(() => {
      window.tasks = [];
      window.loaded = new Set();
      performance.setResourceTimingBufferSize(2_000);
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.tasks.push(duration);
      }).observe({ type: 'longtask', buffered: true });
      for (const type of ['ft-load', 'ft-error']) {
        addEventListener(type, ({ target }) => window.loaded.add(target));
      }
    });
    await page.goto(`${url}?cards=${CARDS}&tokens=${TOKENS}`, { waitUntil: 'commit' });
    const timed = await page.evaluate(
      async ({ total, step }) => {
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        const longestTask = () => Math.max(0, ...window.tasks.splice(0));
        if (document.readyState === 'loading') {
          await new Promise((done) => addEventListener('DOMContentLoaded', done));
        }
        const isFilled = () => {
          for (const card of document.querySelectorAll('ft-metadata-card')) {
            if (card.getBoundingClientRect().top >= innerHeight) return true;
            if (!window.loaded.has(card)) return false;
          }
          return true;
        };
        while (!isFilled()) await frame();
        const first = performance.now();
        const longestFirst = longestTask();
        while (window.loaded.size < total) {
          const before = scrollY;
          scrollBy(0, step);
          await frame();
          // At the end, where a card may have been passed by.
          if (scrollY === before && window.loaded.size < total) scrollTo(0, 0);
        }
        await frame();
        const requests = performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/metadata/')).length;
        return { first, longestFirst, all: performance.now(), longest: longestTask(), requests };
      },
      { total: CARDS, step: HEIGHT },
    );
    const { heap, nodes } = await count(session);
    return { ...timed, heap, nodes };
  } finally {
    await close();
  }
}
