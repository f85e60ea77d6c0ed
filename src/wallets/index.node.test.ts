import { expect } from '@esm-bundle/chai';
import { knownWallets } from './catalog.js';
import { findWallet } from './index.js';
import { createWalletClient } from '../core/client.js';
import { isUsableProvider } from '../core/discovery.js';
import { memoryStorage } from '../testing/fake-wallet.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';
import type { Wallet, WalletProvider } from './wallet.js';
import { standard } from './sip030.js';

const request = async () => undefined;
const provider = (parts: object): WalletProvider => ({ request, ...parts });
const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error('no');
    },
  },
) as WalletProvider;

/** A provider, the id at which it was found, and the wallet that it belongs to. */
const FOUND: readonly [WalletProvider, string | undefined, string][] = [
  [provider({ isLeather: true }), undefined, 'Leather'],
  [provider({ isLeather: 'yes' }), undefined, standard.info.name],
  [provider({ isFordefi: true }), undefined, 'Fordefi'],
  [
    provider({ signMultipleTransactions: request, createRepeatInscriptions: request }),
    'BitcoinProvider',
    'Xverse',
  ],
  [provider({}), 'BitcoinProvider', standard.info.name],
  [provider({}), undefined, standard.info.name],
  [hostile, undefined, standard.info.name],
];

describe('findWallet', () => {
  for (const [found, id, name] of FOUND) {
    const keys =
      found === hostile ? 'a hostile object' : Object.keys(found).slice(1).join() || 'no flag';
    it(`recognizes ${keys} at ${id} as ${name}`, () => {
      expect(findWallet(found, id).info.name).to.equal(name);
    });
  }

  it('prefers the given wallet definitions to its own', () => {
    const info = { id: 'Mine', name: 'Mine' };
    const mine = { ...standard, info, matches: (_: unknown, id?: string) => id === 'Mine' };
    const isLeather = provider({ isLeather: true });
    expect(findWallet(isLeather, 'Mine', [mine]).info).to.equal(info);
    expect(findWallet(isLeather, undefined, [mine]).info.name).to.equal('Leather');
    expect(findWallet(provider({}), undefined, [mine]).info).to.equal(standard.info);
  });
});

describe('a wallet definition of the page that is an instance of a class', () => {
  class Counting implements Wallet {
    readonly info = { id: 'CountingProvider', name: 'Counting' };
    #requests = 0;
    matches() {
      return true;
    }
    async request() {
      this.#requests += 1;
      return { txid: String(this.#requests).padStart(64, '0') };
    }
    supports() {
      return `it got ${this.#requests} requests`;
    }
    async changeNetwork() {}
    get networks() {
      return ['mainnet', `after-${this.#requests}`];
    }
  }
  const transfer = { amount: 1, recipient: STX_ADDRESS };
  const counting = (wallet: Wallet) =>
    createWalletClient({ storage: memoryStorage(), wallets: [wallet] }).with({
      provider: provider({}),
    });

  it('gets each request with its own state', async () => {
    const client = counting(new Counting());
    for (const last of ['1', '2']) {
      const { txid } = await client.request('stx_transferStx', transfer);
      expect(txid).to.equal(last.padStart(64, '0'));
    }
    expect(await client.supports('stx_transferStx')).to.deep.include({
      supported: false,
      reason: 'Counting: it got 2 requests.',
    });
    expect(await client.availableNetworks()).to.deep.equal(['mainnet', 'after-2']);
  });

  it('has no methods that a page added to Object.prototype', async () => {
    const polluted = Object.prototype as { askAccount?: unknown };
    polluted.askAccount = () => expect.fail('called');
    try {
      await counting(new Counting()).request('stx_transferStx', { ...transfer, address: STX_ADDRESS }); // prettier-ignore
    } finally {
      delete polluted.askAccount;
    }
  });
});

describe('isUsableProvider', () => {
  it('accepts an object with a request method', () => {
    expect(isUsableProvider({ request })).to.equal(true);
    expect(isUsableProvider({ request, transactionRequest: request, isLeather: true })).to.equal(
      true,
    );
  });

  it('refuses legacy objects, whose request only throws, and anything else', () => {
    for (const value of [
      { request, transactionRequest: request },
      { request: 'no function' },
      {},
      hostile,
      null,
      undefined,
      'LeatherProvider',
    ]) {
      expect(isUsableProvider(value)).to.equal(false);
    }
  });
});

describe('the catalog', () => {
  for (const { info } of knownWallets) {
    it(`has a definition of ${info.name}, found at ${info.id}`, () => {
      expect(findWallet(provider({}), info.id).info).to.equal(info);
    });

    it(`of ${info.name} has only https links, and Leather’s own scheme for its app`, () => {
      for (const [key, value] of Object.entries(info)) {
        if (!key.endsWith('Url') || value === 'leather://browser?url={url}') continue;
        expect(value).to.match(/^https:\/\//);
      }
    });
  }
});
