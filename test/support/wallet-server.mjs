import { createServer } from 'node:http';
import express from 'express';
import { createChainRouter } from '../../fixtures/chain/server.mjs';
import { root } from './program.mjs';

/**
 * Installs the development wallet in a page of the wallet server, and uninstalls the previous one. Unlike a new page,
 * this page has already compiled the code.
 *
 * @param {object} [options] of the wallet
 */
export const installWallet = (page, options) =>
  page.evaluate(async (given) => {
    const { installDevWallet } = await import('/dist/dev-wallet/index.js');
    window.devWallet?.uninstall();
    window.devWallet = installDevWallet({ chainUrl: '/', ...given });
  }, options);

/**
 * Serves the fixture chain and an empty page with the built development wallet.
 *
 * @param {import('express').RequestHandler} [first] receives every request before the chain
 * @returns {Promise<{ url: string, close(): void }>}
 */
export async function startWalletServer(first = (_req, _res, next) => next()) {
  const app = express();
  app.use(first);
  app.use(createChainRouter());
  // Pages cache the files, which do not change.
  app.use('/dist', express.static(`${root}dist`, { maxAge: '1h' }));
  app.get('/', (_req, res) =>
    res.send(`<!doctype html><link rel="icon" href="data:," />
      <script src="/dist/dev-wallet/dev-wallet.js" data-chain-url="/"></script>`),
  );
  const server = createServer(app);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
