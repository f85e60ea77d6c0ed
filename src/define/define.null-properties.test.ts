import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import { installed, textOf } from '../testing/element-helpers.js';
import { pause } from '../testing/wait-until.js';
import './all.js';
import { loaders } from './autoload.js';

/** Attributes with which an element shows something. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ft-amount': { value: '1500000', decimals: '6', symbol: 'TKN' },
  'ft-metadata-card': { principal: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey' },
  'nft-metadata-card': {
    principal: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-nft',
    'token-id': '7',
  },
  'wallet-account': { inline: '' },
  'wallet-request-button': { method: 'stx_getAddresses' },
  'wallet-sign-in': { endpoint: '/auth' },
  'wallet-transaction': { txid: '5a'.repeat(32) },
};

/** What every service answers. */
const TOKEN = { name: 'Honey', symbol: 'HNY', decimals: 6, results: [], total: 0 };

/** The element writes them. */
const OWN = ['status', 'wrongNetwork'];

const elementProperties = (tag: string) =>
  (customElements.get(tag) as typeof LitElement).elementProperties;

/** The public properties of an element, with their attributes. */
const propertiesOf = (tag: string) =>
  [...elementProperties(tag)].flatMap(([name, { state, attribute }]) =>
    typeof name === 'string' && !state && !OWN.includes(name)
      ? [[name, typeof attribute === 'string' ? attribute : name.toLowerCase()] as const]
      : [],
  );

/** The text of an element, and the attributes of each element inside it. */
function shownIn(element: LitElement): string {
  const inner = [...(element.shadowRoot?.querySelectorAll('*') ?? [])].map((one) =>
    one
      .getAttributeNames()
      .sort()
      .map((name) => `${name}=${one.getAttribute(name)}`)
      .join(),
  );
  return [textOf(element), ...inner].join('\n');
}

/** Resolves when the browser has told whether an element is near the viewport. */
const placed = (element: Element) =>
  new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });

/** What an element shows without an attribute, while a property is null from the start or is set to null. */
async function shown(
  tag: string,
  without: string,
  change?: { readonly name: string; readonly isLate: boolean },
): Promise<string> {
  const element = document.createElement(tag) as LitElement;
  const set = () => change && Reflect.set(element, change.name, null);
  for (const [name, value] of Object.entries(ATTRIBUTES[tag] ?? {})) {
    if (name !== without || change?.isLate) element.setAttribute(name, value);
  }
  if (!change?.isLate) set();
  document.body.append(element);
  await element.updateComplete;
  // A card reads its token once it is near the viewport.
  await placed(element);
  await pause(10);
  if (change?.isLate) {
    set();
    await element.updateComplete;
    await placed(element);
  }
  let text = '';
  // On a busy machine, it shows nothing new for longer than one pause.
  for (let round = 0, same = 0; round < 100 && same < 3; round++) {
    await element.updateComplete;
    await pause(15);
    const before = text;
    text = shownIn(element);
    same = text === before && !/aria-busy=true/.test(text) ? same + 1 : 0;
  }
  element.remove();
  for (const left of document.querySelectorAll('wallet-select-modal')) left.remove();
  return text;
}

describe('a property that is null', () => {
  const { fetch } = globalThis;
  before(() => {
    // The time of an answer about a transaction differs.
    globalThis.fetch = (url) =>
      String(url).includes('/transactions/')
        ? new Promise(() => {})
        : Promise.resolve(Response.json(TOKEN));
  });
  after(() => {
    globalThis.fetch = fetch;
  });

  for (const tag of loaders.keys()) {
    it(`of <${tag}> is absent`, async () => {
      const page = await installed({ connected: true });
      try {
        // The first run loads modules.
        await shown(tag, '');
        const whole = await shown(tag, '');
        for (const [name, attribute] of propertiesOf(tag)) {
          const isGiven = Object.hasOwn(ATTRIBUTES[tag] ?? {}, attribute);
          const expected = isGiven ? await shown(tag, attribute) : whole;
          for (const isLate of [false, true]) {
            const found = await shown(tag, attribute, { name, isLate });
            expect(found, `${name}, ${isLate ? 'set later' : 'from the start'}`).to.equal(expected);
          }
        }
      } finally {
        page.uninstall();
      }
    });
  }
});
