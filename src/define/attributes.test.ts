import { expect, fixture, html } from '@open-wc/testing';
import type { LitElement } from 'lit';
import { installed, part, textOf } from '../testing/element-helpers.js';
import { FakePage, openModal } from '../testing/modal.js';
import { waitUntil } from '../testing/wait-until.js';
import './all.js';
import { loaders } from './autoload.js';

/** Attributes that an element sets itself. */
const SET_BY_ELEMENT: Partial<Record<keyof typeof ATTRIBUTES, readonly string[]>> = {
  'ft-list': ['status'],
  'ft-metadata-card': ['status'],
  'nft-metadata-card': ['status'],
  'wallet-account': ['open', 'status'],
  'wallet-connect-button': ['status'],
  'wallet-context': ['status', 'wrong-network'],
  'wallet-request-button': ['status'],
  'wallet-select-modal': ['open'],
  'wallet-sign-in': ['status'],
  'wallet-transaction': ['status'],
};

/** Every other attribute: [attribute value, property, property value]. */
const ATTRIBUTES = {
  'ft-amount': {
    value: ['15', 'value', '15'],
    decimals: ['6', 'decimals', 6],
    symbol: ['TKN', 'symbol', 'TKN'],
    principal: ['x', 'principal', 'x'],
    'max-fraction-digits': ['2', 'maxFractionDigits', 2],
    notation: ['compact', 'notation', 'compact'],
    'sign-display': ['always', 'signDisplay', 'always'],
    'base-url': ['https://a.example', 'baseUrl', 'https://a.example'],
  },
  'ft-list': {
    value: ['A', 'value', 'A'],
    name: ['from', 'name', 'from'],
    disabled: ['', 'disabled', true],
    required: ['', 'required', true],
    search: ['honey', 'search', 'honey'],
    label: ['From', 'label', 'From'],
    symbol: ['HNY', 'symbol', 'HNY'],
    address: ['SP', 'address', 'SP'],
    'order-by': ['symbol', 'orderBy', 'symbol'],
    order: ['desc', 'order', 'desc'],
    limit: ['10', 'limit', 10],
    images: ['off', 'images', 'off'],
    'ipfs-gateway': ['https://b.example', 'ipfsGateway', 'https://b.example'],
    'arweave-gateway': ['https://c.example', 'arweaveGateway', 'https://c.example'],
    'base-url': ['https://a.example', 'baseUrl', 'https://a.example'],
  },
  'ft-metadata-card': {
    variant: ['row', 'variant', 'row'],
    principal: ['x', 'principal', 'x'],
    'base-url': ['https://a.example', 'baseUrl', 'https://a.example'],
    locale: ['de', 'locale', 'de'],
    locales: ['de fr', 'locales', 'de fr'],
    'heading-level': ['2', 'headingLevel', 2],
    images: ['off', 'images', 'off'],
    lazy: ['off', 'lazy', 'off'],
    'ipfs-gateway': ['off', 'ipfsGateway', 'off'],
    'arweave-gateway': ['https://b.example', 'arweaveGateway', 'https://b.example'],
  },
  'nft-metadata-card': {
    'token-id': ['7', 'tokenId', '7'],
    kind: ['sft', 'kind', 'sft'],
    variant: ['row', 'variant', 'row'],
    principal: ['x', 'principal', 'x'],
    'base-url': ['https://a.example', 'baseUrl', 'https://a.example'],
    locale: ['de', 'locale', 'de'],
    locales: ['de fr', 'locales', 'de fr'],
    'heading-level': ['2', 'headingLevel', 2],
    images: ['off', 'images', 'off'],
    lazy: ['off', 'lazy', 'off'],
    'ipfs-gateway': ['off', 'ipfsGateway', 'off'],
    'arweave-gateway': ['https://b.example', 'arweaveGateway', 'https://b.example'],
  },
  'wallet-account': {
    chain: ['bitcoin', 'chain', 'bitcoin'],
    'chars-start': ['8', 'charsStart', 8],
    'chars-end': ['2', 'charsEnd', 2],
    'without-copy': ['', 'withoutCopy', true],
    'without-explorer': ['', 'withoutExplorer', true],
    'without-disconnect': ['', 'withoutDisconnect', true],
    explorer: ['https://c.example/{address}', 'explorer', 'https://c.example/{address}'],
    inline: ['', 'inline', true],
    transactions: ['', 'transactions', true],
  },
  'wallet-connect-button': {
    label: ['Sign in', 'label', 'Sign in'],
    variant: ['plain', 'variant', 'plain'],
    size: ['l', 'size', 'l'],
    disabled: ['', 'disabled', true],
    provider: ['A', 'provider', 'A'],
    'without-menu': ['', 'withoutMenu', true],
  },
  'wallet-context': {
    network: ['testnet', 'network', 'testnet'],
    'approved-provider-ids': ['A B', 'approvedProviderIds', ['A', 'B']],
    'force-wallet-select': ['', 'forceWalletSelect', true],
    'without-persist': ['', 'withoutPersist', true],
    'without-overrides': ['', 'withoutOverrides', true],
    'without-local-storage': ['', 'withoutLocalStorage', true],
    'metadata-base-url': ['https://d.example', 'metadataBaseUrl', 'https://d.example'],
  },
  'wallet-list': {
    'without-install': ['', 'withoutInstall', true],
    sort: ['name', 'sort', 'name'],
  },
  'wallet-request-button': {
    method: ['getAddresses', 'method', 'getAddresses'],
    params: ['{}', 'paramsJson', '{}'],
    variant: ['outlined', 'variant', 'outlined'],
    size: ['s', 'size', 's'],
    disabled: ['', 'disabled', true],
    'require-connect': ['', 'requireConnect', true],
    'if-unsupported': ['disable', 'ifUnsupported', 'disable'],
    track: ['', 'track', true],
  },
  'wallet-select-modal': {
    label: ['Sign in', 'label', 'Sign in'],
    'without-install': ['', 'withoutInstall', true],
    'without-help': ['', 'withoutHelp', true],
    'help-href': ['https://e.example', 'helpHref', 'https://e.example'],
    sort: ['none', 'sort', 'none'],
  },
  'wallet-sign-in': {
    endpoint: ['/auth', 'endpoint', '/auth'],
    chain: ['bitcoin', 'chain', 'bitcoin'],
    'account-change': ['keep', 'accountChange', 'keep'],
    variant: ['outlined', 'variant', 'outlined'],
    size: ['s', 'size', 's'],
    disabled: ['', 'disabled', true],
  },
  'wallet-transaction': {
    txid: ['aa', 'txid', 'aa'],
    chain: ['bitcoin', 'chain', 'bitcoin'],
    network: ['testnet', 'network', 'testnet'],
    confirmations: ['bitcoin', 'confirmations', 'bitcoin'],
    'without-poll': ['', 'withoutPoll', true],
    'follow-replacement': ['', 'followReplacement', true],
    explorer: ['https://c.example/{txid}', 'explorer', 'https://c.example/{txid}'],
    'base-url': ['https://a.example', 'baseUrl', 'https://a.example'],
  },
  'wallet-transactions': {
    limit: ['9', 'limit', 9],
    confirmations: ['3', 'confirmations', 3],
    explorer: ['https://c.example/{txid}', 'explorer', 'https://c.example/{txid}'],
  },
} satisfies Partial<
  Record<keyof HTMLElementTagNameMap, Record<string, readonly [string, string, unknown]>>
>;

/** The element, parsed from one string of HTML as in a static page. */
async function parsed(tag: string, attributes: Record<string, readonly [string, ...unknown[]]>) {
  const text = Object.entries(attributes).map(([name, [value]]) => `${name}='${value}'`);
  const box = await fixture<HTMLElement>(html`<div></div>`);
  box.innerHTML = `<${tag} ${text.join(' ')}></${tag}>`;
  const element = box.firstElementChild as LitElement;
  await element.updateComplete;
  return element;
}

/** The text of an element, and the attributes of each element inside it. */
function shown(element: LitElement): string {
  const inner = [...element.shadowRoot!.querySelectorAll('*')];
  const attributes = inner.map((one) =>
    one.getAttributeNames().map((name) => `${name}=${one.getAttribute(name)}`),
  );
  return JSON.stringify([textOf(element), ...attributes.map((list) => list.sort())]);
}

describe('this file', () => {
  it('contains every element', () => {
    expect(Object.keys(ATTRIBUTES)).to.have.members([...loaders.keys()]);
  });
});

for (const [tag, attributes] of Object.entries(ATTRIBUTES)) {
  describe(`<${tag}> as plain HTML`, () => {
    it('observes these attributes and those that it sets itself, and no others', () => {
      const { observedAttributes } = customElements.get(tag) as typeof LitElement;
      const own = SET_BY_ELEMENT[tag as keyof typeof ATTRIBUTES] ?? [];
      expect(observedAttributes).to.have.members([...Object.keys(attributes), ...own]);
    });

    it('reads each of its attributes', async () => {
      const element = await parsed(tag, attributes);
      for (const [name, [, property, value]] of Object.entries(attributes)) {
        expect(Reflect.get(element, property), name).to.deep.equal(value);
      }
    });

    it('returns to its defaults when the attributes are removed', async () => {
      const element = await parsed(tag, attributes);
      const untouched = await parsed(tag, {});
      for (const name of Object.keys(attributes)) element.removeAttribute(name);
      await element.updateComplete;
      await waitUntil(() => shown(element) === shown(untouched), shown(element));
      const names = (one: LitElement) => one.getAttributeNames().sort().join();
      await waitUntil(() => names(element) === names(untouched), names(element));
    });
  });
}

describe('<wallet-account> after its attributes are removed', () => {
  it('shortens the address as before', async () => {
    const page = await installed({ connected: true });
    const element = await fixture<LitElement>(
      html`<wallet-account
        .client=${page.client}
        chain="bitcoin"
        chars-start="9"
        chars-end="9"
      ></wallet-account>`,
    );
    const shown = () => part(element, 'trigger').querySelector('bdi')!.textContent;
    const long = shown();
    for (const name of ['chain', 'chars-start', 'chars-end']) element.removeAttribute(name);
    await element.updateComplete;
    expect(shown()).to.not.equal(long);
    expect(shown()).to.match(/^SP\w{3}…\w{4}$/);
    page.uninstall();
  });
});

describe('<wallet-select-modal> after its attributes are removed', () => {
  it('shows its default title, help and order', async () => {
    const { modal } = await openModal(new FakePage().selection());
    const before = modal.shadowRoot!.textContent;
    const attributes = { label: 'Sign in', 'help-href': 'https://e.example', sort: 'name' };
    for (const [name, value] of Object.entries(attributes)) modal.setAttribute(name, value);
    await modal.updateComplete;
    for (const name of Object.keys(attributes)) modal.removeAttribute(name);
    await modal.updateComplete;
    expect(modal.shadowRoot!.textContent).to.equal(before);
    modal.hide();
  });
});
