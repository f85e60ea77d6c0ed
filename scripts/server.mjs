import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import express from 'express';
import { createChainRouter } from '../fixtures/chain/server.mjs';
import { createMetadataApp } from '../fixtures/server.mjs';
import { createSignInRouter } from '../fixtures/sign-in/server.mjs';
import { dataModule, elementsModule } from './demo-data.mjs';
import { root } from './run.mjs';

/** Loopback only, so that other machines cannot connect. */
const HOST = '127.0.0.1';
const DEV_WALLET = '<script src="/dist/dev-wallet/dev-wallet.js" data-chain-url="/"></script>';
const RELOAD = '<script src="/reload.js"></script>';

const IMAGES_ELSEWHERE = /^\/(?:gateway\/.*\.png|metadata\/images\/not-there\.svg)$/;

/**
 * Serves the demo at `/`, the built package at `/dist/`, the metadata service at `/metadata/`, a simulated chain for
 * the development wallet (fixtures/chain), and signing in at `/auth/` (fixtures/sign-in).
 * A page requested with `?dev-wallet` gets the development wallet before its own scripts, as with an installed
 * extension.
 *
 * @param {object} [options]
 * @param {number} [options.port] Default: 0, any free port.
 * @param {ReturnType<import('./source-router.mjs').createSourceRouter>} [options.source] Serves `/dist/` from the
 *   sources. Default: the built package.
 * @returns {Promise<{ url: string, close(): Promise<void> }>} rejects if the port is in use
 */
export async function startServer({ port = 0, source } = {}) {
  const app = express();
  const server = createServer(app);
  // `origin` omits port 80, as browsers do.
  const origins = () =>
    [HOST, 'localhost'].map((host) => new URL(`http://${host}:${server.address().port}`).origin);
  app.disable('x-powered-by');
  app.use((_req, res, next) => {
    res.setHeader('x-content-type-options', 'nosniff');
    res.setHeader('cache-control', 'no-cache');
    next();
  });
  app.use(quietly);
  app.get(IMAGES_ELSEWHERE, sampleImage);
  app.use('/auth', createSignInRouter(origins));
  app.use(createChainRouter());
  app.use(createMetadataApp());
  if (source) app.use(source.router);
  else app.use('/dist', express.static(`${root}dist`, { cacheControl: false, index: false }));
  app.get('/data.js', (_req, res) => res.type('js').send(dataModule()));
  app.get('/elements-data.js', async (_req, res) => {
    await source?.manifest;
    res.type('js').send(elementsModule());
  });
  app.get(/^\/(?:[a-z-]+\.html)?$/, sendPage(source ? [RELOAD] : []));
  app.use(express.static(`${root}demo`, { cacheControl: false }));

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

/**
 * If the request has the header `x-quiet`, sends an error status in the header `x-status`, with the status 200: see
 * demo/status-in-header.js.
 */
function quietly(req, res, next) {
  if (req.headers['x-quiet']) {
    const { writeHead } = res;
    res.writeHead = (status, ...rest) => {
      if (status >= 400) res.setHeader('x-status', status);
      return writeHead.call(res, status < 400 ? status : 200, ...rest);
    };
  }
  next();
}

/**
 * Sends an image for the gateways of IPFS and Arweave, and an empty response for the missing image: browsers do not log
 * it as an error.
 */
function sampleImage({ path }, res) {
  res.type('svg');
  if (path.startsWith('/gateway')) res.sendFile(`${root}fixtures/metadata/images/river.svg`);
  else res.send('');
}

/** Sends a page with these tags at the start of its head, and with the development wallet if the URL asks for it. */
const sendPage = (tags) => async (req, res, next) => {
  const all = req.query['dev-wallet'] === undefined ? tags : [...tags, DEV_WALLET];
  if (all.length === 0) return next();
  try {
    // The route matches only plain file names, so the path cannot leave the folder.
    const page = await readFile(`${root}demo/${req.path.slice(1) || 'index.html'}`, 'utf8');
    res.type('html').send(page.replace('<head>', ['<head>', ...all].join('\n    ')));
  } catch {
    next();
  }
};
