/** The simulated chain on a free port, for the tests and for `npm run start:shop`. */
import { createServer } from 'node:http';
import { privateKeyToAddress } from '@stacks/transactions';
import express from 'express';
import { createChainRouter } from '../../fixtures/chain/server.mjs';

export async function startChain() {
  const app = express();
  app.use(createChainRouter());
  const server = createServer(app);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${server.address().port}`;
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  return {
    url,
    control: (action, body = {}) => post(`/fixture/${action}`, body),
    broadcast: (tx) => post('/v2/transactions', { tx }),
    async nextNonce() {
      const address = privateKeyToAddress(`${'01'.repeat(32)}01`, 'mainnet');
      const { nonce } = await (await fetch(`${url}/v2/accounts/${address}`)).json();
      return BigInt(nonce);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
