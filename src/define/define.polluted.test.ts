import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import { installed, textOf } from '../testing/element-helpers.js';
import { mined, toNewRow } from '../testing/transactions-service.js';
import { pause } from '../testing/wait-until.js';
import './all.js';
import { loaders } from './autoload.js';

const EVIL = 'https://evil.example';
/** What each public property of an element is on `Object.prototype`, one after the other. */
const VALUES: readonly unknown[] = [EVIL, 2];

/** Fields of the states that elements keep, and of what services and wallets answer. */
const FIELDS = [
  ...['answer', 'error', 'block', 'notFound', 'trouble', 'txid', 'sender', 'wallet', 'account'],
  ...['description', 'image', 'cached_image', 'image_uri', 'attributes', 'properties'],
  ...['localization', 'sip', 'decimals', 'total_supply', 'invalid', 'tx_id', 'sender_address'],
  ...['requested', 'served', 'purpose', 'type', 'addressType', 'publicKeys', 'picker', 'preload'],
];

/** Attributes with which an element shows something. `RUN` is another text in each run, so that no answer is cached. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ft-amount': { value: '1500000', decimals: '6', symbol: 'TKN' },
  'ft-list': { symbol: 'TRUN' },
  // Not lazy: until a card loads, it has no button, and on a busy machine that takes longer than 80 milliseconds.
  'ft-metadata-card': {
    principal: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.tRUN',
    lazy: 'off',
  },
  'nft-metadata-card': {
    principal: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.nRUN',
    'token-id': '7',
    lazy: 'off',
  },
  'wallet-account': { inline: '' },
  'wallet-request-button': { method: 'stx_getAddresses' },
  'wallet-sign-in': { endpoint: '/RUN' },
  'wallet-transaction': { txid: `${'5a'.repeat(30)}RUN` },
};

/** What every service answers, except about a transaction. */
const TOKEN = { name: 'Honey', symbol: 'HNY', decimals: 6, results: [], total: 0 };

/** A transaction in a block: it is not asked for again. */
function answerTo(url: string): object {
  const txid = /0x[\da-f]{64}/.exec(url)?.[0];
  return (txid && toNewRow(txid, mined('success'))) || TOKEN;
}

let runs = 4096;

/** The text of an element, and the attributes of each element inside it. */
function shownIn(element: LitElement): string[] {
  const inner = [...element.shadowRoot!.querySelectorAll('*')].flatMap((one) =>
    one.getAttributeNames().map((name) => `${name}=${one.getAttribute(name)}`),
  );
  // The color of a monogram depends on the principal.
  return [textOf(element), ...inner].map((text) => text.replace(/hue-\d/, ''));
}

/** Resolves when nothing has changed for 80 milliseconds and nothing is loading, or after two seconds. */
async function settled(result: () => unknown): Promise<void> {
  let before: string | undefined;
  let same = 0;
  for (let round = 0; round < 100 && same < 4; round++) {
    await pause(20);
    const now = JSON.stringify(result());
    same = now === before && !/Loading|class=waiting/.test(now) ? same + 1 : 0;
    before = now;
  }
}

/** What an element shows, and what it asks services and the wallet, after its first button is pressed. */
async function behaviourOf(tag: string, pollution: Readonly<Record<string, unknown>>) {
  const run = String(runs++);
  const here = (text: string) => text.replaceAll(run, 'RUN');
  const { fetch } = globalThis;
  const asked: string[] = [];
  const page = await installed({ connected: tag !== 'wallet-connect-button' });
  let element: LitElement | undefined;
  const polluted = Object.prototype as Record<string, unknown>;
  // That of the browser fails sooner or later, if its window does not have the focus.
  const clipboard = { __proto__: null, writeText: () => Promise.resolve() };
  const ofPage = { __proto__: null, value: clipboard, configurable: true } as PropertyDescriptor;
  Object.defineProperty(navigator, 'clipboard', ofPage);
  globalThis.fetch = (url, init) => {
    asked.push(here(`${init?.method ?? 'GET'} ${String(url)}`));
    const headers = { __proto__: null, 'content-type': 'application/json' };
    const answer = { __proto__: null, status: 200, headers } as unknown as ResponseInit;
    return Promise.resolve(new Response(JSON.stringify(answerTo(String(url))), answer));
  };
  try {
    Object.assign(polluted, pollution);
    const shown = document.createElement(tag) as LitElement;
    element = shown;
    for (const [name, value] of Object.entries(ATTRIBUTES[tag] ?? {})) {
      shown.setAttribute(name, value.replaceAll('RUN', run));
    }
    if (tag.startsWith('wallet-')) Reflect.set(shown, 'client', page.client);
    document.body.append(shown);
    const result = () => [shownIn(shown).map(here), asked, page.wallet.calls];
    await settled(result);
    shown.shadowRoot?.querySelector('button')?.click();
    await settled(result);
    return result();
  } finally {
    for (const name of Object.keys(pollution)) delete polluted[name];
    element?.remove();
    for (const left of document.querySelectorAll('wallet-select-modal')) left.remove();
    globalThis.fetch = fetch;
    Reflect.deleteProperty(navigator, 'clipboard');
    page.uninstall();
  }
}

describe('with a polluted Object.prototype', () => {
  for (const tag of loaders.keys()) {
    it(`<${tag}> shows and asks the same`, async () => {
      const { elementProperties } = customElements.get(tag) as typeof LitElement;
      const names = [...elementProperties.keys()].filter((name) => typeof name === 'string');
      // The first run loads modules.
      await behaviourOf(tag, {});
      const expected = await behaviourOf(tag, {});
      for (const value of VALUES) {
        // Also the fields of the states that elements keep.
        const fields = [...names, ...FIELDS];
        const pollution = Object.fromEntries(fields.map((name) => [name, value]));
        expect(await behaviourOf(tag, pollution), JSON.stringify(value)).to.deep.equal(expected);
      }
    });
  }
});
