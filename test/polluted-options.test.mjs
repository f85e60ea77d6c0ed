/**
 * With a polluted Object.prototype (by a merge of JSON, for example), no option has another value. Tests the optional
 * fields of every type in the published declarations, so that a new option is tested without a change here.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createMetadataClient, formatUnits, parseUnits } from '../dist/metadata/index.js';
import { stacksApi, trackTransaction } from '../dist/transactions/index.js';
import { createSignInMessage, memoryNonceStore, verifySignIn } from '../dist/verify/index.js';
import { stacksSigner } from './support/message-signers.mjs';

const DIST = new URL('../dist/', import.meta.url);
const NAMES = new Set(
  readdirSync(DIST, { recursive: true })
    .filter((file) =>
      /^(?:core|metadata|sign-in|transactions|verify|dev-wallet)\/.*\.d\.ts$/.test(file),
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

/** What each function does, as a text. */
const FLOWS = {
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

describe('a polluted Object.prototype', () => {
  it('is tested with the names of the options', () => {
    for (const name of [
      'maxAge',
      'clockSkew',
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
      for (const name of NAMES) {
        if (name in Object.prototype) continue;
        for (const value of VALUES) {
          Object.prototype[name] = value;
          try {
            const found = await run();
            if (found !== expected) faults.push(`${name}: ${found}`);
          } catch (error) {
            faults.push(`${name}: ${error.message}`);
          } finally {
            delete Object.prototype[name];
          }
        }
      }
      assert.deepEqual(faults, []);
    });
  }
});
