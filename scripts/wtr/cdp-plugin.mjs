/**
 * The command `cdp`: one call of the Chrome DevTools Protocol from a browser test, for what the stock
 * commands leave out (forced colors, touch, the accessibility tree, counts of nodes and listeners).
 * One session a page: what is emulated lasts until the page is gone.
 */
export function cdpPlugin() {
  const sessions = new WeakMap();
  return {
    name: 'cdp-command',
    async executeCommand({ command, payload, session }) {
      if (command !== 'cdp') return undefined;
      const page = session.browser.getPage?.(session.id);
      if (!page?.createCDPSession)
        throw new Error(`cdp: ${session.browser.name} does not speak it.`);
      if (!sessions.has(page)) sessions.set(page, page.createCDPSession());
      const client = await sessions.get(page);
      return (await client.send(payload.method, payload.params)) ?? {};
    },
  };
}
