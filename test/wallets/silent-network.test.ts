import { aTimeout, expect } from '@open-wc/testing';
import { createWalletClient } from '../../src/core/client.js';
import { ask, freshClient, refusal } from '../../src/testing/every-wallet.js';
import { networkLatency, hasCdp } from '../../src/testing/cdp.js';
import { memoryStorage } from '../../src/testing/fake-wallet.js';
import { psbtFor } from '../../src/testing/psbts.js';
import {
  fordefiWallet,
  type EmulatedWallet,
  xverseWallet,
} from '../../src/testing/emulated-wallets.js';
import { STX_ADDRESS } from '../../src/testing/schema-wallet.js';
import { findWallet } from '../../src/wallets/index.js';
import { TESTNET_STX_ADDRESS, TESTNET_UNSIGNED, UNSIGNED } from '../../src/testing/transactions.js';
import { waitUntil } from '../../src/testing/wait-until.js';

const deploy = { name: 'token', clarityCode: '(ok 1)' };
/** Every method of Xverse without a field for the network, with params that show none. */
const METHODS: Readonly<Record<string, object | undefined>> = {
  stx_getAccounts: undefined,
  signPsbt: { psbt: psbtFor(['taproot']) },
  stx_deployContract: deploy,
  stx_signTransaction: { transaction: UNSIGNED },
  stx_signMessage: { message: 'hello' },
  stx_signStructuredMessage: { message: '03', domain: '03' },
};

const message = { message: 'hello' };
const NAMED = { ...message, network: 'mainnet' };

/** A connected Xverse whose events are listened to; `emit` sends one. */
async function connectedWithEvents() {
  const wallet = xverseWallet();
  const listeners = new Map<unknown, (data: unknown) => void>();
  wallet.addListener = (eventName, listener) => {
    listeners.set(eventName, listener as (data: unknown) => void);
    return () => undefined;
  };
  const client = freshClient().with({ provider: wallet });
  await client.connect();
  await waitUntil(() => listeners.size > 0);
  return { wallet, client, emit: (name: string, data: unknown) => listeners.get(name)!(data) };
}

const asked = (wallet: EmulatedWallet) => wallet.calls.map(({ method }) => method);

/** Refused because of the network; the wallet receives only requests that open no window. */
async function isRefusedSilently(request: Promise<unknown>, wallet: EmulatedWallet) {
  const error = await refusal(request);
  expect(error.code, error.message).to.equal(-32602);
  expect(error.data).to.include({ field: 'network' });
  expect(error.message).to.contain('`network`');
  expect(wallet.calls.at(-1)?.method).to.be.oneOf(['wallet_getAccount', 'wallet_connect']);
  return error;
}

// The first test: the others load what reads a PSBT.
describe('the network that Xverse is on when modules are loaded', () => {
  it('is compared again if the wallet changes it while modules for the request are loaded', async function () {
    if (!hasCdp) return this.skip(); // cannot delay requests
    const isReaderLoaded = () =>
      performance
        .getEntriesByType('resource')
        .some(({ name }) => name.includes('/bitcoin-requests.'));
    expect(isReaderLoaded(), 'another test has loaded it').to.equal(false);
    const { wallet, client, emit } = await connectedWithEvents();
    await networkLatency(1_000);
    const request = client.request('signPsbt', {
      psbt: psbtFor(['segwit']),
      network: 'mainnet',
    });
    const refused = isRefusedSilently(request, wallet);
    // Time for the first comparison.
    await aTimeout(50);
    expect(isReaderLoaded()).to.equal(false);
    emit('networkChange', { stacks: { name: 'Testnet' }, bitcoin: { name: 'Testnet' } });
    await refused;
    await networkLatency(0);
  });
});

for (const [name, makeWallet] of Object.entries({ Xverse: xverseWallet, Fordefi: fordefiWallet })) {
  describe(`the network of a request to ${name}`, () => {
    it('is compared for stx_getAccounts with the network on which it connects', async () => {
      const wallet = makeWallet();
      const calls = ['wallet_getAccount', 'stx_getAccounts', 'wallet_connect'];
      const request = ask(wallet, 'stx_getAccounts', { network: 'testnet' });
      expect((await refusal(request)).message).to.contain('mainnet');
      expect(asked(wallet)).to.deep.equal(calls);
      const other = makeWallet();
      await ask(other, 'stx_getAccounts', { network: 'mainnet' });
      expect(asked(other)).to.deep.equal([...calls, 'stx_getAccounts']);
    });

    for (const [method, params] of Object.entries(METHODS)) {
      if (method === 'stx_getAccounts') continue;
      it(`is refused for ${method} if the page was never connected`, async () => {
        for (const where of ['params', 'options']) {
          for (const network of ['mainnet', 'testnet']) {
            const wallet = makeWallet();
            const given =
              method === 'stx_signTransaction' && network === 'testnet'
                ? { transaction: TESTNET_UNSIGNED }
                : params;
            const request =
              where === 'params'
                ? ask(wallet, method, { ...given, network })
                : ask(wallet, method, given, { network });
            const error = await isRefusedSilently(request, wallet);
            expect(error.message).to.contain('connect');
            expect(asked(wallet)).to.deep.equal(['wallet_getAccount']);
            expect(wallet.violations).to.deep.equal([]);
          }
        }
      });
    }

    for (const [method, params] of Object.entries(METHODS)) {
      // Xverse is not sent a deployment on mainnet.
      if (name === 'Xverse' && method === 'stx_deployContract') continue;
      it(`is compared for ${method} with the current network of the wallet`, async () => {
        const wallet = makeWallet();
        const options = { provider: wallet, persistWalletSelect: false };
        const client = freshClient().with(options);
        await client.connect();
        wallet.network = 'Testnet';
        await isRefusedSilently(client.request({ network: 'mainnet' }, method, params), wallet);
        wallet.network = 'Mainnet';
        await client.request({ network: 'Mainnet' }, method, params);
        expect(wallet.calls.at(-1)?.method).to.equal(method);
        expect(wallet.violations).to.deep.equal([]);
      });
    }
  });
}

describe('the network that Xverse is on', () => {
  it('is read from the Stacks address, not from the name', async () => {
    const row = { publicKey: '02', purpose: 'stacks', addressType: 'stacks' };
    for (const [address, says, means, isSent] of [
      [TESTNET_STX_ADDRESS, 'Mainnet', 'mainnet', false],
      [TESTNET_STX_ADDRESS, 'Mainnet', 'testnet', true],
      [STX_ADDRESS, 'Testnet', 'testnet', false],
      [STX_ADDRESS, 'Testnet', 'mainnet', true],
      [STX_ADDRESS, undefined, 'mainnet', true],
      [TESTNET_STX_ADDRESS, undefined, 'testnet', true],
      [TESTNET_STX_ADDRESS, undefined, 'mainnet', false],
      [TESTNET_STX_ADDRESS, 'Regtest', 'devnet', true],
      [TESTNET_STX_ADDRESS, 'Signet', 'testnet', true],
      [undefined, 'Mainnet', 'mainnet', false],
    ] as const) {
      for (const how of ['asked', 'connected'] as const) {
        const wallet = xverseWallet({ network: means });
        const answer = {
          addresses: address ? [{ ...row, address }] : [],
          ...(says && { network: { stacks: { name: says }, bitcoin: { name: says } } }),
        };
        Object.assign(wallet.results, { wallet_getAccount: answer, wallet_connect: answer });
        const client = freshClient().with({ provider: wallet });
        if (how === 'connected') await client.connect().catch(() => undefined);
        const request = client.request('stx_signMessage', { ...message, network: means });
        if (isSent) await request;
        else await isRefusedSilently(request, wallet);
      }
    }
  });

  it('is asked for again after a reload, because it may have changed', async () => {
    const storage = memoryStorage();
    const wallet = xverseWallet();
    await createWalletClient({ storage }).connect({ provider: wallet });
    storage.setItem('STX_PROVIDER', findWallet(wallet, undefined).info.id);
    wallet.network = 'Testnet';
    wallet.calls.length = 0;
    const page = window as unknown as Record<string, unknown>;
    page['XverseProviders'] = { BitcoinProvider: wallet };
    try {
      const client = createWalletClient({ storage });
      const options = { network: 'mainnet' };
      await isRefusedSilently(client.request(options, 'stx_signMessage', message), wallet);
      await client.request({ network: 'testnet' }, 'stx_signMessage', message);
      expect(asked(wallet)).to.deep.equal([
        'wallet_getAccount',
        'wallet_getAccount',
        'stx_signMessage',
      ]);
    } finally {
      delete page['XverseProviders'];
    }
  });

  it('is asked for after a reload, since the wallet may have changed it while the page was closed', async () => {
    const storage = memoryStorage();
    const wallet = Object.assign(xverseWallet(), { addListener: () => () => undefined });
    const page = window as unknown as Record<string, unknown>;
    page['XverseProviders'] = { BitcoinProvider: wallet };
    try {
      const providerId = findWallet(wallet, undefined).info.id;
      await createWalletClient({ storage }).connect({ providerId });
      wallet.network = 'Testnet';
      const client = createWalletClient({ storage });
      expect(client.state).to.include({ status: 'connected', network: 'mainnet' });
      await isRefusedSilently(client.request('stx_signMessage', NAMED), wallet);
      expect(asked(wallet)).to.deep.equal(['wallet_connect', 'wallet_getAccount']);
    } finally {
      delete page['XverseProviders'];
    }
  });

  it('is not asked for if it has network events, which are used instead', async () => {
    const { wallet, client, emit } = await connectedWithEvents();
    await client.request('stx_signMessage', NAMED);
    emit('networkChange', { stacks: { name: 'Testnet' }, bitcoin: { name: 'Testnet' } });
    const request = client.request('stx_signMessage', NAMED);
    expect((await refusal(request)).message).to.contain('testnet');
    expect(asked(wallet)).to.deep.equal(['wallet_connect', 'stx_signMessage']);
    // A name that does not match its address.
    emit('networkChange', {
      stacks: { name: 'Testnet' },
      addresses: [{ address: STX_ADDRESS, purpose: 'stacks' }],
    });
    await client.request('stx_signMessage', NAMED);
  });

  it('is unknown after an event with addresses of another network', async () => {
    const { wallet, client, emit } = await connectedWithEvents();
    emit('accountChange', { addresses: [{ address: TESTNET_STX_ADDRESS, purpose: 'stacks' }] });
    expect(client.state).to.include({ status: 'connected', network: undefined });
    wallet.network = 'testnet';
    await isRefusedSilently(client.request('stx_signMessage', NAMED), wallet);
    expect(asked(wallet)).to.deep.equal(['wallet_connect', 'wallet_getAccount']);
  });

  it('is asked for if its events cannot be listened to', async () => {
    for (const addListener of [
      undefined,
      () => {
        throw new Error('not in this frame');
      },
      async () => Promise.reject(new Error('not in this frame')),
    ]) {
      const wallet = Object.assign(xverseWallet(), { addListener } as object);
      const client = freshClient().with({ provider: wallet });
      await client.connect();
      wallet.network = 'Testnet';
      const request = client.request('stx_signMessage', { ...message, network: 'mainnet' });
      await isRefusedSilently(request, wallet);
    }
  });

  it('is not asked for if the request names none, or has a field for it', async () => {
    const wallet = xverseWallet();
    await ask(wallet, 'stx_signMessage', message);
    await ask(wallet, 'getAddresses', { network: 'testnet' });
    await ask(wallet, 'stx_getAddresses', { network: 'testnet' });
    expect(asked(wallet)).to.deep.equal(['stx_signMessage', 'wallet_connect', 'wallet_connect']);
  });

  it('is not needed if an address in the request shows the network', async () => {
    const wallet = xverseWallet();
    await ask(wallet, 'stx_transferStx', { amount: 1, recipient: STX_ADDRESS });
    expect(asked(wallet)).to.deep.equal(['stx_transferStx']);
    // The wallet ignores this field, so it does not show the network.
    const sender = xverseWallet();
    const request = ask(sender, 'stx_deployContract', { ...deploy, address: TESTNET_STX_ADDRESS });
    await isRefusedSilently(request, sender);
  });

  it('is unknown if the wallet answers late, never, or with anything invalid', async () => {
    const never = () => new Promise(() => undefined);
    for (const answer of [
      never,
      () => null,
      () => 'x',
      () => ({ addresses: 5 }),
      () => {
        throw new Error('no');
      },
    ]) {
      const calls: string[] = [];
      const wallet = Object.assign(xverseWallet(), {
        request: async (method: string) => (calls.push(method), answer()),
      });
      const started = performance.now();
      const error = await refusal(ask(wallet, 'stx_signMessage', { ...message, network: 'mainnet' })); // prettier-ignore
      expect(error.data).to.include({ field: 'network' });
      expect(performance.now() - started).to.be.below(10_000);
      expect(calls).to.deep.equal(['wallet_getAccount']);
    }
  });

  it('does not delay an abort', async () => {
    const wallet = Object.assign(xverseWallet(), { request: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const reason = new Error('enough');
    const request = ask(
      wallet,
      'stx_signMessage',
      { ...message, network: 'mainnet' },
      { signal: controller.signal },
    );
    await aTimeout(10);
    controller.abort(reason);
    expect(await request.catch((error: unknown) => error)).to.equal(reason);
  });
});
