/**
 * On a page with a polluted Object.prototype (by a merge of JSON, for example), what a wallet is asked, what a user signs, what
 * services are asked, and results are as without it, and nothing throws. Tests every name that the built code reads, and every
 * optional field of a published type: a new one is tested without a change here.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Cl, deserialize, Pc, toJs } from '../../dist/clarity/index.js';
import { readRecording, recordingNames } from '../../fixtures/recorded/read.mjs';
import { createWalletClient } from '../../dist/core/index.js';
import {
  contract,
  getAddressOfName,
  getContractInterface,
  getFtBalance,
  getFtBalances,
  getName,
  getStxBalance,
  SBTC,
} from '../../dist/contracts/index.js';
import { createSignIn, fetchSignIn } from '../../dist/sign-in/index.js';
import { createSignInMessage, parseSignInMessage } from '../../dist/verify/index.js';
import { createMetadataClient, formatUnits, parseFtMetadata } from '../../dist/metadata/index.js';
import { stacksApi, trackTransaction } from '../../dist/transactions/index.js';
import { stacksSigner } from '../support/message-signers.mjs';
import { SENDER, startMiningChain } from '../support/mining-chain.mjs';

const DIST = new URL('../../dist/', import.meta.url);
const OWNER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const HONEY = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const APP = { host: 'app.example.com', origin: 'https://app.example.com', href: 'https://app.example.com/', hostname: 'app.example.com' }; // prettier-ignore

/** The parts of the package with code for pages only, and copies of the code. */
const NOT_HERE = /^(?:cdn|compat|define|dev-wallet|elements|tags|wire)\//;

/**
 * Names that the language reads: a function named `then` stops every `await`, one named `toJSON` is called for every JSON, and
 * no array can be destructured if there is a `return`. Of Node, but not of browsers, `AbortSignal.any` reads `aborted`.
 */
const UNTESTED = ['then', 'toJSON', 'return', 'aborted'];

const called = [];
/** What a merge of JSON can add, and what a script can. */
const VALUES = {
  'a text': 'https://evil.example',
  true: true,
  'a number': 7,
  'a list of texts': ['Sign in to evil.example.'],
  'an object': { address: OWNER, network: 'testnet', status: 'success', txid: 'forged', mainnet: 'https://evil.example' }, // prettier-ignore
  'a function': () => void called.push('a polluted function was called'),
};

/** Every name that is read: after a dot, in a destructuring, as a key or in quotes; and every optional field of a type. */
function namesRead() {
  const names = new Set();
  for (const file of readdirSync(DIST, { recursive: true })) {
    if (NOT_HERE.test(file) || !/\.(?:js|d\.ts)$/.test(file)) continue;
    const code = readFileSync(new URL(file, DIST), 'utf8');
    for (const pattern of file.endsWith('.js')
      ? [/[.{,]\s*([A-Za-z_$][\w$]*)\s*(?=[,:}=.?([;)\]])/g, /['"]([A-Za-z_$][\w$]*)['"]/g]
      : [/^\s+(?:readonly )?(\w+)\?:/gm])
      for (const [, name] of code.matchAll(pattern)) names.add(name);
  }
  return [...names]
    .filter((name) => !(name in Object.prototype) && !UNTESTED.includes(name))
    .sort();
}

const NAMES = namesRead();

/** As a text, with own fields only. */
const toText = (value) =>
  JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? '';

function memory() {
  const items = new Map();
  return {
    __proto__: null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** The rows of each wallet: of each method the first that succeeds. */
function recordedRows() {
  return recordingNames.flatMap((file) => {
    const recorded = readRecording(file);
    const text = JSON.stringify(recorded);
    const { constants } = recorded;
    const filled = text.replace(
      /\{([A-Z][A-Z0-9_]*)\}/g,
      (whole, name) => constants[name] ?? whole,
    );
    const recording = JSON.parse(filled, (_key, value) => value?.$bigint === undefined ? value : BigInt(value.$bigint)); // prettier-ignore
    const { functionsAt, path, rows } = recording;
    // These are found by their path.
    if (functionsAt ?? path) return [];
    const methods = [...new Set(rows.map(({ method }) => method))];
    return methods.flatMap((method) => {
      const row = rows.find((one) => one.method === method && one.result !== undefined && !one.rejects); // prettier-ignore
      const connection = rows.find((one) => one.method === 'getAddresses');
      return row
        ? [
            {
              __proto__: null,
              file,
              ...row,
              provider: recording.provider,
              connection: connection.reply,
            },
          ]
        : [];
    });
  });
}

/** One recorded request, after a connection. */
const playing = (row) => async (asked) => {
  let { reply } = row;
  if (row.connected === true) reply = row.connection;
  else if (row.connected) {
    const addresses = [{ symbol: 'STX', address: row.connected, publicKey: '' }];
    reply = { jsonrpc: '2.0', id: '1', result: { addresses } };
  }
  const provider = {
    async request(method, params) {
      asked.push(`${method} ${toText(params)}`);
      return structuredClone(reply);
    },
  };
  for (const key of Object.keys(row.provider)) {
    provider[key] = row.provider[key] === 'function' ? () => undefined : row.provider[key];
  }
  const client = createWalletClient({ storage: memory() }).with({ provider });
  if (row.connected) await client.connect();
  reply = row.reply;
  return [await client.request(row.method, row.params), client.state];
};

/** A page with one wallet, and a user who chooses it in a picker. */
async function connectThroughThePicker(asked) {
  const page = new EventTarget();
  const rows = [
    { symbol: 'BTC', type: 'p2tr', address: 'bc1p5e6v9v2j5wp3y6c79gaqdqltq7jdv45fswnnm7exmmp2020mqepsmcx06p' }, // prettier-ignore
    { symbol: 'BTC', address: 'bc1q0xcqpzrky6eff2g52qdye53xkk9jxkvrh6yhyw' },
    { symbol: 'STX', address: OWNER, publicKey: `02${'11'.repeat(32)}` },
  ];
  page.performance = performance;
  page.document = { readyState: 'complete', addEventListener() {} };
  page.Chosen = {
    async request(method, params) {
      asked.push(`${method} ${toText(params)}`);
      return { jsonrpc: '2.0', id: '1', result: { addresses: structuredClone(rows) } };
    },
  };
  page.wbip_providers = [{ id: 'Chosen', name: 'Chosen' }];
  const client = createWalletClient({
    window: page,
    storage: memory(),
    picker: (choice) => {
      asked.push(toText([choice.state.status, choice.wallets ?? '']));
      void choice.pick('Chosen');
    },
  });
  client.preload();
  const { addresses } = await client.connect();
  const { state } = client;
  const list = client.wallets();
  client.disconnect();
  return [addresses, state, list, client.state];
}

/** What `fetchSignIn` asks, and what the user signs. */
const signer = stacksSigner();
/** As a wallet, which is not in the page. */
const signAlone = (message) => {
  const { names, value, enumerable } = pollution;
  clean(names);
  const signature = signer.sign(message);
  pollute(names, value, enumerable);
  return signature;
};
const signingIn = (nonce) => async (asked, service) => {
  const rows = [{ symbol: 'STX', address: signer.address(), publicKey: signer.publicKey }];
  const provider = {
    async request(method, params) {
      asked.push(`${method} ${toText(params)}`);
      return method === 'stx_signMessage'
        ? {
            jsonrpc: '2.0',
            id: '1',
            result: { signature: signAlone(params.message), publicKey: signer.publicKey },
          }
        : { jsonrpc: '2.0', id: '1', result: { addresses: structuredClone(rows) } };
    },
  };
  const client = createWalletClient({ storage: memory() }).with({ provider });
  await client.connect();
  const server = fetchSignIn(`${service.url}/auth`, { origins: [service.url] });
  const signIn = createSignIn({ ...server, client, getNonce: nonce ?? server.getNonce });
  await signIn.refresh();
  await signIn.signIn();
  return signIn.state;
};

/** Calls of a contract, without a wallet. */
const ofContract =
  (id, use) =>
  async (_asked, { source }) =>
    use(contract(await getContractInterface(id, { source }), { contract: id, source }));

const EVERY = () =>
  Cl.tuple({
    list: Cl.list([Cl.some(Cl.tuple({ a: Cl.uint(1) })), Cl.none()]),
    ok: Cl.ok(Cl.error(Cl.int(-1))),
    texts: Cl.tuple({ a: Cl.stringAscii('a'), u: Cl.stringUtf8('é'), b: Cl.bufferFromHex('00') }),
    principals: Cl.list([Cl.principal(OWNER), Cl.principal(HONEY)]),
    bool: Cl.bool(true),
  });

/** By title. Each gets a list for what it asks, and a service whose host no run before has asked. */
const FLOWS = {
  ...Object.fromEntries(recordedRows().map((row) => [`${row.method}, ${row.file}`, playing(row)])),
  'connect, through the picker': connectThroughThePicker,
  'signing in, with a nonce of the server': signingIn(),
  'signing in, with a nonce that is a text': signingIn(async () => 'NONCE0123456789'),
  explain: async () => {
    const client = createWalletClient({ storage: memory() });
    const outcomes = await client.explain('stx_transferStx', { recipient: OWNER, amount: '1' });
    return outcomes;
  },
  supports: () => createWalletClient({ storage: memory() }).supports('stx_transferStx'),
  'read of a contract': ofContract('SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2', (bns) =>
    bns.readResponse['get-primary']({ owner: SENDER }),
  ),
  'map of a contract': ofContract(HONEY, (honey) =>
    honey.map.allowances({ owner: SENDER, spender: OWNER }),
  ),
  'params of a call': ofContract(HONEY, ({ params, suggest }) => {
    const args = { amount: 1n, sender: SENDER, recipient: OWNER, memo: null };
    return Promise.all([params.transfer(args), suggest.transfer(args)]);
  }),
  getStxBalance: (_asked, { source }) => getStxBalance(SENDER, { source }),
  getFtBalance: (_asked, { source }) => getFtBalance(SENDER, SBTC.mainnet, { source }),
  getFtBalances: (_asked, { source }) => getFtBalances(SENDER, { source }),
  getName: (_asked, { source }) => getName(SENDER, { source }),
  getAddressOfName: (_asked, { source }) => getAddressOfName('alice.btc', { source }),
  getFtMetadata: (_asked, { source }) =>
    createMetadataClient(source).getFtMetadata(HONEY, { locale: 'es' }),
  getNftMetadata: (_asked, { source }) => createMetadataClient(source).getNftMetadata(HONEY, 1n),
  getTokens: (_asked, { source }) => createMetadataClient(source).getTokens([HONEY]),
  searchFts: (_asked, { source }) => createMetadataClient(source).searchFts({ name: 'a' }),
  parseFtMetadata: () => parseFtMetadata({ name: 'Honey', metadata: { attributes: [{}] } }),
  trackTransaction: async (_asked, { source }) => {
    const api = stacksApi({ ...source, pace: 0.001, perMinute: 1_000_000 });
    const handle = trackTransaction('ab'.repeat(32), { source: api, store: false });
    const { state } = await handle.until('pending', { timeout: 60_000 }).then(() => handle);
    handle.stop();
    return state;
  },
  'Clarity values': () => {
    const hex = Cl.serialize(EVERY());
    return [hex, deserialize(hex), toJs(EVERY()), Cl.parse('(some { a: u1 })')];
  },
  Pc: () => [
    Pc.principal(OWNER).willSendLte(1).ft(`${HONEY}::honey`),
    Pc.principal(OWNER).willSendEq(1n).ustx(),
  ],
  'the text of a sign-in': () => {
    const text = createSignInMessage({ domain: APP.host, chain: 'stacks:mainnet', address: OWNER, uri: APP.origin, nonce: 'NONCE0123456789', issuedAt: '2026-11-22T12:00:00.000Z' }); // prettier-ignore
    return [text, parseSignInMessage(text)];
  },
  formatUnits: () => formatUnits(1234567n, 6, { locale: 'en' }),
};

/** Of the simulated services that are not those of the chain. */
const ANSWERS = {
  '/auth/nonce': { nonce: 'NONCE0123456789' },
  '/auth/verify': {
    ok: true,
    account: { chain: 'stacks:mainnet', address: stacksSigner().address() },
  },
  '/auth/session': { account: null },
  [`/metadata/v1/ft/${HONEY}`]: { asset_identifier: `${HONEY}::honey`, metadata: { name: 'Honey', localization: { locales: ['es'] } } }, // prettier-ignore
  [`/metadata/v1/nft/${HONEY}/1`]: { token_uri: 'https://a.example/1' },
  '/metadata/v1/ft': { results: [], total: 0 },
  [`/extended/v3/transactions/0x${'ab'.repeat(32)}`]: { tx_id: `0x${'ab'.repeat(32)}`, status: 'pending' }, // prettier-ignore
};

const { fetch: fetchOfNode } = globalThis;
let chain;
let runs = 0;
/** The answers of the chain in the first run of each flow: a polluted run makes no request of Node. */
const recorded = new Map();
let isFirst = false;

async function answer(path, init) {
  const { pathname } = new URL(path, 'https://a.example');
  if (ANSWERS[pathname]) return { status: 200, text: JSON.stringify(ANSWERS[pathname]) };
  const key = `${init?.method ?? 'GET'} ${path} ${init?.body ?? ''}`;
  if (isFirst && !recorded.has(key)) {
    const { method = 'GET', body } = { ...init };
    const headers = { 'content-type': 'application/json' };
    const response = await fetchOfNode(`${chain.url}${path}`, { method, body, headers });
    recorded.set(key, { status: response.status, text: await response.text() });
  }
  return recorded.get(key) ?? { status: 404, text: '{}' };
}

/** A service, whose responses have own fields only: the `fetch` of a page is not what is tested. */
function createService(asked) {
  const url = `https://n${runs++}.example`;
  const send = async (target, init) => {
    const path = String(target).replace(url, '');
    const { method, body } = { __proto__: null, ...init };
    asked.push(`${method ?? 'GET'} ${path} ${body ?? ''}`);
    const { status, text } = await answer(path, init);
    const bytes = new TextEncoder().encode(text);
    let isRead = false;
    return {
      __proto__: null,
      status,
      type: 'cors',
      headers: { __proto__: null, get: (name) => name === 'content-type' ? 'application/json' : null }, // prettier-ignore
      body: {
        __proto__: null,
        getReader: () => ({
          __proto__: null,
          read: async () => {
            const done = isRead;
            isRead = true;
            return { __proto__: null, done, value: done ? undefined : bytes };
          },
          cancel: async () => {},
        }),
        cancel: async () => {},
      },
    };
  };
  return { url, fetch: send, source: { baseUrl: url, fetch: send } };
}

/** Milliseconds that a flow may take. */
const LIMIT = 4_000;
const tooLong = () =>
  new Promise((_resolve, reject) => {
    setTimeout(reject, LIMIT, new Error('timeout')).unref();
  });

/** The times are those of the clock. A signature of a text with a time changes, too. */
const withoutTimes = (text) =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]*Z|\b1[789]\d{11}\b/g, 'a time')
    .replace(/0x[0-9a-f]{130}/g, 'a signature');

async function outcome(flow) {
  const asked = [];
  const service = createService(asked);
  globalThis.fetch = service.fetch;
  try {
    const result = await Promise.race([flow(asked, service), tooLong(asked)]);
    return {
      asked: withoutTimes([...new Set(asked)].join('\n')),
      result: withoutTimes(toText(result).replaceAll(service.url, 'URL')),
    };
  } catch (error) {
    return {
      asked: withoutTimes([...new Set(asked)].join('\n')),
      result: `failed: ${error.message}`.replaceAll(service.url, 'URL'),
    };
  }
}

/**
 * @scure/btc-signer reads nothing if there is an enumerable property: what uses it is tested with one that is not. It may fail,
 * too, as long as nothing else is asked.
 */
const isHidden = (title) => /^(?:signPsbt|sendTransfer|signMessage),/.test(title);

const CLEAN = { names: [], value: undefined, enumerable: true };
let pollution = CLEAN;

function pollute(names, value, enumerable) {
  pollution = { names, value, enumerable };
  for (const name of names) {
    const descriptor = { __proto__: null, value, enumerable, writable: true, configurable: true };
    Object.defineProperty(Object.prototype, name, descriptor);
  }
}

function clean(names) {
  for (const name of names) delete Object.prototype[name];
  pollution = CLEAN;
}

async function outcomeWith(names, value, title) {
  called.length = 0;
  pollute(names, value, !isHidden(title));
  try {
    return await outcome(FLOWS[title]);
  } finally {
    clean(names);
  }
}

/** The first of the names that changes what a flow asks or returns. */
async function findFault(names, value, title, expected) {
  let left = names;
  while (left.length > 1) {
    const half = left.slice(0, left.length >> 1);
    const isHere = !isSame(await outcomeWith(half, value, title), expected, title);
    left = isHere ? half : left.slice(half.length);
  }
  const { asked, result } = await outcomeWith(left, value, title);
  return `${left[0]} = ${toText(value)}: ${asked} -> ${result} ${called.join()}`;
}

function isSame({ asked, result }, expected, title) {
  // Nothing else was asked.
  const isClosed = /^failed/.test(result) && expected.asked.startsWith(asked);
  if (isClosed && isHidden(title)) return true;
  return asked === expected.asked && result === expected.result && called.length === 0;
}

describe('with a polluted Object.prototype, nothing changes:', () => {
  /** By title. */
  const expected = {};
  const different = {};

  before(async () => {
    chain = await startMiningChain();
    globalThis.location = APP;
    const titles = Object.keys(FLOWS);
    for (const title of titles) {
      isFirst = true;
      await outcome(FLOWS[title]);
      isFirst = false;
      expected[title] = await outcome(FLOWS[title]);
      different[title] = [];
    }
    // All names at once. A change of the prototype makes all code slow, so all flows run after each.
    for (const name of Object.keys(VALUES)) {
      for (const enumerable of [true, false]) {
        pollute(NAMES, VALUES[name], enumerable);
        try {
          for (const title of titles) {
            if (isHidden(title) === enumerable) continue;
            called.length = 0;
            const found = await outcome(FLOWS[title]);
            if (!isSame(found, expected[title], title))
              different[title][different[title].length] = name;
          }
        } finally {
          clean(NAMES);
        }
      }
    }
  });
  after(async () => {
    globalThis.fetch = fetchOfNode;
    delete globalThis.location;
    await chain.close();
  });

  it('is tested with the names that the code reads', () => {
    for (const name of [
      'picker',
      'fetch',
      'wallets',
      'storage',
      'preload',
      'publicKeys',
      'statement',
    ]) {
      assert.ok(NAMES.includes(name), name);
    }
  });

  for (const title of Object.keys(FLOWS)) {
    it(title, async () => {
      assert.doesNotMatch(expected[title].result, /^failed/);
      const faults = [];
      for (const name of different[title]) {
        faults.push(await findFault(NAMES, VALUES[name], title, expected[title]));
      }
      assert.deepEqual(faults, []);
    });
  }

  it('an array cannot be destructured if there is a `return`: then nothing else is asked', async () => {
    for (const title of Object.keys(FLOWS)) {
      const { asked } = await outcomeWith(['return'], true, title);
      assert.ok(expected[title].asked.startsWith(asked), title);
    }
  });
});
