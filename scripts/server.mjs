import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import express from 'express';
import { createChainRouter } from '../fixtures/chain/server.mjs';
import { createMetadataApp } from '../fixtures/metadata/server.mjs';
import { root } from './run.mjs';

/** Loopback alone: what is served is for whoever sits at this machine. */
const HOST = '127.0.0.1';
const DEV_WALLET = '<script src="/dist/dev-wallet/dev-wallet.js" data-chain-url="/"></script>';

/**
 * The demo at `/`, the built package below `/dist/`, the metadata service below `/metadata/`, and a chain
 * for the development wallet (fixtures/chain).
 * A page asked for with `?dev-wallet` is sent with the development wallet put before its own scripts,
 * as an extension would do it.
 *
 * @param {object} [options]
 * @param {number} [options.port] Default: 0, any free port.
 * @param {Promise<unknown>} [options.ready] Requests wait for it. Default: they do not.
 * @param {string} [options.contentSecurityPolicy] Sent with every answer. Default: none.
 * @returns {Promise<{ url: string, close(): Promise<void> }>} rejects where the port is taken
 */
export async function startServer({ port = 0, ready, contentSecurityPolicy } = {}) {
  const app = express();
  app.disable('x-powered-by');
  app.use((_req, res, next) => {
    res.setHeader('x-content-type-options', 'nosniff');
    res.setHeader('cache-control', 'no-cache');
    if (contentSecurityPolicy) res.setHeader('content-security-policy', contentSecurityPolicy);
    Promise.resolve(ready).then(() => next(), next);
  });
  app.use(createChainRouter());
  app.use(createMetadataApp());
  app.use('/dist', express.static(`${root}dist`, { cacheControl: false, index: false }));
  app.get(/^\/(?:[a-z-]+\.html)?$/, sendWithDevWallet);
  app.use(express.static(`${root}demo`, { cacheControl: false }));

  const server = createServer(app);
  await new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(port, HOST, listening);
  });
  return {
    url: `http://${HOST}:${server.address().port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function sendWithDevWallet(req, res, next) {
  if (req.query['dev-wallet'] === undefined) return next();
  try {
    // The route lets no other characters through than those of a plain file name.
    const page = await readFile(`${root}demo/${req.path.slice(1) || 'index.html'}`, 'utf8');
    res.type('html').send(page.replace('<head>', `<head>\n    ${DEV_WALLET}`));
  } catch {
    next();
  }
}
