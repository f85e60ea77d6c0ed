/** Errors for mistakes of a developer: each ends with a link to the documentation. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import dropIn from '../compat/dist/index.js';
import { request, getDefaultClient } from '../dist/index.js';
import { registerMessages } from '../dist/elements/messages/index.js';
import { formatUnits, getFtMetadata, parseUnits } from '../dist/tokens/index.js';
import { trackTransaction } from '../dist/transactions/index.js';
import {
  createSignInMessage,
  verifySignIn,
  verifyStructuredData,
} from '../dist/sign-in/server/index.js';

const SOURCES = new URL('../src/', import.meta.url);
const PAGE = readFileSync(new URL('../site/errors/index.md', import.meta.url), 'utf8');
const [, HOME] = /"homepage": "([^"]+)"/.exec(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

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
  'request on a server': () => request('stx_signMessage', { message: 'Hello' }),
  switchNetwork: () => getDefaultClient().switchNetwork('testnet'),
  'the drop-in, loadUserData': () => new dropIn.UserSession().loadUserData(),
  'the drop-in, SessionDataStore': () => new dropIn.SessionDataStore().getSessionData(),
  'the drop-in, request': () => dropIn.request('stx_transferStx', { recipient: 'x', amount: 1n }),
};

describe('a developer error', () => {
  for (const [title, run] of Object.entries(MISTAKES)) {
    it(`ends with a link to the documentation: ${title}`, async () => {
      const error = await Promise.resolve()
        .then(run)
        .then(
          () => assert.fail('nothing was thrown'),
          (thrown) => thrown,
        );
      const [, address] = / See (\S+)$/.exec(error.message) ?? assert.fail(error.message);
      assert.ok(address.startsWith(`${HOME}errors/#`), address);
      hasAnchor(address.split('#')[1]);
    });
  }

  it('links to an anchor that exists', () => {
    for (const path of readdirSync(SOURCES, { recursive: true })) {
      if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
      const text = readFileSync(new URL(path, SOURCES), 'utf8');
      const topics = [
        ...text.matchAll(/errors\/#([\w-]+)['"]/g),
        ...text.matchAll(/withDocs\((?:[^()]|\([^()]*\))*?'([\w-]+)',?\s*\)/g),
      ];
      for (const [, topic] of topics) hasAnchor(topic);
    }
  });
});

function hasAnchor(id) {
  assert.ok(PAGE.includes(`{#${id}}`) || PAGE.includes(`<a id="${id}">`), `#${id} is missing`);
}
