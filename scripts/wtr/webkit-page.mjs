import { setTimeout as wait } from 'node:timers/promises';

/** Two presses within this time, at one place, are a double click: WebKit counts as a user's hand does. */
const DOUBLE_CLICK = 500;

/**
 * A page of WebKitGTK with as much of Playwright's `Page` as the runner's commands ask of one: keys, mouse
 * and viewport.
 *
 * @param {(method: string, path: string, body?: object) => Promise<unknown>} call one command of the
 *   session, in the classic protocol of WebDriver
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
        // The runner's `resetMouse` ends here: the next test begins with a hand that has come to rest.
        if (x === 0 && y === 0) await wait(lastPress + DOUBLE_CLICK - Date.now());
        await pointer(moveTo(x, y));
      },
      click: (x, y, { button } = {}) =>
        pointer(moveTo(x, y), down(button), press('pointerUp', button)),
      down: ({ button } = {}) => pointer(down(button)),
      up: ({ button } = {}) => pointer(press('pointerUp', button)),
    },
    /** The window is as much larger than the viewport as the browser's own bars are high. */
    async setViewportSize({ width, height }) {
      const script = 'return [outerWidth - innerWidth, outerHeight - innerHeight]';
      const [sides, bars] = await call('POST', '/execute/sync', { script, args: [] });
      await call('POST', '/window/rect', { width: width + sides, height: height + bars });
      for (let tries = 0; tries < 40; tries++) {
        const inner = 'return innerWidth === arguments[0] && innerHeight === arguments[1]';
        if (await call('POST', '/execute/sync', { script: inner, args: [width, height] })) {
          // Media queries are looked at again with the next frame.
          const frames = 'requestAnimationFrame(() => requestAnimationFrame(arguments[0]))';
          await call('POST', '/execute/async', { script: frames, args: [] });
          return;
        }
        await wait(25);
      }
      throw new Error(`WebKitGTK does not take a viewport of ${width} x ${height}.`);
    },
    emulateMedia() {
      throw new Error('WebKitGTK: its driver emulates no media features.');
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

const stroke = (type, key) => ({ type, value: KEYS[key] ?? key });
const moveTo = (x, y) => ({ type: 'pointerMove', duration: 0, origin: 'viewport', x, y });
const press = (type, button = 'left') => ({ type, button: BUTTONS.indexOf(button) });
