/** Errors for mistakes of a developer: each ends with the page of the documentation in the package. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import dropIn from '../../compat/dist/index.js';
import { request, getDefaultClient } from '../../dist/index.js';
import { registerMessages } from '../../dist/elements/messages/index.js';
import { formatUnits, getFtMetadata, parseUnits } from '../../dist/metadata/index.js';
import { trackTransaction } from '../../dist/transactions/index.js';
import {
  createSignInHandler,
  createSignInMessage,
  memoryNonceStore,
  verifySignIn,
  verifyStructuredData,
} from '../../dist/verify/index.js';
import { installPackage } from '../support/installed.mjs';

const SOURCES = new URL('../../src/', import.meta.url);
const PAGE = 'node_modules/stacks-wallet-elements/docs/errors.md';

const MISTAKES = {
  createSignInMessage: () => createSignInMessage({ domain: 'https://a.b' }),
  'verifySignIn, policy': () => verifySignIn({}, { domains: [] }),
  'verifyStructuredData, domain': () => verifyStructuredData({}, { name: 1 }),
  registerMessages: () => registerMessages('no language', {}),
  formatUnits: () => formatUnits(1.5, 6),
  parseUnits: () => parseUnits('1', 99),
  trackTransaction: () => trackTransaction('5a'),
  getFtMetadata: () => getFtMetadata('x'),
  'request, params': () => request('stx_transferStx', { recipient: 'x', amount: 1n }),
  'request, method': () => request({}, ''),
  'on, type': () => getDefaultClient().on('send', () => {}),
  createSignInHandler: () => createSignInHandler({ origin: 'https://a.b/' }),
  memoryNonceStore: () => memoryNonceStore(0),
  'request on a server': () => request('stx_signMessage', { message: 'Hello' }),
  switchNetwork: () => getDefaultClient().switchNetwork('testnet'),
  'the drop-in, loadUserData': () => new dropIn.UserSession().loadUserData(),
  'the drop-in, SessionDataStore': () => new dropIn.SessionDataStore().getSessionData(),
  'the drop-in, request': () => dropIn.request('stx_transferStx', { recipient: 'x', amount: 1n }),
};

/** Files whose errors without a page are caught: their text is in another error, or nobody sees it. */
const CAUGHT = [
  ...['bitcoin/psbt-inputs.ts', 'bitcoin/psbt-params.ts', 'bitcoin/scripts.ts'],
  ...['core/explain.ts', 'compat/app-network.ts', 'compat/psbt-sighash.ts'],
  ...[
    'contracts/abi-types.ts',
    'contracts/call-warnings.ts',
    'contracts/decode.ts',
    'http/to-node.ts',
    'metadata/watch-token.ts',
    'define/picker.ts',
    'frameworks/use-contract.ts',
    'lib/amount.ts',
    'lib/promises.ts',
    'payments/server/handler.ts',
    'sign-in/create-sign-in.ts',
  ],
  ...['verify/verify-message.ts', 'stacks/clarity.ts', 'stacks/next-nonce.ts'],
  ...['stacks/stacks-transaction.ts', 'transactions/sources/stacks-api.ts', 'wallets/catalog.ts'],
];

describe('a developer error', () => {
  let app;
  let page;
  before(() => {
    app = installPackage();
    page = readFileSync(join(app.folder, PAGE), 'utf8');
  });
  after(() => app?.remove());
  const hasAnchor = (id) => assert.ok(page.includes(`<a id="${id}">`), `#${id} is missing`);

  for (const [title, run] of Object.entries(MISTAKES)) {
    it(`ends with a page that the package contains: ${title}`, async () => {
      const error = await Promise.resolve()
        .then(run)
        .then(
          () => assert.fail('nothing was thrown'),
          (thrown) => thrown,
        );
      const [, address] = / See (\S+)$/.exec(error.message) ?? assert.fail(error.message);
      const [file, anchor] = address.split('#');
      assert.equal(file, PAGE);
      hasAnchor(anchor);
    });
  }

  it('ends with a page wherever the sources create an error', () => {
    const without = new Set();
    for (const path of readdirSync(SOURCES, { recursive: true })) {
      if (!path.endsWith('.ts') || path.endsWith('.test.ts') || path.startsWith('testing/'))
        continue;
      const text = readFileSync(new URL(path, SOURCES), 'utf8');
      for (const { index } of text.matchAll(/new (?:Type|Range|Syntax)?Error\(/g)) {
        if (!/^[^(]+\(\s*withDocs\(/.test(text.slice(index))) without.add(path);
      }
    }
    assert.deepEqual([...without].sort(), CAUGHT.toSorted());
  });

  it('has a section for each code', () => {
    const read = (path) => readFileSync(new URL(path, SOURCES), 'utf8');
    const [, transactions] = /TransactionErrorCode =([^;]*);/.exec(
      read('transactions/transaction-error.ts'),
    );
    const codes = [
      ...read('errors.ts').matchAll(/^ {2}\w+: (-\d+),$/gm),
      ...(read('metadata/metadata-error.ts') + read('metadata/units.ts')).matchAll(
        /^ {2}\| '([\w-]+)'/gm,
      ),
      ...transactions.matchAll(/'([\w-]+)'/g),
    ].map(([, code]) => code);
    assert.ok(codes.length > 25, codes.join());
    codes.forEach(hasAnchor);
  });

  it('names an anchor that exists, wherever the source has one', () => {
    for (const path of readdirSync(SOURCES, { recursive: true })) {
      if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
      const text = readFileSync(new URL(path, SOURCES), 'utf8');
      const topics = [
        ...text.matchAll(/errors\.md#([\w-]+)['"]/g),
        ...text.matchAll(/withDocs\((?:[^()]|\([^()]*\))*?'([\w-]+)',?\s*\)/g),
      ];
      for (const [, topic] of topics) hasAnchor(topic);
    }
  });
});
