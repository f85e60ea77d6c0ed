import { chromium } from 'playwright-core';
import { watchPage } from './page.mjs';

/** Milliseconds that a page may take to report. */
const REPORT_TIMEOUT = 60_000;

/** Limits for the CPU and the network. The protocol counts bytes per second. */
export const SETTINGS = {
  plain: { title: 'plain' },
  cpu: { title: 'CPU/4', cpu: 4 },
  slow: {
    title: 'CPU/4, 1.6 Mbit/s, 150 ms',
    cpu: 4,
    network: {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 200_000,
    },
  },
};

/** Host names do not resolve, so no page can reach another machine. */
export function launch(executablePath) {
  return chromium.launch({
    executablePath,
    args: ['--disable-dev-shm-usage', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    chromiumSandbox: process.getuid?.() !== 0,
  });
}

/**
 * Opens a page with an empty cache in its own process.
 *
 * @param {{ cpu?: number, network?: object }} setting
 * @returns {Promise<{ page, session, reported, press, close }>} `reported(name)` resolves when the page has reported
 *   it; `press({ x, y })` moves the mouse there and presses, without a delay
 */
export async function openPage(browser, subject, setting = {}, contextOptions = {}) {
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const failures = [];
  page.on('pageerror', (error) => failures.push(error.message));

  const reports = new Map();
  const entry = (name) => {
    if (!reports.has(name)) {
      let resolve;
      const promise = new Promise((done) => (resolve = done));
      reports.set(name, { promise, resolve });
    }
    return reports.get(name);
  };
  session.on('Runtime.bindingCalled', ({ payload }) => {
    const report = JSON.parse(payload);
    entry(report.name).resolve(report);
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'report' });
  await page.addInitScript(watchPage, subject);
  if (setting.network) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', setting.network);
  }
  if (setting.cpu) await session.send('Emulation.setCPUThrottlingRate', { rate: setting.cpu });

  return {
    page,
    session,
    reported: (name) =>
      within(REPORT_TIMEOUT, entry(name).promise, () => `${name}. ${failures.join(' ')}`),
    press: ({ x, y }) => {
      const down = { x, y, button: 'left', clickCount: 1 };
      const events = [
        { type: 'mouseMoved', x, y },
        { type: 'mousePressed', ...down },
        { type: 'mouseReleased', ...down },
      ];
      return Promise.all(events.map((event) => session.send('Input.dispatchMouseEvent', event)));
    },
    close: () => context.close(),
  };
}

function within(milliseconds, promise, what) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(
      () => fail(new Error(`The page has not reported in ${milliseconds} ms: ${what()}`)),
      milliseconds,
    );
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
