/** Payments on the simulated chain, signed by @stacks/transactions: what `verifyPayment` says in each of their states. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  Cl,
  makeContractCall,
  makeSTXTokenTransfer,
  Pc,
  privateKeyToAddress,
} from '@stacks/transactions';
import express from 'express';
import { createChainRouter } from '../../fixtures/chain/server.mjs';
import {
  findPayment,
  memoryPaymentStore,
  verifyPayment,
} from '../../dist/payments/server/index.js';

const KEY = `${'01'.repeat(32)}01`;
const PAYER = privateKeyToAddress(KEY, 'mainnet');
const SHOP = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token';
const ASSETS = { stx: 'stx', sbtc: `${SBTC}::sbtc-token` };
const PRICE = { stx: 5_000_000n, sbtc: 2500n };

let server;
let url;
let store;
before(async () => {
  const app = express();
  app.use(createChainRouter());
  server = createServer(app);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());
beforeEach(async () => {
  await fetch(`${url}/fixture`, { method: 'DELETE' });
  store = memoryPaymentStore();
});

const control = async (action, body = {}) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/fixture/${action}`, { method: 'POST', headers, body: JSON.stringify(body) }); // prettier-ignore
  assert.equal(answer.status, 200, await answer.clone().text());
};
const expected = (asset, order) => ({ to: SHOP, asset, amount: PRICE[asset], order });
const options = (more) => ({ store, stacksApi: url, ...more });
const verify = (txid, asset, order, more) => verifyPayment(txid, expected(asset, order), options(more)); // prettier-ignore

/** Signs and sends a payment. Returns its id. */
async function send(asset, { order = 'A-1', amount = PRICE[asset], nonce = 0n, fee = 3000n } = {}) {
  const common = { senderKey: KEY, network: 'mainnet', nonce, fee };
  const transaction =
    asset === 'stx'
      ? await makeSTXTokenTransfer({ ...common, recipient: SHOP, amount, memo: order })
      : await makeContractCall({
          ...common,
          ...{ contractAddress: SBTC.split('.')[0], contractName: 'sbtc-token' },
          functionName: 'transfer',
          functionArgs: [
            ...[Cl.uint(amount), Cl.principal(PAYER), Cl.principal(SHOP)],
            Cl.some(Cl.bufferFromUtf8(order)),
          ],
          postConditions: [Pc.principal(PAYER).willSendEq(amount).ft(SBTC, 'sbtc-token')],
          validateWithAbi: false,
        });
  const answer = await fetch(`${url}/v2/transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tx: transaction.serialize() }),
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  return answer.json();
}

for (const [title, services] of [
  ['v3', {}],
  ['v1', { v3: 'missing' }],
]) {
  for (const asset of ['stx', 'sbtc']) {
    describe(`a payment in ${asset}, read from the routes ${title}`, () => {
      beforeEach(() => control('behave', services));

      it('is pending, then paid', async () => {
        const txid = await send(asset);
        assert.equal((await verify(txid, asset, 'A-1')).code, 'pending');
        await control('mine', { chain: 'stacks' });
        const result = await verify(txid, asset, 'A-1');
        assert.deepEqual(
          { ...result, block: undefined },
          {
            ...{ ok: true, txid, from: PAYER, amount: PRICE[asset], asset: ASSETS[asset] },
            ...{ order: 'A-1', block: undefined, confirmations: 1 },
          },
        );
        assert.ok(Math.abs(result.block.time - Date.now()) < 60_000);
      });

      it('needs as many blocks as are wanted', async () => {
        const txid = await send(asset);
        await control('mine', { chain: 'stacks' });
        assert.equal((await verify(txid, asset, 'A-1', { confirmations: 3 })).code, 'pending');
        await control('mine', { chain: 'stacks', count: 2 });
        assert.equal((await verify(txid, asset, 'A-1', { confirmations: 3 })).confirmations, 3);
      });

      for (const fate of ['abort_by_response', 'abort_by_post_condition', 'problematic_skipped']) {
        it(`has failed after ${fate}`, async () => {
          const txid = await send(asset);
          await control('decide', { txid, fate });
          await control('mine', { chain: 'stacks' });
          assert.equal((await verify(txid, asset, 'A-1')).code, 'failed');
        });
      }

      it('is not found once it was dropped, and paid if it comes back', async () => {
        const txid = await send(asset);
        await control('drop', { txid });
        assert.equal((await verify(txid, asset, 'A-1')).code, 'not-found');
        await control('revive', { txid });
        await control('mine', { chain: 'stacks' });
        assert.equal((await verify(txid, asset, 'A-1')).ok, true);
      });

      it('is not found once one with a higher fee has replaced it, which counts', async () => {
        const txid = await send(asset);
        const other = await send(asset, { fee: 6000n });
        await control('mine', { chain: 'stacks' });
        assert.equal((await verify(txid, asset, 'A-1')).code, 'not-found');
        assert.equal((await verify(other, asset, 'A-1')).ok, true);
      });

      it('is pending again after its block was reorganized', async () => {
        const txid = await send(asset);
        await control('mine', { chain: 'stacks' });
        assert.equal((await verify(txid, asset, 'A-1', { confirmations: 2 })).code, 'pending');
        await control('reorganize', { chain: 'stacks' });
        assert.equal((await verify(txid, asset, 'A-1')).code, 'pending');
        await control('mine', { chain: 'stacks' });
        assert.equal((await verify(txid, asset, 'A-1')).ok, true);
      });

      it('is of another order, amount, receiver or asset', async () => {
        const txid = await send(asset);
        await control('mine', { chain: 'stacks' });
        const codes = [];
        for (const wrong of [
          { order: 'A-2' },
          { amount: PRICE[asset] + 1n },
          { to: PAYER },
          { asset: asset === 'stx' ? 'sbtc' : 'stx' },
        ]) {
          const other = { ...expected(asset, 'A-1'), ...wrong };
          codes.push((await verifyPayment(txid, other, options())).code);
        }
        assert.deepEqual(codes, ['wrong-order', 'wrong-amount', 'wrong-recipient', 'wrong-asset']);
      });

      it('pays one order', async () => {
        const txid = await send(asset);
        await control('mine', { chain: 'stacks' });
        assert.equal((await verify(txid, asset, 'A-1')).ok, true);
        assert.equal(await store.add(txid, 'A-2'), false);
      });

      it('is found by a service that is late, and by one that was limited', async () => {
        const txid = await send(asset);
        await control('mine', { chain: 'stacks' });
        // With a `fetch` of its own: the pause after a 429 is that of another host.
        const own = { fetch: (...args) => fetch(...args) };
        await control('behave', { limited: 'cors' });
        assert.equal((await verify(txid, asset, 'A-1', own)).code, 'service');
        await control('behave', { limited: 'no', lag: 60_000 });
        assert.equal((await verify(txid, asset, 'A-1')).code, 'not-found');
        await control('behave', { lag: 0 });
        assert.equal((await verify(txid, asset, 'A-1')).ok, true);
      });
    });
  }
}

describe('findPayment on the simulated chain', () => {
  for (const asset of ['stx', 'sbtc']) {
    it(`finds the payment of an order in ${asset} among others`, async () => {
      const ids = [];
      for (let at = 0; at < 5; at++) {
        ids.push(await send(asset, { order: `A-${at}`, nonce: BigInt(at) }));
      }
      await control('mine', { chain: 'stacks' });
      const result = await findPayment(expected(asset, 'A-2'), options());
      assert.equal(result.txid, ids[2]);
      assert.equal((await findPayment(expected(asset, 'A-9'), options())).code, 'not-found');
    });
  }

  it('answers service for an API before 9.1.0', async () => {
    await control('behave', { v3: 'missing' });
    const own = { fetch: (...args) => fetch(...args) };
    assert.equal((await findPayment(expected('stx', 'A-1'), options(own))).code, 'service');
  });
});
