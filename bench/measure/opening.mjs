import { setTimeout as pause } from 'node:timers/promises';
import { openPage } from '../chromium.mjs';

/**
 * Measures one visit: the milliseconds from the start of the navigation until the page is usable, and from the press
 * until the first wallet of the picker is painted. The press comes `wait` milliseconds after the page is usable.
 */
export async function visit(browser, { url, subject, setting, wait }) {
  const opened = await openPage(browser, subject, setting);
  try {
    await opened.page.goto(url, { waitUntil: 'commit' });
    const usable = await opened.reported('usable');
    await pause(wait);
    await opened.press(usable);
    const pressed = await opened.reported('pressed');
    const open = await opened.reported('open');
    return { usable: usable.at, open: open.at - pressed.at };
  } finally {
    await opened.close();
  }
}
