import { setTimeout as pause } from 'node:timers/promises';
import { openPage } from '../chromium.mjs';

/** Milliseconds after which an idle page has fetched everything that it fetches without a user. */
const IDLE = 2_500;

/**
 * Returns what a visit loads in addition to the HTML: until the page is usable, until it fetches nothing more without a
 * user, and with the picker open. Counts the bytes of the compressed bodies.
 *
 * @returns {Promise<Record<'usable' | 'idle' | 'open', { bytes: number, requests: number }>>}
 */
export async function transfer(browser, { url, subject }) {
  const opened = await openPage(browser, subject);
  try {
    await opened.page.goto(url);
    const usable = await opened.reported('usable');
    await pause(IDLE);
    const idle = await loaded(opened.page, Infinity);
    await opened.press(usable);
    await opened.reported('open');
    await pause(500);
    return {
      usable: await loaded(opened.page, usable.at),
      idle,
      open: await loaded(opened.page, Infinity),
    };
  } finally {
    await opened.close();
  }
}

/** What loads only on the computer of a developer, such as this one: the check of attributes. */
const IN_DEVELOPMENT = /\/check-attributes-/;

/** Returns what was requested before a time, in milliseconds from the start of the navigation. */
export async function loaded(page, before) {
  const entries = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name, startTime, transferSize, encodedBodySize }) => ({
        name,
        startTime,
        transferSize,
        encodedBodySize,
      })),
  );
  // A transfer of 0 bytes comes from the cache, or has failed.
  const requested = entries.filter(
    ({ name, startTime, transferSize }) =>
      startTime <= before && transferSize > 0 && !IN_DEVELOPMENT.test(name),
  );
  return {
    requests: requested.length,
    bytes: requested.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  };
}
