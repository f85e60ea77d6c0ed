/**
 * What the functions return is plain: objects with the ordinary prototype, arrays, bytes and primitive values, at every depth.
 * React passes such values from a Server Component to a Client Component, and refuses others.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createMetadataServer } from '../../fixtures/server.mjs';
import { Cl, deserialize, Pc, toJs } from '../../dist/clarity/index.js';
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
import { fetchSignIn } from '../../dist/sign-in/index.js';
import { createSignInMessage, memoryNonceStore, parseSignInMessage, verifyMessage, verifySignIn } from '../../dist/verify/index.js'; // prettier-ignore
import { createMetadataClient, parseFtMetadata, parseUnits, safeImage, safeLink } from '../../dist/metadata/index.js'; // prettier-ignore
import { mempoolSpace, stacksApi, trackTransaction } from '../../dist/transactions/index.js';
import { stacksSigner } from '../support/message-signers.mjs';
import { SENDER, startMiningChain } from '../support/mining-chain.mjs';

const ACCOUNT = { chain: 'stacks:mainnet', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', extra: { a: 1 } }; // prettier-ignore
const DEPLOYER = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE';
const OWNER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TOKEN = `${OWNER}.honey`;
const PICTURE = `${OWNER}.picture`;
const METADATA = {
  sip: 16,
  name: 'Honey',
  description: 'Sweet',
  attributes: [{ trait_type: 'a', display_type: 'number', value: { b: [{ c: 1 }] } }],
  properties: {
    collection: 'Food',
    total_supply: '1',
    nested: { list: [{ deep: { deeper: 1 } }, []], constructor: 'x' },
  },
  localization: { uri: 'https://a.example/{locale}', default: 'en', locales: ['en', 'es'] },
};
const facts = { name: 'Honey', symbol: 'HNY', decimals: 6, total_supply: '1' };
const TOKENS = {
  ft: [
    {
      id: TOKEN,
      asset: 'honey',
      token: facts,
      metadata: METADATA,
      localized: { en: {}, es: { description: 'Dulce' } },
    },
  ],
  nft: [{ id: `${PICTURE}/1`, token: { token_uri: 'https://a.example/1' }, metadata: METADATA }],
  sft: [{ id: `${PICTURE}/1`, token: { ...facts }, metadata: METADATA }],
};

/** The path of the first value that is not plain; undefined if all are. */
function findOther(value, path = 'result') {
  if (typeof value === 'function' || typeof value === 'symbol') return `${path} (${typeof value})`;
  if (typeof value !== 'object' || value === null) return undefined;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Uint8Array.prototype) return undefined;
  if (prototype !== Object.prototype && prototype !== Array.prototype) {
    return `${path} (prototype ${prototype && prototype.constructor.name})`;
  }
  for (const key of Reflect.ownKeys(value)) {
    if (Array.isArray(value) && key === 'length') continue;
    const { get, enumerable } = Object.getOwnPropertyDescriptor(value, key);
    if (get || typeof key === 'symbol' || !enumerable) return `${path}.${String(key)} (hidden)`;
    const other = findOther(value[key], `${path}.${key}`);
    if (other) return other;
  }
  return undefined;
}

let chain;
let service;
let folder;
let source;
let tokens;
before(async () => {
  chain = await startMiningChain();
  source = { baseUrl: chain.url };
  folder = await mkdtemp(join(tmpdir(), 'plain-'));
  const file = join(folder, 'tokens.json');
  await writeFile(file, JSON.stringify(TOKENS));
  service = await createMetadataServer({ file });
  tokens = createMetadataClient({ baseUrl: service.origin });
});
after(async () => {
  await chain.close();
  await service.close();
  await rm(folder, { recursive: true });
});

const bound = async (id) =>
  contract(await getContractInterface(id, { source }), { contract: id, source });
const answering = (json) => ({
  source: {
    baseUrl: 'https://node.test',
    fetch: async () => Response.json(json),
  },
});
const tracked = async (handle, status) => {
  await handle.until(status, { timeout: 60_000 });
  const { state } = handle;
  handle.stop();
  return state;
};
const QUICK = { pace: 0.002, perMinute: 100_000 };
/** A value of every type of Clarity. */
const EVERY = () =>
  Cl.tuple({
    list: Cl.list([Cl.some(Cl.tuple({ a: Cl.uint(1) })), Cl.none()]),
    ok: Cl.ok(Cl.error(Cl.int(-1))),
    texts: Cl.tuple({ a: Cl.stringAscii('a'), u: Cl.stringUtf8('é'), b: Cl.bufferFromHex('00') }),
    principals: Cl.list([Cl.principal(OWNER), Cl.principal(TOKEN)]),
    bool: Cl.bool(true),
  });

/** Calls a function of a server for signing in that answers with this JSON. */
async function atServer(json, call) {
  const { fetch } = globalThis;
  globalThis.fetch = async () => Response.json(json);
  try {
    return await call(fetchSignIn('https://app.example.com/auth'));
  } finally {
    globalThis.fetch = fetch;
  }
}

/** By function: what it returns. */
const RESULTS = {
  getFtMetadata: () => tokens.getFtMetadata(TOKEN),
  'getFtMetadata in a locale': () => tokens.getFtMetadata(TOKEN, { locale: 'es' }),
  getNftMetadata: () => tokens.getNftMetadata(PICTURE, 1n),
  getSftMetadata: () => tokens.getSftMetadata(PICTURE, 1n),
  getTokens: () => tokens.getTokens([TOKEN]),
  searchFts: () => tokens.searchFts({}),
  parseFtMetadata: () => parseFtMetadata({ ...facts, metadata: METADATA }, TOKEN),
  parseUnits: () => parseUnits('1.5', 6),
  safeLink: () => safeLink('https://a.example/'),
  safeImage: () => safeImage('https://a.example/x.png'),
  getContractInterface: () => getContractInterface(`${DEPLOYER}.honey-token`, { source }),
  'contract().read': async () => (await bound('SP000000000000000000002Q6VF78.pox-4')).read['get-pox-info'](), // prettier-ignore
  'contract().readResponse': async () =>
    (await bound('SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2')).readResponse['get-primary']({
      owner: SENDER,
    }),
  'contract().map': async () =>
    (await bound(`${DEPLOYER}.honey-token`)).map.allowances({ owner: SENDER, spender: DEPLOYER }),
  'contract().params': async () =>
    (await bound(`${DEPLOYER}.honey-token`)).params.transfer({ amount: 1n, sender: SENDER, recipient: OWNER, memo: null }), // prettier-ignore
  'contract().suggest': async () =>
    (await bound(`${DEPLOYER}.honey-token`)).suggest.transfer({ amount: 1n, sender: SENDER, recipient: OWNER, memo: null }), // prettier-ignore
  'contract().read of every type': () => {
    const type = { list: { type: { optional: { tuple: [{ name: 'a', type: { response: { ok: { optional: { optional: 'bool' } }, error: { buffer: { length: 2 } } } } }] } }, length: 3 } }; // prettier-ignore
    const functions = [{ name: 'f', access: 'read_only', args: [], outputs: { type } }];
    const values = [Cl.ok(Cl.some(Cl.some(Cl.bool(true)))), Cl.error(Cl.bufferFromHex('0011'))];
    const hex = Cl.serialize(Cl.list(values.map((a) => Cl.some(Cl.tuple({ a })))));
    const { source: node } = answering({ okay: true, result: `0x${hex}` });
    return contract({ functions }, { contract: TOKEN, source: node }).read.f();
  },
  getStxBalance: () => getStxBalance(SENDER, { source }),
  getFtBalance: () => getFtBalance(SENDER, SBTC.mainnet, { source }),
  getFtBalances: () => getFtBalances(SENDER, { source }),
  getName: () => getName(SENDER, { source }),
  getAddressOfName: () => getAddressOfName('alice.btc', { source }),
  'getAddressOfName of no name': () => getAddressOfName('nobody.btc', { source }),
  SBTC: () => SBTC,
  Cl: EVERY,
  'Cl.parse': () => Cl.parse('(some { a: u1 })'),
  deserialize: () => deserialize(Cl.serialize(EVERY())),
  toJs: () => toJs(EVERY()),
  Pc: () => [
    Pc.principal(OWNER).willSendLte(1).ft(`${TOKEN}::honey`),
    Pc.principal(OWNER)
      .willNotSendAsset()
      .nft(`${TOKEN}::honey`, Cl.tuple({ a: Cl.uint(1) })),
  ],
  'trackTransaction on Stacks': async () => {
    const id = await chain.send({ call: true });
    const handle = trackTransaction(id, { source: stacksApi({ baseUrl: chain.url, ...QUICK }) });
    return tracked(handle, 'pending');
  },
  'trackTransaction on Bitcoin': async () => {
    const source = mempoolSpace({ baseUrl: chain.bitcoinUrl, ...QUICK });
    return tracked(
      trackTransaction(await chain.sendBitcoin(), { source, chain: 'bitcoin' }),
      'pending',
    );
  },
  'trackTransaction of nothing': () => trackTransaction({ txid: '' }).state,
  'fetchSignIn().getNonce': () => atServer({ nonce: 'A', resources: ['a:b'], extra: { a: [{ b: 1 }] } }, (server) => server.getNonce()), // prettier-ignore
  'fetchSignIn().verify': () => atServer({ ok: true, account: ACCOUNT }, (server) => server.verify({ message: 'a', signature: '00' })), // prettier-ignore
  'fetchSignIn().verify, of a refusal': () => atServer({ ok: false, code: 'nonce' }, (server) => server.verify({ message: 'a', signature: '00' })), // prettier-ignore
  'fetchSignIn().getSession': () => atServer({ account: ACCOUNT }, (server) => server.getSession()),
  parseSignInMessage: () => parseSignInMessage(createSignInMessage(FIELDS)),
  verifyMessage: () => verifyMessage({ address: signer.address(), message: 'x', signature: signer.sign('x') }), // prettier-ignore
  verifySignIn: () => {
    const message = createSignInMessage(FIELDS);
    return verifySignIn({ message, signature: signer.sign(message) }, POLICY);
  },
  'verifySignIn, of a refusal': () => verifySignIn({ message: 'x', signature: '00' }, POLICY),
};
const signer = stacksSigner();
const nonces = memoryNonceStore(600_000);
const FIELDS = {
  domain: 'app.example.com',
  chain: 'stacks:mainnet',
  address: signer.address(),
  statement: 'Sign in.',
  uri: 'https://app.example.com',
  nonce: nonces.create(),
  issuedAt: new Date().toISOString(),
  resources: ['https://app.example.com/terms'],
};
const POLICY = {
  domains: ['app.example.com'],
  uris: ['https://app.example.com'],
  chains: ['stacks:mainnet'],
  statements: ['Sign in.'],
  nonces,
};

describe('the results of', () => {
  for (const [name, getResult] of Object.entries(RESULTS)) {
    it(`${name} are plain`, async () => {
      const result = await getResult();
      assert.notEqual(result, undefined);
      assert.equal(findOther(result), undefined);
    });
  }
});
