import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import { webkitPage } from './webkit-page.mjs';

const ATTEMPTS = 3;
/** How many browsers run at once. More than the number of cores, since many tests wait for a timer. */
const SCREENS = 3;
/** Milliseconds to wait for an answer. All attempts together take less than `browserStartTimeout`. */
const LONGEST_ANSWER = 15_000;
/** Without these styles, the address bar keeps the window at least 447 pixels wide. */
const NARROW_BARS = `* {
  min-width: 0;
  min-height: 0;
  margin: 0;
  border-width: 0;
  padding: 0;
  font-size: 1px;
  -gtk-icon-transform: scale(0.1);
}`;
/** Scrollbars that take up space, as most users with a mouse have them. */
const SETTINGS = `[Settings]\ngtk-overlay-scrolling=false\n`;

/**
 * Runs browser tests in WebKitGTK with WebKitWebDriver as the driver. Each file has its own browser, and each
 * browser its own screen (Xvfb), since only one window of a screen has the focus. The alternative
 * @web/test-runner-webdriver 0.9.0 (153 packages, 64 MB) cannot set the viewport or hold a key, and uses one browser
 * for all files: 23 of 477 tests failed with it.
 *
 * @param {{ browser: string }} options the program of the browser
 */
export function webkitLauncher({ browser }) {
  const screens = [];
  /** The displays that no browser uses. */
  const free = [];
  const sessions = new Map();
  let config;

  /** A session on a free display. Its `end()` ends the browser, and the display is free again. */
  async function newSession() {
    const display = free.pop();
    const release = () => free.push(display);
    try {
      const session = await openSession(browser, environmentOf(display, config));
      return { ...session, end: () => (session.end(), release()) };
    } catch (error) {
      release();
      throw error;
    }
  }

  return {
    name: 'WebKitGTK',
    // For this type, the runner's commands use the page's keyboard, mouse and viewport: see webkit-page.mjs.
    type: 'playwright',
    concurrency: SCREENS,
    async initialize() {
      config = writeConfig();
      for (let n = 0; n < SCREENS; n += 1) {
        const display = `:${90 + ((process.pid * SCREENS) % 9000) + n}`;
        screens.push(spawn('Xvfb', [display, '-screen', '0', '1280x1024x24'], { stdio: 'ignore' }));
        free.push(display);
      }
    },
    async startSession(id, url) {
      // On a busy machine, a browser sometimes starts but does not answer. Then another one is started.
      for (let attempt = 1; ; attempt += 1) {
        let session;
        try {
          session = await newSession();
          // Set before the page loads: its first test may send a command before the driver has answered.
          sessions.set(id, session);
          await session.call('POST', '/url', { url });
          return;
        } catch (error) {
          sessions.delete(id);
          session?.end();
          if (attempt === ATTEMPTS) throw error;
        }
      }
    },
    isActive: (id) => sessions.has(id),
    getBrowserUrl: (id) => sessions.get(id)?.call('GET', '/url'),
    getPage: (id) => sessions.get(id).page,
    async stopSession(id) {
      const session = sessions.get(id);
      sessions.delete(id);
      // The tests have ended, so an error does not matter.
      await session?.call('DELETE', '').catch(() => {});
      session?.end();
      return {};
    },
    async stop() {
      for (const session of sessions.values()) session.end();
      for (const screen of screens) screen.kill();
      if (config) rmSync(config, { recursive: true });
    },
  };
}

function environmentOf(display, config) {
  return {
    ...process.env,
    DISPLAY: display,
    XDG_CONFIG_HOME: config,
    GTK_OVERLAY_SCROLLING: '0',
    // Without a language, WebKit sorts by bytes.
    LC_ALL: 'en_US.UTF-8',
  };
}

/** A browser with its driver, and the empty page in it. */
async function openSession(browser, environment) {
  const { call, end } = await startDriver(environment);
  try {
    const { sessionId } = await call('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
      },
    });
    const inSession = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
    const page = webkitPage(inSession);
    await page.setViewportSize({ width: 800, height: 600 });
    return { call: inSession, page, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** Starts a driver for each session, since the driver sometimes exits with a session. */
async function startDriver(env) {
  const port = await freePort();
  const program = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env });
  const base = `http://127.0.0.1:${port}`;
  await answers(`${base}/status`);
  return {
    async call(method, path, body) {
      const response = await fetch(`${base}${path}`, {
        method,
        signal: AbortSignal.timeout(LONGEST_ANSWER),
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const { value } = await response.json();
      if (!response.ok) throw new Error(`WebKitWebDriver: ${value.error}: ${value.message}`);
      return value;
    },
    end: () => program.kill(),
  };
}

function writeConfig() {
  const config = mkdtempSync(join(tmpdir(), 'webkit-'));
  const gtk = join(config, 'gtk-3.0');
  mkdirSync(gtk);
  writeFileSync(join(gtk, 'gtk.css'), NARROW_BARS);
  writeFileSync(join(gtk, 'settings.ini'), SETTINGS);
  return config;
}

async function answers(url) {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await wait(100);
  }
  throw new Error('WebKitWebDriver does not answer.');
}
