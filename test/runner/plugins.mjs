/**
 * The command `cdp`: sends a command of the Chrome DevTools Protocol from a browser test, for features without
 * a command of the runner (forced colors, touch, the accessibility tree, counts of nodes and listeners). Each
 * page has one session, so that an emulation lasts as long as the page.
 */
export function cdpPlugin() {
  const sessions = new WeakMap();
  return {
    name: 'cdp-command',
    async executeCommand({ command, payload, session }) {
      if (command !== 'cdp') return undefined;
      const page = session.browser.getPage?.(session.id);
      if (!page?.createCDPSession)
        throw new Error(`cdp: ${session.browser.name} does not support it.`);
      if (!sessions.has(page)) sessions.set(page, page.createCDPSession());
      const client = await sessions.get(page);
      return (await client.send(payload.method, payload.params)) ?? {};
    },
  };
}

/** The command `rounds`: how many rounds a test runs. More in `npm run test:long` than in `npm test`. */
export function roundsPlugin() {
  return {
    name: 'rounds-command',
    executeCommand({ command, payload }) {
      if (command !== 'rounds') return undefined;
      return process.env.TEST_LONG ? payload.long : payload.usual;
    },
  };
}

const POLICY =
  "default-src 'self'; style-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'";

/**
 * Serves `/strict-page.html?module=/src/….ts`: an empty page that loads this module, with the strictest Content
 * Security Policy that this package supports.
 */
export function strictPages() {
  return {
    name: 'strict-pages',
    serve(context) {
      if (context.path !== '/strict-page.html') return undefined;
      const module = new URLSearchParams(context.querystring).get('module') ?? '';
      return {
        body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Strict</title></head><body><button>Open</button><script type="module" src="${encodeURI(module)}"></script></body></html>`,
        type: 'html',
        headers: { 'content-security-policy': POLICY },
      };
    },
  };
}

/**
 * The page of a test file, without what other files have stored: in Firefox, one window runs a file after another. The
 * runner clones its results with `structuredClone()`, which throws an error for an element, and writes them as JSON, which
 * has no bigint: without this script, a failed assertion that compares those is reported only as a file that did not end
 * within its time limit, without its tests.
 *
 * @param {string} framework the path of the module that runs the tests
 */
export const pageWithReport = (framework) => `<!doctype html><html><head><script>
  {
    localStorage.clear();
    sessionStorage.clear();
    const clone = structuredClone;
    const asJson = (value) => {
      try {
        return JSON.parse(JSON.stringify(value));
      } catch {
        return String(value);
      }
    };
    const compared = (key, value) => (key === 'actual' || key === 'expected' ? asJson(value) : value);
    window.structuredClone = (value, options) => clone(
      value?.type === 'wtr-session-finished' ? JSON.parse(JSON.stringify(value, compared)) : value, options);
  }
</script></head><body><script type="module" src="${framework}"></script></body></html>`;
