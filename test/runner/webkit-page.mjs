import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds. WebKit treats two presses within this time at one place as a double click. */
const DOUBLE_CLICK = 500;

/**
 * A page of WebKitGTK with the members of Playwright's `Page` that the runner's commands use: keyboard, mouse
 * and viewport.
 *
 * @param {(method: string, path: string, body?: object) => Promise<unknown>} call sends a WebDriver command in
 *   the session
 */
export function webkitPage(call) {
  let lastPress = 0;

  const act = (source) => call('POST', '/actions', { actions: [source] });
  const keys = (...actions) => act({ type: 'key', id: 'keyboard', actions });
  const pointer = (...actions) =>
    act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
  const down = (button) => {
    lastPress = Date.now();
    return press('pointerDown', button);
  };

  return {
    keyboard: {
      press: (key) => keys(stroke('keyDown', key), stroke('keyUp', key)),
      type: (text) =>
        keys(...[...text].flatMap((key) => [stroke('keyDown', key), stroke('keyUp', key)])),
      down: (key) => keys(stroke('keyDown', key)),
      up: (key) => keys(stroke('keyUp', key)),
    },
    mouse: {
      async move(x, y) {
        // The runner's `resetMouse` moves here: wait, so that the next test's first click is not a double click.
        if (x === 0 && y === 0) await wait(lastPress + DOUBLE_CLICK - Date.now());
        await pointer(moveTo(x, y));
      },
      click: (x, y, { button } = {}) =>
        pointer(moveTo(x, y), down(button), press('pointerUp', button)),
      down: ({ button } = {}) => pointer(down(button)),
      up: ({ button } = {}) => pointer(press('pointerUp', button)),
    },
    /** Sets the size of the window: that of the viewport plus the browser's own bars. */
    async setViewportSize({ width, height }) {
      const script = 'return [outerWidth - innerWidth, outerHeight - innerHeight]';
      const [sides, bars] = await call('POST', '/execute/sync', { script, args: [] });
      await call('POST', '/window/rect', { width: width + sides, height: height + bars });
      for (let tries = 0; tries < 40; tries++) {
        const inner = 'return innerWidth === arguments[0] && innerHeight === arguments[1]';
        if (await call('POST', '/execute/sync', { script: inner, args: [width, height] })) {
          // Media queries are evaluated with the next frame.
          const frames = 'requestAnimationFrame(() => requestAnimationFrame(arguments[0]))';
          await call('POST', '/execute/async', { script: frames, args: [] });
          return;
        }
        await wait(25);
      }
      throw new Error(`WebKitGTK does not accept a viewport of ${width} x ${height}.`);
    },
    emulateMedia() {
      throw new Error('WebKitGTK: its driver emulates no media features.');
    },
  };
}

/** The code points of WebDriver for keys without a character. */
const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};
const BUTTONS = ['left', 'middle', 'right'];

const stroke = (type, key) => ({ type, value: KEYS[key] ?? key });
const moveTo = (x, y) => ({ type: 'pointerMove', duration: 0, origin: 'viewport', x, y });
const press = (type, button = 'left') => ({ type, button: BUTTONS.indexOf(button) });
