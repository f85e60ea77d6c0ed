/**
 * On a page with a polluted Object.prototype (by a merge of JSON, for example), wallets receive the same
 * requests, and results come only from the wallet. Tests every property name that the built code reads.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createWalletClient } from '../dist/core/index.js';

const dist = new URL('../dist/', import.meta.url);
const STX = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TXID = `0x${'ab'.repeat(32)}`;
const ROWS = [{ symbol: 'STX', address: STX, publicKey: `02${'11'.repeat(32)}` }];

/** Values that a merge of JSON can add. */
const POLLUTION = [
  {
    result: { txid: 'forged', status: 'proposed' },
    code: -32002,
    method: 'forged',
    request: { method: 'forged' },
    unless: [],
  },
  true,
];

/** Every name after a dot, in a destructuring or as a key, in the code of requests. */
function namesRead() {
  const files = ['core', 'lib', 'wallets'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, dist), { recursive: true })
      .filter((file) => file.endsWith('.js'))
      .map((file) => new URL(`${folder}/${file}`, dist)),
  );
  const names = new Set();
  for (const file of [...files, new URL('errors.js', dist)]) {
    const code = readFileSync(file, 'utf8');
    for (const [, name] of code.matchAll(/[.{,]\s*([A-Za-z_$][\w$]*)\s*(?=[,:}=.?([;)\]])/g))
      names.add(name);
    for (const [, name] of code.matchAll(/['"]([A-Za-z_$][\w$]*)['"]/g)) names.add(name);
  }
  return [...names].filter((name) => !(name in Object.prototype));
}

function wallet(asked, kind) {
  return {
    ...kind,
    async request(method, params) {
      asked.push(JSON.stringify([method, params]));
      const result = /ddresses|wallet_connect|getAccount/.test(method)
        ? { addresses: ROWS }
        : { txid: TXID, transaction: '00' };
      return { jsonrpc: '2.0', id: '1', result };
    },
  };
}

const XVERSE = { signMultipleTransactions() {}, createRepeatInscriptions() {} };
const LEATHER = { isLeather: true };
const TRANSFER = { amount: '1', recipient: STX };

function memory() {
  const items = new Map();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** A page with one wallet, and a user who chooses it. */
async function throughThePicker(asked, kind) {
  const page = new EventTarget();
  Object.assign(page, {
    performance,
    document: { readyState: 'complete' },
    Chosen: wallet(asked, kind),
  });
  page.wbip_providers = [{ id: 'Chosen', name: 'Chosen' }];
  const client = createWalletClient({
    window: page,
    storage: memory(),
    selectWallet: () => ({ choice: async () => 'Chosen', close() {} }),
  });
  return { client, options: {} };
}

async function direct(asked, kind) {
  const client = createWalletClient({ storage: memory() });
  return { client, options: { provider: wallet(asked, kind) } };
}

/** Connected, disconnected and connected again, so that the first wallet is notified. */
async function connected(asked, kind) {
  const { client, options } = await throughThePicker(asked, kind);
  await client.connect();
  client.disconnect();
  await client.connect();
  return { client, options };
}

const FLOWS = Object.entries({ Leather: LEATHER, Xverse: XVERSE, 'a SIP-030 wallet': {} }).flatMap(
  ([name, kind]) => [
    [`transfers with ${name}`, (asked) => direct(asked, kind), 'stx_transferStx', TRANSFER],
    [
      `transfers on a network with ${name}`,
      (asked) => connected(asked, kind),
      'stx_transferStx',
      { ...TRANSFER, network: 'mainnet' },
    ],
    [`connects to ${name}`, (asked) => throughThePicker(asked, kind), 'getAddresses', undefined],
  ],
);
FLOWS.push(
  [
    'transfers with a chosen wallet',
    (asked) => throughThePicker(asked, {}),
    'stx_transferStx',
    TRANSFER,
  ],
  ['sends a method of the wallet', (asked) => direct(asked, {}), 'wallet_own', { a: 1 }],
);

async function outcome(start, method, params) {
  const asked = [];
  try {
    const { client, options } = await start(asked);
    return { asked, result: JSON.stringify(await client.request(options, method, params)) };
  } catch {
    return { asked, result: 'failed' };
  }
}

describe('a polluted Object.prototype', () => {
  const names = namesRead();

  it('is tested with the names that the code reads', () => {
    for (const name of [
      'gate',
      'connection',
      'network',
      'signInputs',
      'provider',
      'approvedProviderIds',
    ]) {
      assert.ok(names.includes(name), name);
    }
  });

  for (const [title, start, method, params] of FLOWS) {
    it(`changes nothing: ${title}`, async () => {
      const expected = await outcome(start, method, params);
      assert.notEqual(expected.result, 'failed');
      const faults = [];
      for (const name of names) {
        for (const value of POLLUTION) {
          Object.defineProperty(Object.prototype, name, {
            value,
            configurable: true,
            enumerable: true,
            writable: true,
          });
          let seen;
          try {
            seen = await outcome(start, method, params);
          } finally {
            delete Object.prototype[name];
          }
          // A failure is safe, as long as the wallet received no other request.
          const failed =
            seen.result === 'failed' && seen.asked.every((call, at) => call === expected.asked[at]);
          const same =
            seen.result === expected.result && seen.asked.join() === expected.asked.join();
          if (!same && !failed)
            faults.push(
              `${name} = ${JSON.stringify(value)}: ${seen.asked.join()} -> ${seen.result}`,
            );
        }
      }
      assert.deepEqual(faults, []);
    });
  }
});
