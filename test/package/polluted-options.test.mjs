/**
 * With a polluted Object.prototype (by a merge of JSON, for example), no option has another value. Tests the optional
 * fields of every type in the published declarations, so that a new option is tested without a change here.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createWalletClient, requestRaw } from '../../dist/core/index.js';
import { JsonRpcError } from '../../dist/errors.js';
import { useWallet } from '../../dist/frameworks/svelte.js';
import {
  createMetadataClient,
  formatUnits,
  parseUnits,
  safeImage,
  safeLink,
} from '../../dist/metadata/index.js';
import { createSignIn } from '../../dist/sign-in/index.js';
import { stacksApi, trackSent, trackTransaction } from '../../dist/transactions/index.js';
import { createSignInMessage, memoryNonceStore, verifySignIn } from '../../dist/verify/index.js';
import { stacksSigner } from '../support/message-signers.mjs';

const DIST = new URL('../../dist/', import.meta.url);
const NAMES = new Set(
  readdirSync(DIST, { recursive: true })
    .filter((file) =>
      /^(?:core|frameworks|metadata|sign-in|transactions|verify|wire|dev-wallet)\/.*\.d\.ts$/.test(
        file,
      ),
    )
    .flatMap((file) => [
      ...readFileSync(new URL(file, DIST), 'utf8').matchAll(/^\s+(?:readonly )?(\w+)\?:/gm),
    ])
    .map(([, name]) => name),
);
const EVIL = 'https://evil.example';
const VALUES = [EVIL, true, 1e9, ['Sign in to Example.'], {}];

const signer = stacksSigner();
const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const FIELDS = {
  domain: 'app.example.com',
  chain: 'stacks:mainnet',
  address: signer.address(),
  uri: 'https://app.example.com',
  nonce: 'NONCE0123456789',
  issuedAt: new Date(NOW - 600_000).toISOString(),
};
const TOO_OLD = createSignInMessage({
  ...FIELDS,
  expirationTime: new Date(NOW + 60_000).toISOString(),
});
const SIGNATURE = signer.sign(TOO_OLD);
const PRINCIPAL = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';

const CID = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';

/** A wallet with one account, which records what it is asked. */
function recordingWallet() {
  const asked = [];
  const rows = [{ symbol: 'STX', address: FIELDS.address, publicKey: signer.publicKey }];
  const request = async (method, params) => {
    asked.push(JSON.stringify([method, params]));
    return { jsonrpc: '2.0', id: '1', result: { addresses: rows } };
  };
  return { asked, provider: { request } };
}

const clientWith = () =>
  createWalletClient({ storage: { getItem: () => null, setItem() {}, removeItem() {} } });

/** The URLs that a client for tokens asks. */
function recordingFetch(answer) {
  const asked = [];
  const headers = { 'content-type': 'application/json' };
  const fetch = async (url) => {
    asked.push(String(url));
    return new Response(JSON.stringify(answer), { headers, status: 200 });
  };
  return { asked, fetch };
}

/** What each function does, as a text. */
const FLOWS = {
  connect: async () => {
    const { asked, provider } = recordingWallet();
    const { addresses } = await clientWith().connect({ provider });
    return JSON.stringify([asked, addresses]);
  },
  request: async () => {
    const { asked, provider } = recordingWallet();
    const { addresses } = await clientWith().request({ provider }, 'stx_getAddresses');
    return JSON.stringify([asked, addresses]);
  },
  requestRaw: async () => {
    const { asked, provider } = recordingWallet();
    const result = await requestRaw(provider, 'getAddresses');
    return JSON.stringify([asked, Object.entries(result)]);
  },
  explain: async () => {
    const outcomes = await clientWith().explain('stx_transferStx', {
      recipient: FIELDS.address,
      amount: '1',
    });
    const texts = outcomes.map(({ providerId, outcome, request, ignores }) =>
      JSON.stringify([providerId, outcome, request?.method, request?.params, ignores]),
    );
    return texts.join();
  },
  wallets: () => {
    const page = Object.assign(new EventTarget(), {
      performance,
      document: { readyState: 'complete' },
      Own: recordingWallet().provider,
      wbip_providers: [{ id: 'Own', name: 'Own' }],
    });
    const { installed, others } = createWalletClient({ window: page }).wallets();
    const shown = (wallet) =>
      ['id', 'name', 'icon', 'webUrl', 'chromeWebStoreUrl'].map((field) => wallet[field]);
    return JSON.stringify([installed.map(shown), others.map(shown)]);
  },
  supports: async () => {
    const { supported, reason } = await clientWith().supports('stx_transferStx');
    return [supported, reason].join();
  },
  'the client of other options': () => String(clientWith().with({ network: 'testnet' }).network),
  'the error of a wrong option': () => {
    const error = new JsonRpcError(-32602, 'wrong');
    return [error.message, ...Object.getOwnPropertyNames(error)].join();
  },
  'useWallet of the modules for frameworks': () => {
    let snapshot;
    useWallet().subscribe((next) => (snapshot = next))();
    return JSON.stringify(Object.entries(snapshot));
  },
  trackSent: () => {
    let listener;
    const client = { on: (_, given) => (listener = given) };
    const states = [];
    const tracked = ({ chain, network, source }) => states.push([chain, network, source]);
    trackSent(client, tracked, { store: false });
    listener({ txid: `0x${'5a'.repeat(32)}`, chain: 'stacks', network: 'testnet', sentAt: NOW });
    return states.join();
  },
  searchFts: async () => {
    const { asked, fetch } = recordingFetch({ results: [], total: 0 });
    const { total } = await createMetadataClient({ fetch }).searchFts({ name: 'a' });
    return [total, ...asked].join();
  },
  'safeLink and safeImage': () =>
    [
      safeLink(`ipfs://${CID}`),
      safeImage(`ipfs://${CID}/a.png`),
      safeImage(`ar://${'a'.repeat(43)}`),
    ].join(),
  createSignIn: async () => {
    const asked = [];
    const signIn = createSignIn({
      client: clientWith(),
      getNonce: async () => (asked.push('nonce'), { nonce: FIELDS.nonce }),
      verify: async () => (asked.push('verify'), { ok: false }),
      getSession: async () => (asked.push('session'), null),
    });
    await signIn.refresh();
    await signIn.signIn();
    const { status, account } = signIn.state;
    return [status, account, ...asked].join();
  },
  'createSignIn, with a nonce that is a text': async () => {
    const { host, origin } = new URL(FIELDS.uri);
    globalThis.location = { host, origin };
    const rows = [{ symbol: 'STX', address: FIELDS.address, publicKey: signer.publicKey }];
    const state = Object.freeze({ status: 'connected', addresses: rows, network: 'mainnet' });
    const asked = [];
    const signIn = createSignIn({
      client: {
        ...{ state, subscribe: () => () => {}, preload() {} },
        request: async (_options, method, { message }) => {
          // The times are those of the clock.
          asked.push(method, message.replace(/\d{4}-.*Z/g, 'a time'));
          return { signature: '00' };
        },
      },
      getNonce: async () => FIELDS.nonce,
      verify: async ({ signature, publicKey }) => (asked.push(signature, publicKey), false),
      session: null,
    });
    await signIn.signIn();
    delete globalThis.location;
    return asked.join();
  },
  createSignInMessage: () => createSignInMessage(FIELDS),
  'verifySignIn, of a message that is too old': async () => {
    const nonces = memoryNonceStore();
    const policy = {
      domains: [FIELDS.domain],
      uris: [FIELDS.uri],
      chains: [FIELDS.chain],
      nonces,
      now: () => NOW,
    };
    const { ok, code } = await verifySignIn({ message: TOO_OLD, signature: SIGNATURE }, policy);
    return `${ok} ${code}`;
  },
  formatUnits: () => formatUnits(1234567n, 6, { locale: 'en' }),
  parseUnits: () => String(parseUnits('-1.5', 6, { locale: 'en' })),
  getFtMetadata: async () => {
    const asked = [];
    const fetch = async (url) => {
      asked.push(String(url));
      return new Response('{"name":"A","decimals":6}', {
        headers: { 'content-type': 'application/json' },
        status: 200,
      });
    };
    await createMetadataClient({ fetch }).getFtMetadata(PRINCIPAL);
    return asked.join();
  },
  stacksApi: () => stacksApi().baseUrl,
  trackTransaction: () => {
    const { chain, network, state } = trackTransaction(`0x${'5a'.repeat(32)}`, { store: false });
    return [chain, network, state.status].join();
  },
};

/** Many names at once, since each change of the prototype makes all code slow. */
const AT_ONCE = 16;

/** Those of the names that change what a function does. */
async function faultsOf(names, value, run, expected) {
  for (const name of names) Object.prototype[name] = value;
  let found;
  try {
    found = await run();
  } catch (error) {
    found = error.message;
  } finally {
    for (const name of names) delete Object.prototype[name];
  }
  if (found === expected) return [];
  if (names.length === 1) return [`${names[0]}: ${found}`];
  const half = names.length >> 1;
  return [
    ...(await faultsOf(names.slice(0, half), value, run, expected)),
    ...(await faultsOf(names.slice(half), value, run, expected)),
  ];
}

describe('a polluted Object.prototype', () => {
  it('is found to change a function that reads it', async () => {
    const run = () => String({}.timeout);
    assert.deepEqual(await faultsOf([...NAMES], 1, run, 'undefined'), ['timeout: 1']);
  });

  it('is tested with the names of the options', () => {
    for (const name of [
      'maxAgeSeconds',
      'clockSkewSeconds',
      'statements',
      'baseUrl',
      'fetch',
      'timeout',
      'network',
      'session',
    ])
      assert.ok(NAMES.has(name), name);
  });

  for (const [title, run] of Object.entries(FLOWS)) {
    it(`changes nothing: ${title}`, async () => {
      const expected = await run();
      const faults = [];
      const names = [...NAMES].filter((name) => !(name in Object.prototype));
      for (let at = 0; at < names.length; at += AT_ONCE) {
        for (const value of VALUES)
          faults.push(...(await faultsOf(names.slice(at, at + AT_ONCE), value, run, expected)));
      }
      assert.deepEqual(faults, []);
    });
  }
});
