/** What an editor offers in TypeScript and TSX. `npm run test:apps frameworks` tests Vue, Svelte and Angular. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { root } from '../support/program.mjs';
import { createEditor } from '../support/editor.mjs';

const { complete, hover } = createEditor({
  folder: `${root}test/`,
  compilerOptions: {
    jsx: 4, // react-jsx
    jsxImportSource: 'react',
    paths: {
      'stacks-wallet-elements': [`${root}dist/index.d.ts`],
      'stacks-wallet-elements/define/*': [`${root}dist/elements/*/define.d.ts`],
      'stacks-wallet-elements/tags/*': [`${root}dist/tags/*.d.ts`],
      react: [`${root}test/support/jsx-types.d.ts`],
      'react/jsx-runtime': [`${root}test/support/jsx-types.d.ts`],
    },
  },
});

const REQUEST = `import { configure, connect, request } from 'stacks-wallet-elements';\n`;
const TAGS = `import type {} from 'stacks-wallet-elements/tags/react';\nimport 'stacks-wallet-elements/define/wallet-connect-button';\n`;
const NETWORKS = ['mainnet', 'testnet', 'devnet'];
const METHODS = ['stx_transferStx', 'stx_callContract', 'signPsbt', 'getAddresses'];

describe('an editor completes', () => {
  for (const [what, code, names] of [
    ['the names of methods', `${REQUEST}request('‸')`, METHODS],
    ['the names of methods after options', `${REQUEST}request({}, '‸')`, METHODS],
    ['a method that is written in small letters', `${REQUEST}request('stx_transferstx‸')`, METHODS],
    ['params', `${REQUEST}request('stx_transferStx', { ‸ })`, ['recipient', 'amount', 'memo']],
    [
      'params after the first',
      `${REQUEST}request('stx_callContract', { contract: '', ‸ })`,
      ['functionName', 'postConditions'],
    ],
    [
      'params after options',
      `${REQUEST}request({}, 'signPsbt', { ‸ })`,
      ['psbt', 'signInputs', 'broadcast'],
    ],
    [
      'a network in params',
      `${REQUEST}request('stx_transferStx', { recipient: '', amount: 1n, network: '‸' })`,
      NETWORKS,
    ],
    [
      'a mode',
      `${REQUEST}request('stx_callContract', { contract: '', functionName: '', postConditionMode: '‸' })`,
      ['allow', 'deny'],
    ],
    [
      'the kinds of post-conditions',
      `${REQUEST}request('stx_callContract', { contract: '', functionName: '', postConditions: [{ type: '‸' }] })`,
      ['stx-postcondition', 'ft-postcondition', 'nft-postcondition'],
    ],
    [
      'the fields of a post-condition',
      `${REQUEST}request('stx_callContract', { contract: '', functionName: '', postConditions: [{ type: 'ft-postcondition', ‸ }] })`,
      ['address', 'condition', 'amount', 'asset'],
    ],
    [
      'options of connect',
      `${REQUEST}connect({ ‸ })`,
      ['network', 'forceWalletSelect', 'approvedProviderIds'],
    ],
    ['settings', `${REQUEST}configure({ network: '‸' })`, NETWORKS],
    [
      'fields of a result',
      `${REQUEST}(await request('stx_transferStx', { recipient: '', amount: 1n })).‸`,
      ['txid', 'transaction'],
    ],
    [
      'the type of an element',
      `${TAGS}document.createElement('wallet-connect-button').‸`,
      ['variant', 'withoutMenu'],
    ],
    [
      'the fields of an event',
      `${TAGS}document.createElement('wallet-connect-button').addEventListener('wallet-connect', (event) => event.‸)`,
      ['addresses'],
    ],
    ['tags', `${TAGS}<wallet-‸`, ['wallet-connect-button', 'wallet-request-button']],
    [
      'attributes',
      `${TAGS}<wallet-request-button ‸ />`,
      ['method', 'params', 'variant', 'onwallet-request-success'],
    ],
    ['a method in TSX', `${TAGS}<wallet-request-button method="‸" />`, METHODS],
    ['a network in TSX', `${TAGS}<wallet-context network="‸" />`, NETWORKS],
    ['a variant', `${TAGS}<wallet-connect-button variant="‸" />`, ['filled', 'outlined', 'plain']],
    ['params in TSX', `${TAGS}<wallet-request-button params={{ ‸ }} />`, ['recipient', 'amount']],
    [
      'the values of an attribute with a hyphen',
      `${TAGS}<wallet-request-button if-unsupported="‸" />`,
      ['disable', 'hide'],
    ],
    [
      'an event in TSX',
      `${TAGS}<wallet-connect-button onwallet-connect={(event) => event.‸} />`,
      ['addresses'],
    ],
  ]) {
    it(what, () => {
      const offered = complete(code);
      assert.deepEqual(
        names.filter((name) => !offered.includes(name)),
        [],
        offered.join(' '),
      );
      assert.ok(!offered.includes('charCodeAt'), 'the methods of a text');
    });
  }
});

describe('an editor explains', () => {
  for (const [what, code, text] of [
    [
      'a method',
      `${REQUEST}requ‸est('stx_transferStx', { recipient: '', amount: 1n })`,
      /stx_transferStx/,
    ],
    [
      'a param',
      `${REQUEST}request('stx_transferStx', { recipient: '', amo‸unt: 1n })`,
      /micro-STX/i,
    ],
    [
      'how to write a Clarity value',
      `${REQUEST}request('stx_callContract', { contract: '', functionName: '', function‸Args: [] })`,
      /objects of `Cl`/,
    ],
    [
      'how to write a post-condition',
      `${REQUEST}request('stx_callContract', { contract: '', functionName: '', post‸Conditions: [] })`,
      /objects of `Pc`.* fails/,
    ],
    ['a tag', `${TAGS}<wallet-con‸nect-button />`, /Connects a wallet|connect/i],
    ['an attribute', `${TAGS}<wallet-connect-button vari‸ant="plain" />`, /look of the button/],
  ]) {
    it(what, () => {
      const shown = hover(code);
      assert.match(shown, text);
      assert.doesNotMatch(shown, /\bunknown\b/);
    });
  }
});
