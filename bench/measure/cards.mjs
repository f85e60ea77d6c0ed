import { openPage, SETTINGS } from '../chromium.mjs';
import { count } from './memory.mjs';

const CARDS = 1_000;
const TOKENS = 200;
const HEIGHT = 800;

/** The speed at which a person scrolls, and how far: [pixels per second, pixels]. */
const GESTURES = { longestSlow: [800, 8_000], longestFast: [5_000, 40_000] };

/**
 * Measures a page of a thousand cards of 200 tokens, with CPU/4. First scrolls it at the speeds of a person. Then
 * scrolls a new page from top to bottom, by the height of the window per frame. Returns the milliseconds until the
 * cards in the first window are filled, and until all cards are filled; the number of requests for metadata; the heap
 * in bytes; and the longest task before and during each kind of scrolling, in milliseconds.
 */
export async function cards(browser, options) {
  const gestures = await onCards(browser, options, async ({ page, session }) => {
    const longest = {};
    for (const [name, [speed, distance]] of Object.entries(GESTURES)) {
      await page.evaluate(longestTask);
      const before = await page.evaluate(() => scrollY);
      await session.send('Input.synthesizeScrollGesture', {
        ...{ x: 640, y: HEIGHT / 2, yDistance: -distance, speed },
        // In a desktop browser, a touch gesture does not scroll a page.
        gestureSourceType: 'mouse',
      });
      longest[name] = await page.evaluate(longestTask);
      const scrolled = (await page.evaluate(() => scrollY)) - before;
      if (scrolled < distance) {
        throw new Error(`The page scrolled by ${scrolled} px, not by ${distance}.`);
      }
    }
    return longest;
  });
  const whole = await onCards(browser, options, async ({ page, session, first }) => {
    const longestFirst = await page.evaluate(longestTask);
    const timed = await page.evaluate(scrollByWindows, { total: CARDS, step: HEIGHT });
    const longest = await page.evaluate(longestTask);
    return { first, longestFirst, ...timed, longest, ...(await count(session)) };
  });
  return { ...gestures, ...whole };
}

/** Opens the page, waits until the cards in its first window are filled, and calls `measure`. */
async function onCards(browser, { url, subject }, measure) {
  const { page, session, close } = await openPage(browser, subject, SETTINGS.cpu, {
    viewport: { width: 1_280, height: HEIGHT },
  });
  try {
    await page.addInitScript(watchTasks);
    await page.goto(`${url}?cards=${CARDS}&tokens=${TOKENS}`, { waitUntil: 'commit' });
    const first = await page.evaluate(firstWindow);
    return await measure({ page, session, first });
  } finally {
    await close();
  }
}

/** Runs in the page before its scripts. */
function watchTasks() {
  window.tasks = [];
  window.loaded = new Set();
  window.frame = () => new Promise((done) => requestAnimationFrame(done));
  performance.setResourceTimingBufferSize(2_000);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  for (const type of ['ft-load', 'ft-error']) {
    addEventListener(type, ({ target }) => window.loaded.add(target));
  }
}

/** Returns the milliseconds of the longest task since the last call. Waits until all are reported. */
async function longestTask() {
  await new Promise((done) => setTimeout(done, 300));
  return Math.max(0, ...window.tasks.splice(0));
}

/** Waits until the cards in the first window are filled, and returns the time. */
async function firstWindow() {
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
  while (!isFilled()) await window.frame();
  return performance.now();
}

async function scrollByWindows({ total, step }) {
  while (window.loaded.size < total) {
    const before = scrollY;
    scrollBy(0, step);
    await window.frame();
    // At the end of the page. Start again if some cards were skipped.
    if (scrollY === before && window.loaded.size < total) scrollTo(0, 0);
  }
  await window.frame();
  const requests = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/metadata/v1/')).length;
  return { all: performance.now(), requests };
}
