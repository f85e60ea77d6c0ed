import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import { webkitPage } from './webkit-page.mjs';

const ATTEMPTS = 3;
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
 * Runs browser tests in WebKitGTK, one file at a time, with Xvfb as the screen and WebKitWebDriver as the
 * driver. The alternative @web/test-runner-webdriver 0.9.0 (153 packages, 64 MB) cannot set the viewport or
 * hold a key, and uses one browser for all files: 23 of 477 tests failed with it.
 *
 * @param {{ browser: string }} options the program of the browser
 */
export function webkitLauncher({ browser }) {
  let screen;
  let config;
  let environment;
  let active;

  return {
    name: 'WebKitGTK',
    // For this type, the runner's commands use the page's keyboard, mouse and viewport: see webkit-page.mjs.
    type: 'playwright',
    concurrency: 1,
    async initialize() {
      const display = `:${90 + (process.pid % 900)}`;
      config = writeConfig();
      screen = spawn('Xvfb', [display, '-screen', '0', '1280x1024x24'], { stdio: 'ignore' });
      environment = {
        ...process.env,
        DISPLAY: display,
        XDG_CONFIG_HOME: config,
        GTK_OVERLAY_SCROLLING: '0',
        // Without a language, WebKit sorts by bytes.
        LC_ALL: 'en_US.UTF-8',
      };
    },
    async startSession(id, url) {
      // On a busy machine, a browser sometimes starts but does not answer. Then another one is started.
      for (let attempt = 1; ; attempt += 1) {
        try {
          const session = await openSession(browser, environment);
          // Set before the page loads: its first test may send a command before the driver has answered.
          active = { id, ...session };
          await session.call('POST', '/url', { url });
          return;
        } catch (error) {
          active?.end();
          active = undefined;
          if (attempt === ATTEMPTS) throw error;
        }
      }
    },
    isActive: (id) => active?.id === id,
    getBrowserUrl: () => active?.call('GET', '/url'),
    getPage: () => active.page,
    async stopSession() {
      const session = active;
      active = undefined;
      // The tests have ended, so an error does not matter.
      await session?.call('DELETE', '').catch(() => {});
      session?.end();
      return {};
    },
    async stop() {
      active?.end();
      screen?.kill();
      if (config) rmSync(config, { recursive: true });
    },
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
