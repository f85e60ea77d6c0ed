import { createServer } from 'node:http';
import { hexToBytes } from '@noble/hashes/utils.js';
import { Address, OutScript, NETWORK, Transaction } from '@scure/btc-signer';
import {
  deserializeTransaction,
  emptyMessageSignature,
  makeContractCall,
  makeSTXTokenTransfer,
  TransactionSigner,
} from '@stacks/transactions';
import express from 'express';
import { createChainRouter } from '../../fixtures/chain/server.mjs';

/** The first account of the well-known test mnemonic. */
const KEY = '47382d0211f3bbb11812b5e60b696a93d7ad0a91cdeb2162f7d69d4adef48b5d01';
export const SENDER = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
const RECIPIENT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const PAYMENT_KEY = hexToBytes('4604b4b710fe91f584fff084e1a9159fe4f8408fff380596a604948474ce4fa3');
const PAYMENT = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

/** A server with the fixture chain and its controls, and functions that sign and send transactions. */
export async function startMiningChain() {
  const app = express();
  app.use(createChainRouter());
  const server = createServer(app);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${server.address().port}`;

  const get = async (path) => (await fetch(`${url}${path}`)).json();
  const control = async (path, body = {}) => {
    const response = await fetch(`${url}/fixture/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.message);
    return answer;
  };
  async function submit(path, body, type) {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text.replaceAll('"', '');
  }

  function spend(coin, fee) {
    const script = OutScript.encode(Address(NETWORK).decode(PAYMENT));
    const amount = BigInt(coin.value);
    const transaction = new Transaction();
    transaction.addInput({
      txid: coin.txid,
      index: coin.vout,
      witnessUtxo: { amount, script },
    });
    transaction.addOutput({ script, amount: amount - fee });
    transaction.sign(PAYMENT_KEY);
    transaction.finalize();
    return submit('/api/tx', transaction.hex, 'text/plain');
  }

  return {
    url,
    bitcoinUrl: `${url}/api`,
    control,
    /** The paths of the reads so far. */
    requests: async () => (await get('/fixture/requests')).map((request) => request.url),
    reset: () => fetch(`${url}/fixture`, { method: 'DELETE' }),
    /** Sends a signed STX transfer or contract call; resolves with its id. */
    async send({ nonce = 0, call = false } = {}) {
      const common = { senderKey: KEY, network: 'mainnet', nonce: BigInt(nonce), fee: 1800n };
      const transaction = call
        ? await makeContractCall({
            ...common,
            contractAddress: RECIPIENT,
            contractName: 'token',
            functionName: 'mint',
            functionArgs: [],
            validateWithAbi: false,
          })
        : await makeSTXTokenTransfer({ ...common, recipient: RECIPIENT, amount: 5n });
      return submit(
        '/v2/transactions',
        hexToBytes(transaction.serialize()),
        'application/octet-stream',
      );
    },
    /** Signs a pending transaction again, with a fee that is higher by 500, and sends it; resolves with its id. */
    async speedUp(txid) {
      const { tx } = await get(`/v2/transactions/unconfirmed/${txid.slice(2)}`);
      const transaction = deserializeTransaction(tx);
      const { spendingCondition } = transaction.auth;
      spendingCondition.signature = emptyMessageSignature();
      transaction.setFee(BigInt(spendingCondition.fee) + 500n);
      new TransactionSigner(transaction).signOrigin(KEY);
      const bytes = hexToBytes(transaction.serialize());
      return submit('/v2/transactions', bytes, 'application/octet-stream');
    },
    /** Sends a signed Bitcoin transaction that spends one coin; resolves with its id. */
    async sendBitcoin(at = 2) {
      const coin = (await get(`/api/address/${PAYMENT}/utxo`))[at];
      return spend(coin, 1000n);
    },
    async speedUpBitcoin(txid) {
      const { vin, fee } = await get(`/api/tx/${txid}`);
      return spend({ ...vin[0], value: vin[0].prevout.value }, BigInt(fee) + 500n);
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
