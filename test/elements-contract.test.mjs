import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { elementLists, tags } from '../scripts/elements.mjs';
import { root } from './support/program.mjs';

/**
 * Every public name of every element. A change of this list is a change of the public API. `''` is the default slot.
 */
const ELEMENTS = {
  'ft-amount': {
    attributes: 'base-url decimals max-fraction-digits notation principal sign symbol value',
    properties: 'client',
    slots: 'icon',
    parts: 'amount symbol',
    states: 'invalid loading raw',
  },
  'ft-list': {
    attributes:
      'address arweave-gateway base-url disabled images ipfs-gateway label limit name order order-by search status symbol value',
    properties: 'client',
    methods: 'reload',
    slots: 'empty',
    parts:
      'empty frame image list message monogram name option principal retry-button search symbol',
    events: 'ft-select',
  },
  'ft-metadata-card': {
    attributes:
      'arweave-gateway base-url heading-level images ipfs-gateway lazy locale locales principal status variant',
    properties: 'client metadata',
    methods: 'reload',
    slots: ' actions error loading',
    parts:
      'all-button attribute attributes authored card copy-button copy-error description details facts header heading image label link ' +
      'locale locale-note message monogram name principal properties refresh-note retry-button row skeleton symbol value ' +
      'whole-principal',
    states: 'locale-fallback monogram',
    events: 'ft-error ft-load',
  },
  'nft-metadata-card': {
    attributes:
      'arweave-gateway base-url heading-level images ipfs-gateway kind lazy locale locales principal status token-id ' +
      'variant',
    properties: 'client metadata',
    methods: 'reload',
    slots: ' actions error loading',
    parts:
      'all-button attribute attributes authored card copy-button copy-error description details facts header heading image label link ' +
      'locale locale-note message monogram name principal properties refresh-note retry-button row skeleton token-id value ' +
      'whole-principal',
    states: 'locale-fallback monogram',
    events: 'nft-error nft-load',
  },
  'wallet-account': {
    attributes:
      'chain chars-end chars-start explorer inline open status transactions without-copy without-disconnect without-explorer',
    properties: 'anchor client',
    methods: 'hide show toggle',
    slots: 'after balance before name trigger',
    parts:
      'address avatar copy-button copy-error disconnect-button explorer-link header list menu network network-warning ' +
      'purpose row transactions trigger wallet wallet-icon',
    events: 'wallet-account-toggle wallet-copy wallet-disconnect',
  },
  'wallet-connect-button': {
    attributes: 'disabled label provider size status transactions variant without-menu',
    properties: 'client',
    methods: 'click',
    slots: ' balance connected connecting icon name',
    parts: 'address button error icon label menu spinner',
    states: 'failed open',
    events: 'wallet-before-connect wallet-connect wallet-connect-error wallet-disconnect',
  },
  'wallet-context': {
    attributes:
      'approved-provider-ids force-wallet-select metadata-base-url network status ' +
      'without-local-storage without-overrides without-persist wrong-network',
    properties: 'addresses client defaultProviders request wallet',
    methods: 'connect disconnect',
    events: 'wallet-change',
  },
  'wallet-list': {
    attributes: 'sort without-install',
    properties: 'client providers',
    slots: 'empty',
    parts:
      'cancel-button group-label install-link list retry-button status wallet wallet-badge wallet-icon wallet-name',
    events: 'wallet-select',
  },
  'wallet-request-button': {
    attributes: 'disabled if-unsupported method params require-connect size status track variant',
    properties: 'client params',
    slots: ' error pending reconnect success',
    parts: 'button error label notice reason spinner transaction',
    states: 'rejected unsupported unusable',
    events: 'wallet-before-request wallet-request-error wallet-request-success',
  },
  'wallet-select-modal': {
    attributes: 'help-href label open sort without-help without-install',
    properties: 'client providers view',
    methods: 'hide openPicker select show',
    slots: 'empty footer header help',
    parts:
      'back-button body cancel-button close-button copy-button dialog footer group-label header install-link list ' +
      'retry-button status title wallet wallet-badge wallet-icon wallet-name',
    states: 'connected connecting empty failed help list phone rejected',
    events:
      'wallet-modal-after-hide wallet-modal-after-show wallet-modal-hide wallet-modal-show wallet-select',
  },
  'wallet-sign-in': {
    attributes: 'account-change chain disabled endpoint size status variant',
    properties: 'client controller',
    slots: ' connect signed-in',
    parts: 'account address button error label notice other sign-out spinner switch',
    events: 'wallet-sign-in wallet-sign-in-account-change wallet-sign-in-error wallet-sign-out',
  },
  'wallet-transaction': {
    attributes:
      'base-url chain confirmations explorer follow-replacement network status txid without-poll',
    properties: 'state transaction',
    slots: 'actions icon label',
    parts: 'about detail explorer-link icon status',
    states: 'invalid',
    events: 'wallet-transaction-change wallet-transaction-confirmed wallet-transaction-failed',
  },
  'wallet-transactions': {
    attributes: 'confirmations explorer limit',
    properties: 'client',
    slots: 'empty',
    parts: 'detail empty explorer-link list status title transaction',
    states: 'empty',
  },
};

const { modules } = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8'));
const classes = modules.flatMap(({ declarations = [] }) => declarations);
const definitions = modules.flatMap(({ path, exports = [] }) =>
  exports
    .filter(({ kind }) => kind === 'custom-element-definition')
    .map((one) => ({ path, ...one })),
);

const names = (described = []) =>
  described
    .map(({ name }) => name)
    .sort()
    .join(' ');
const rowsOf = (path) =>
  [...readFileSync(root + path, 'utf8').matchAll(/^\| `(--[\w-]+)`/gm)].map(([, name]) => name);

describe('custom-elements.json', () => {
  for (const [tag, expected] of Object.entries(ELEMENTS)) {
    const element = classes.find(({ tagName }) => tagName === tag);

    it(`<${tag}>: has exactly the listed names`, () => {
      assert.ok(element, 'the tag is in the manifest');
      const { members } = element;
      const found = {
        attributes: names(element.attributes),
        properties: names(members.filter(({ kind, attribute }) => kind === 'field' && !attribute)),
        methods: names(members.filter(({ kind }) => kind === 'method')),
        slots: names(element.slots),
        parts: names(element.cssParts),
        states: names(element.cssStates),
        events: names(element.events),
      };
      const empty = Object.fromEntries(Object.keys(found).map((kind) => [kind, '']));
      assert.deepEqual(found, { ...empty, ...expected });
    });

    it(`<${tag}>: names the class of each event`, () => {
      for (const { name, type } of element.events ?? []) {
        const event = classes.find((declared) => declared.name === type?.text);
        assert.equal(event?.superclass?.name, 'Event', `${name}: ${type?.text}`);
      }
    });

    it(`<${tag}>: names an existing module that defines it`, () => {
      const [definition, ...others] = definitions.filter(({ name }) => name === tag);
      assert.deepEqual(others, []);
      assert.equal(definition.path, `dist/elements/${tag}/define.js`);
      assert.ok(existsSync(root + definition.path));
      assert.equal(definition.declaration.name, element.name);
      assert.ok(existsSync(root + definition.declaration.module));
    });

    it(`<${tag}>: has a description of each name`, () => {
      const { attributes, members, slots, cssParts, cssProperties, cssStates, events } = element;
      const all = [attributes, members, slots, cssParts, cssProperties, cssStates, events];
      const undescribed = all.flatMap((some = []) =>
        some.filter(({ description }) => !description),
      );
      assert.deepEqual(names(undescribed), '');
    });
  }

  it('has only public members, of elements and events, in files that exist', () => {
    const hidden = (declared) => declared.members.filter((one) => one.privacy || one.static);
    assert.deepEqual(classes.flatMap(hidden), []);
    for (const { path } of modules) assert.ok(existsSync(root + path), path);
    const unknown = classes.filter(
      ({ customElement, superclass }) => !customElement && superclass?.name !== 'Event',
    );
    assert.deepEqual(names(unknown), '');
  });

  it('lists the shared CSS properties for every element that reads them', () => {
    const properties = rowsOf('src/elements/styles/README.md').sort().join(' ');
    const without = classes.filter(({ customElement, cssProperties }) => {
      if (cssProperties) assert.equal(names(cssProperties), properties);
      return customElement && !cssProperties;
    });
    assert.equal(names(without), 'FtAmount WalletContext');
  });

  it('defines nothing else', () => {
    assert.deepEqual(definitions.map(({ name }) => name).sort(), Object.keys(ELEMENTS));
  });
});

describe('each folder of an element', () => {
  it('is an element listed here', () => {
    assert.deepEqual(tags, Object.keys(ELEMENTS));
  });

  it('is in define/autoload', () => {
    const source = readFileSync(`${root}src/define/autoload.ts`, 'utf8');
    const line =
      /^ {2}\[\s*'([\w-]+)',(?: \(\) => import\('\.\.\/elements\/\1\/define\.js'\)\],$|$)/gm;
    assert.deepEqual(
      [...source.matchAll(line)].map(([, tag]) => tag),
      tags,
    );
  });

  it('is in define/all, and has a class in elements/on-server', () => {
    for (const [file, text] of elementLists()) {
      assert.equal(readFileSync(file, 'utf8'), text, 'run: node scripts/elements.mjs');
    }
  });
});
