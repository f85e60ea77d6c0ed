/**
 * On a page with a polluted Object.prototype (by a merge of JSON, for example), wallets receive the same
 * requests, and results come only from the wallet. Tests every property name that the built code reads.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createWalletClient } from '../../dist/core/index.js';

const dist = new URL('../../dist/', import.meta.url);
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
  // An amount, a fee or a nonce.
  '7',
];

/** Every name after a dot, in a destructuring, as a key or in quotes, in the code of requests. */
function namesRead() {
  const files = ['core', 'lib', 'methods', 'stacks', 'wallets'].flatMap((folder) =>
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
        : { txid: TXID };
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
    picker(choice) {
      choice.subscribe(() => choice.state.status === 'failed' && choice.close());
      choice.pick('Chosen');
    },
  });
  return { client, options: {} };
}

async function direct(asked, kind) {
  const client = createWalletClient({ storage: memory() });
  return { client, options: { provider: wallet(asked, kind) } };
}

/** Connects, disconnects and connects again, since a disconnect may also send a request. */
async function connected(asked, kind) {
  const { client, options } = await throughThePicker(asked, kind);
  await client.connect();
  client.disconnect();
  await client.connect();
  return { client, options };
}

const FLOWS = [
  ...Object.entries({ Leather: LEATHER, Xverse: XVERSE, 'a SIP-030 wallet': {} }).flatMap(
    ([name, kind]) => [
      {
        title: `transfers with ${name}`,
        start: (asked) => direct(asked, kind),
        method: 'stx_transferStx',
        params: TRANSFER,
      },
      {
        title: `transfers on a network with ${name}`,
        start: (asked) => connected(asked, kind),
        method: 'stx_transferStx',
        params: { ...TRANSFER, network: 'mainnet' },
      },
      {
        title: `connects to ${name}`,
        start: (asked) => throughThePicker(asked, kind),
        method: 'getAddresses',
        params: undefined,
      },
    ],
  ),
  {
    title: 'transfers tokens with Leather, which gets a contract call',
    start: (asked) => connected(asked, LEATHER),
    method: 'stx_transferSip10Ft',
    params: { ...TRANSFER, asset: `${STX}.token::tok` },
  },
  {
    title: 'calls a contract with values as objects',
    start: (asked) => direct(asked, {}),
    method: 'stx_callContract',
    params: {
      contract: `${STX}.token`,
      functionName: 'mint',
      functionArgs: [{ type: 'tuple', value: { to: { type: 'address', value: STX } } }],
      postConditions: [{ type: 'stx-postcondition', address: STX, condition: 'eq', amount: '1' }],
    },
  },
  {
    title: 'transfers with a chosen wallet',
    start: (asked) => throughThePicker(asked, {}),
    method: 'stx_transferStx',
    params: TRANSFER,
  },
  {
    title: 'sends a method of the wallet',
    start: (asked) => direct(asked, {}),
    method: 'wallet_own',
    params: { a: 1 },
  },
];

// Arrays are not destructured while the prototype is polluted: that calls a polluted `return`.
async function outcome({ start, method, params }) {
  const asked = [];
  try {
    const { client, options } = await start(asked);
    return { asked, result: JSON.stringify(await client.request(options, method, params)) };
  } catch {
    return { asked, result: 'failed' };
  }
}

async function outcomeWith(names, value, flow) {
  // Not with Object.defineProperty(): a polluted `get` changes its descriptor.
  for (const name of names) Object.prototype[name] = value;
  try {
    return await outcome(flow);
  } finally {
    for (const name of names) delete Object.prototype[name];
  }
}

/** The names that change what a flow sends or returns. A failure is safe if it sent nothing else. */
async function faultsOf(names, value, flow, expected) {
  const { asked, result } = await outcomeWith(names, value, flow);
  if (result === expected.result && asked.join() === expected.asked.join()) return [];
  if (names.length > 1) {
    // Many names are tested at once. One that makes the flow fail can hide another.
    const half = names.length / 2;
    return [
      ...(await faultsOf(names.slice(0, half), value, flow, expected)),
      ...(await faultsOf(names.slice(half), value, flow, expected)),
    ];
  }
  if (result === 'failed' && asked.every((call, at) => call === expected.asked[at])) return [];
  return [`${names[0]} = ${JSON.stringify(value)}: ${asked.join()} -> ${result}`];
}

const AT_ONCE = 64;

describe('a polluted Object.prototype', () => {
  const names = namesRead();

  for (const [name, value] of Object.entries({
    address: STX,
    data: {},
    conditionCode: 3,
    network: 'testnet',
  })) {
    it(`does not make values as objects invalid: ${name}`, async () => {
      const flow = FLOWS.find(({ method }) => method === 'stx_callContract');
      assert.deepEqual(await outcomeWith([name], value, flow), await outcome(flow));
    });
  }

  it('is tested with the names that the code reads', () => {
    for (const name of [
      'assumed',
      'connection',
      'network',
      'signInputs',
      'provider',
      'approvedProviderIds',
    ]) {
      assert.ok(names.includes(name), name);
    }
  });

  for (const flow of FLOWS) {
    it(`changes nothing: ${flow.title}`, async () => {
      const expected = await outcome(flow);
      assert.notEqual(expected.result, 'failed');
      const faults = [];
      for (const value of POLLUTION) {
        for (let at = 0; at < names.length; at += AT_ONCE) {
          faults.push(...(await faultsOf(names.slice(at, at + AT_ONCE), value, flow, expected)));
        }
      }
      assert.deepEqual(faults, []);
    });
  }
});
