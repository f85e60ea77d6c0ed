import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { root } from './program.mjs';

/** Starts a server on a free port. */
export async function listening(handler) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Serves scripts by path, such as `/metadata.js`, and a page at every other path. */
export function servePage(html, scripts, headers = {}) {
  return listening((req, res) => {
    const script = scripts.get(req.url);
    const contentType = script ? 'text/javascript' : 'text/html; charset=utf-8';
    res.writeHead(200, { ...headers, 'content-type': contentType }).end(script ?? html);
  });
}

/** The script with every element, for pages with `<script src="/elements.js">`. */
export const elementsScript = () =>
  new Map([
    ['/elements.js', readFileSync(`${root}dist/cdn/stacks-wallet-elements.iife.js`, 'utf8')],
  ]);
