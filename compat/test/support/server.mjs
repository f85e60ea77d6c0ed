import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import express from 'express';
import { createChainRouter } from '../../../fixtures/chain/server.mjs';
import { root } from '../../../scripts/run.mjs';
import { built } from './folders.mjs';

const DEV_WALLET = '<script src="/dist/dev-wallet/dev-wallet.js" data-chain-url="/"></script>';

/**
 * Serves the built apps at `/SUBJECT/APP/`, with the development wallet before their own scripts, and its chain. All
 * apps have one origin, so that they share the storage of the browser.
 *
 * @returns {Promise<{ url: string, close(): void }>}
 */
export async function startServer() {
  const app = express();
  app.use(createChainRouter());
  app.use('/dist', express.static(`${root}dist`));
  app.get(/^\/[a-z-]+\/[a-z-]+\/$/, async (req, res, next) => {
    try {
      // The route matches only plain names, so the path cannot leave the folder.
      const page = await readFile(`${built}${req.path}index.html`, 'utf8');
      res.type('html').send(page.replace(/<head>/i, `$&${DEV_WALLET}`));
    } catch {
      next();
    }
  });
  app.use(express.static(built));

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
