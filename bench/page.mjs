/**
 * Runs in every page before its own scripts, so it must not use other code of this module. Reports three times: when
 * the page is usable, when the first press occurs, and when the first wallet is painted. `window.report` is a binding
 * of the DevTools Protocol.
 *
 * An element counts as painted when it is visible in an animation frame, at the time of the task after that frame.
 *
 * @param {{ button: string[], painted?: boolean, wallet: string[] }} subject
 */
export function watchPage({ button, painted, wallet }) {
  if (location.protocol === 'about:') return;
  const WALLET = 'BenchWallet';
  const icon =
    'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxIDEiLz4=';

  const find = (path) => {
    let root = document;
    let found;
    for (const selector of path) {
      found = root?.querySelector(selector);
      root = found?.shadowRoot;
    }
    return found;
  };
  const isVisible = (element) =>
    Boolean(
      element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().height,
    );
  const afterFrame = () =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done(performance.now());
      port2.postMessage(0);
    });
  const whenPainted = (path, expected = true) =>
    new Promise((done) => {
      const look = () => {
        if (isVisible(find(path)) === expected) done(afterFrame());
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  const report = (name, at) => {
    const { x, y, width, height } = find(button).getBoundingClientRect();
    window.report(JSON.stringify({ name, at, x: x + width / 2, y: y + height / 2 }));
  };
  Object.assign(window, { bench: { find, whenPainted } });

  if (painted) void whenPainted(button).then((at) => report('usable', at));
  else {
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) {
        if (name === 'usable') report('usable', startTime);
      }
    }).observe({ type: 'mark', buffered: true });
  }
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      performance.mark('bench-pressed', { startTime: timeStamp });
      report('pressed', timeStamp);
      void whenPainted(wallet).then((at) => {
        performance.mark('bench-open', { startTime: at });
        report('open', at);
      });
    },
    { capture: true, once: true },
  );

  // A wallet for each kind of library: SIP-030 and Wallet Standard.
  const result = { txid: `${'5f'.repeat(32)}` };
  window[WALLET] = {
    request: async () => ({ jsonrpc: '2.0', id: '1', result }),
  };
  window.wbip_providers = [{ id: WALLET, name: 'Bench wallet', icon }];
  const standard = {
    version: '1.0.0',
    name: 'Bench wallet',
    icon,
    chains: ['sui:testnet'],
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) },
      'standard:events': { version: '1.0.0', on: () => () => {} },
      'sui:signTransaction': { version: '2.0.0', signTransaction: async () => ({}) },
    },
  };
  addEventListener('wallet-standard:app-ready', ({ detail }) => detail.register(standard));
}
