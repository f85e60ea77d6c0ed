import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs browser tests in WebKitGTK, one file at a time: Xvfb for a screen, WebKitWebDriver for the wire,
 * both ended with the run. It speaks the classic protocol of WebDriver, and knows keys and the mouse.
 *
 * @param {{ browser: string }} options the program of the browser
 */
export function webkitLauncher({ browser }) {
  const programs = [];
  let driver;
  let active;

  const call = async (method, path, body) => {
    const response = await fetch(`${driver}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebKitWebDriver: ${value.error}: ${value.message}`);
    return value;
  };

  const act = (source) =>
    call('POST', `/session/${active.sessionId}/actions`, { actions: [source] });
  const mouse = (...actions) =>
    act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });

  return {
    name: 'WebKitGTK',
    // The name under which the runner's commands look for `sendKeys` and the like.
    type: 'webdriver',
    concurrency: 1,
    async initialize() {
      const port = await freePort();
      const display = `:${90 + (process.pid % 900)}`;
      programs.push(spawn('Xvfb', [display, '-screen', '0', '1280x1024x24'], { stdio: 'ignore' }));
      programs.push(
        spawn('WebKitWebDriver', [`--port=${port}`], {
          stdio: 'ignore',
          env: { ...process.env, DISPLAY: display },
        }),
      );
      driver = `http://127.0.0.1:${port}`;
      await answers(`${driver}/status`);
    },
    async startSession(id, url) {
      const { sessionId } = await call('POST', '/session', {
        capabilities: {
          alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
        },
      });
      active = { id, sessionId };
      await call('POST', `/session/${sessionId}/url`, { url });
    },
    isActive: (id) => active?.id === id,
    getBrowserUrl: () => active && call('GET', `/session/${active.sessionId}/url`),
    async sendKeys(id, keys) {
      const strokes = keys.flatMap((key) => {
        const value = KEYS[key] ?? key;
        return [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ];
      });
      await act({ type: 'key', id: 'keyboard', actions: strokes });
    },
    sendMouseMove: (id, x, y) => mouse(moveTo(x, y)),
    sendMouseClick: (id, x, y, button) =>
      mouse(moveTo(x, y), press('pointerDown', button), press('pointerUp', button)),
    sendMouseDown: (id, button) => mouse(press('pointerDown', button)),
    sendMouseUp: (id, button) => mouse(press('pointerUp', button)),
    async resetMouse() {
      await call('DELETE', `/session/${active.sessionId}/actions`);
      await mouse(moveTo(0, 0));
    },
    async stopSession() {
      const { sessionId } = active;
      active = undefined;
      await call('DELETE', `/session/${sessionId}`);
      return {};
    },
    async stop() {
      for (const program of programs.reverse()) program.kill();
    },
  };
}

/** The private code points that WebDriver has for keys without a character. */
const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};
const BUTTONS = ['left', 'middle', 'right'];

const moveTo = (x, y) => ({ type: 'pointerMove', duration: 0, origin: 'viewport', x, y });
const press = (type, button = 'left') => ({ type, button: BUTTONS.indexOf(button) });

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(url) {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await wait(100);
  }
  throw new Error('WebKitWebDriver does not answer.');
}
