/** Runs each recipe as a server, and pays an order on the simulated chain. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';
import { makeSTXTokenTransfer } from '@stacks/transactions';
import ts from 'typescript';
import { startChain } from './chain.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const SHOP = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const ORIGIN = 'http://localhost:3000';
const ORDER = 'A-1042';

/** By the name of a recipe: starts its server. */
const SERVERS = {
  hono: ({ app }) => serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }),
  express: ({ app }) => createServer(app).listen(0, '127.0.0.1'),
  // The route handlers of Next are functions of a Request, as this server calls them.
  next: ({ POST }) => serve({ fetch: POST, port: 0, hostname: '127.0.0.1' }),
};

describe('the recipes', () => {
  const folder = mkdtempSync(join(here, '.recipes-'));
  let chain;
  before(async () => {
    chain = await startChain();
    Object.assign(process.env, { ORIGIN, STACKS_API: chain.url });
    for (const name of ['payments', ...Object.keys(SERVERS)]) {
      const { outputText } = ts.transpileModule(
        readFileSync(join(here, `recipes/${name}.ts`), 'utf8'),
        { compilerOptions: { module: 'ESNext', target: 'ES2022' } },
      );
      writeFileSync(join(folder, `${name}.js`), outputText);
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });
  after(() => {
    rmSync(folder, { recursive: true });
    chain?.close();
  });

  for (const [name, start] of Object.entries(SERVERS)) {
    it(`${name} says what an order costs, and that it is paid`, async () => {
      const server = start(await import(pathToFileURL(join(folder, `${name}.js`)).href));
      if (!server.listening) await new Promise((listening) => server.once('listening', listening));
      const { port } = server.address();
      const post = async (path, body, origin = ORIGIN) => {
        const answer = await fetch(`http://127.0.0.1:${port}/pay/${path}`, {
          ...{ method: 'POST', headers: { origin, 'content-type': 'application/json' } },
          body: JSON.stringify(body),
        });
        return { http: answer.status, ...(await answer.json()) };
      };
      try {
        const { to, accepts } = await post('order', { order: ORDER });
        assert.deepEqual([to, accepts], [SHOP, [{ asset: 'stx', amount: '5000000' }]]);
        assert.equal((await post('order', { order: 'A-1' })).http, 404);
        assert.equal((await post('order', { order: ORDER }, 'https://evil.example')).http, 403);
        assert.equal((await post('order', ORDER)).http, 400);
        const transaction = await makeSTXTokenTransfer({
          ...{ senderKey: `${'01'.repeat(32)}01`, network: 'mainnet', fee: 3000n },
          ...{ recipient: SHOP, amount: 5_000_000n, memo: ORDER, nonce: await chain.nextNonce() },
        });
        const txid = await chain.broadcast(transaction.serialize());
        assert.equal((await post('status', { order: ORDER, txid })).status, 'pending');
        await chain.control('mine', { chain: 'stacks' });
        assert.equal((await post('status', { order: ORDER, txid })).status, 'paid');
        // A transaction that was lost is found.
        assert.equal((await post('status', { order: ORDER })).status, 'paid');
      } finally {
        server.close();
        server.closeAllConnections?.();
      }
    });
  }
});
