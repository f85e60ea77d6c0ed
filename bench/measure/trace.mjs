import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { openPage } from '../chromium.mjs';

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.stack',
  'disabled-by-default-v8.cpu_profiler',
  'blink.user_timing',
  'latencyInfo',
  'loading',
  'v8.execute',
];

/** Writes a trace of one visit, for the Performance panel of DevTools: from its start, or from the press. */
export async function trace(browser, { url, subject, setting, wait, file, fromPress }) {
  const { page, press, reported, close } = await openPage(browser, subject, setting);
  const start = () => browser.startTracing(page, { categories: CATEGORIES });
  try {
    if (!fromPress) await start();
    await page.goto(url, { waitUntil: 'commit' });
    const usable = await reported('usable');
    await pause(wait);
    if (fromPress) await start();
    await press(usable);
    const pressed = await reported('pressed');
    const open = await reported('open');
    await writeFile(file, await browser.stopTracing());
    return { usable: usable.at, open: open.at - pressed.at };
  } finally {
    await close();
  }
}
