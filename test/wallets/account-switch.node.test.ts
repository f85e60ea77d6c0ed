import { expect } from '@esm-bundle/chai';
import { base64 } from '@scure/base';
import { deserializeTransaction } from '@stacks/transactions';
import fc from 'fast-check';
import { EMULATIONS } from '../../fixtures/dev-wallet/emulation/index.js';
import { Listeners } from '../../fixtures/dev-wallet/events.js';
import type { EmulationName } from '../../fixtures/dev-wallet/options.js';
import { signerOf } from '../../fixtures/dev-wallet/sign/stacks-transaction.js';
import { DOMAIN, MESSAGE, psbt, unsigned } from '../../fixtures/dev-wallet/testing/wire.js';
import { createWalletClient } from '../../src/core/client.js';
import type { MethodName, WalletClient } from '../../src/core/index.js';
import { isJsonRpcError } from '../../src/errors.js';
import { findMethod, methodNames } from '../../src/methods/index.js';
import { type DevAccounts, devAccounts } from '../../src/testing/dev-accounts.js';
import { ADDRESSES, answering, fakeWallet, memoryStorage } from '../../src/testing/fake-wallet.js';
import { signs } from '../../src/testing/messages.js';

const FRIEND = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const CONTRACT = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';

/** The params of each method that signs or sends. A PSBT and a transaction are of the first account. */
const PARAMS = {
  sendTransfer: { recipients: [{ address: 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz', amount: 1000 }] }, // prettier-ignore
  signMessage: { message: 'Hello' },
  signPsbt: { psbt: base64.encode(psbt()), signInputs: [0] },
  stx_transferStx: { amount: 1, recipient: FRIEND },
  stx_transferSip10Ft: { asset: `${CONTRACT}::honey`, amount: 1, recipient: FRIEND },
  stx_transferSip9Nft: { asset: `${CONTRACT}::jar`, assetId: MESSAGE, recipient: FRIEND },
  stx_callContract: { contract: CONTRACT, functionName: 'mint' },
  stx_deployContract: { name: 'token', clarityCode: '(ok true)', network: 'testnet' },
  stx_signTransaction: { transaction: await unsigned() },
  stx_signTransactions: { transactions: [await unsigned()], broadcast: false },
  stx_signMessage: { message: 'Hello' },
  stx_signStructuredMessage: { message: MESSAGE, domain: DOMAIN },
} as const satisfies Partial<Record<MethodName, object>>;
const SIGNING = Object.keys(PARAMS) as (keyof typeof PARAMS)[];

const WALLETS = Object.keys(EMULATIONS) as EmulationName[];
/** Wallets that can be asked which account signs before it has signed, and those that do not say it. */
const ASKED = WALLETS.filter((as) => 'wallet_getAccount' in EMULATIONS[as].methods);
const SILENT = WALLETS.filter((as) => !ASKED.includes(as));
/** Wallets that tell the page when the user chooses another account. */
const TELLING = WALLETS.filter((as) => {
  const properties = EMULATIONS[as].extras(new Listeners());
  return 'listen' in properties || 'addListener' in properties;
});

it('each method that signs or sends is in these tests, and there are wallets of each kind', () => {
  const kinds = ['sign', 'send', 'sign-or-send'];
  const signing = methodNames.filter((name) => kinds.includes(findMethod(name)!.kind));
  expect([...SIGNING, 'stx_updateProfile']).to.have.members(signing);
  expect([ASKED, SILENT, TELLING].every(({ length }) => length > 1)).to.equal(true);
});

/** Connects the first account; then the user chooses the second one in the wallet. */
async function switched(as: EmulationName, options: { readonly hasEvents: boolean }) {
  const wallet = devAccounts(as, options);
  const client = wallet.open();
  await client.connect({ network: 'mainnet' });
  const { length } = wallet.calls;
  wallet.switchAccount(1);
  return { wallet, client, length };
}

const settle = async (client: WalletClient, method: string, params: object) => {
  try {
    return { result: (await client.request({}, method, params)) as Record<string, unknown> };
  } catch (error) {
    if (!isJsonRpcError(error)) throw error;
    return { error };
  }
};

/** The names of the requests that the wallet received after the first ones. */
const after = ({ calls }: DevAccounts, length: number) =>
  calls.slice(length).map(({ method }) => method);

const addresses = (account: DevAccounts['current']) =>
  [account.stacks, account.payment, account.taproot].map(({ address }) => address);

/** The address in the state is of the account that signs, or there is none. */
function showsOnlyWhatSigns(client: WalletClient, { current }: DevAccounts): void {
  const shown: readonly string[] = client.state.addresses.map(({ address }) => address);
  expect(addresses(current)).to.include.members([...shown]);
  const { stx = [] } = client.getLocalStorage()?.addresses ?? {};
  for (const { address } of stx) expect(address).to.equal(current.stacks.address);
}

for (const as of SILENT) {
  describe(`an account that is switched in ${as}, which does not tell the page,`, () => {
    for (const method of SIGNING) {
      it(`is named in the error of ${method} if it has signed, and the former one is not shown`, async () => {
        const { wallet, client, length } = await switched(as, { hasEvents: false });
        const { error, result } = await settle(client, method, PARAMS[method]);
        const answer = wallet.calls.slice(length).find(({ outcome }) => outcome === 'answered');
        const [former] = wallet.accounts;
        // It does not have the method, or refuses the request of the other account itself.
        if (!answer) {
          expect(error).not.to.equal(undefined);
          expect(wallet.broadcasts).to.have.length(0);
          return;
        }
        // An id alone does not show who signed.
        if (method === 'sendTransfer') return void expect(result).to.have.keys('txid');
        expect(error, 'it succeeded').not.to.equal(undefined);
        const { code, message, data, cause } = error!;
        expect(code).to.equal(-32603);
        expect(cause).not.to.equal(undefined);
        const { chain } = findMethod(method)!;
        const key = chain === 'stacks' ? ('stacks' as const) : ('payment' as const);
        expect(message).to.contain(former![key].address).and.contain('Connect again');
        // The input of the former account came back unsigned.
        const signer = method === 'signPsbt' ? undefined : wallet.current[key].address;
        if (signer) expect(message).to.contain(signer);
        expect(data).to.include({ signer });
        for (const { raw } of wallet.broadcasts) {
          const txid = `0x${deserializeTransaction(raw).txid()}`;
          expect(message).to.contain('sent').and.contain(txid);
          expect(data).to.include({ txid });
        }
        if (wallet.broadcasts.length === 0) expect(message).to.contain('not used');
        expect(client.state.status).to.equal('disconnected');
        expect(client.selectedProviderId, 'the wallet is remembered').to.be.a('string');
        showsOnlyWhatSigns(client, wallet);
        await client.connect();
        expect(client.state.stxAddress).to.equal(wallet.current.stacks.address);
      });
    }
  });
}

/** Nothing was signed, the error names both accounts, and the state has the current one. */
function isRefusedBefore(
  wallet: DevAccounts,
  client: WalletClient,
  length: number,
  error: unknown,
): void {
  const { code, message } = error as { readonly code: number; readonly message: string };
  const asked = after(wallet, length);
  expect(asked.filter((name) => name !== 'wallet_getAccount')).to.deep.equal([]);
  expect(code, message).to.equal(-32001);
  expect(message).to.contain(wallet.accounts[0]!.stacks.address);
  expect(message).to.contain('Nothing was signed or sent');
  showsOnlyWhatSigns(client, wallet);
}

/** It has no such method. Nothing is known of the account then. */
const isMissing = (error: unknown) => (error as { readonly code?: number })?.code === -32601;

for (const as of ASKED) {
  describe(`an account that is switched in ${as}, which does not tell the page,`, () => {
    for (const method of SIGNING) {
      it(`is refused before ${method}: the wallet is asked without a window`, async () => {
        const { wallet, client, length } = await switched(as, { hasEvents: false });
        const params = { ...PARAMS[method], network: undefined };
        const { error } = await settle(client, method, params);
        expect(wallet.broadcasts).to.have.length(0);
        if (isMissing(error) || method === 'stx_deployContract') return;
        isRefusedBefore(wallet, client, length, error);
        expect(client.state.stxAddress).to.equal(wallet.current.stacks.address);
        // The page shows that account now, so that the user may use it.
        const next = await settle(client, method, params);
        if (isMissing(next.error) || /Psbt|signTransaction/.test(method)) return;
        expect(next.error).to.equal(undefined);
      });
    }

    it('is asked for once after a reload, and refused if it was switched while the page was closed', async () => {
      const wallet = devAccounts(as);
      const storage = memoryStorage();
      await wallet.open(storage).connect();
      const copy = () =>
        memoryStorage(Object.fromEntries(storage.keys.map((key) => [key, storage.getItem(key)!])));
      const [first, second] = [copy(), copy()];
      const { length } = wallet.calls;
      const { method, params } = { method: 'stx_callContract', params: PARAMS.stx_callContract };
      const client = wallet.open(first);
      expect((await settle(client, method, params)).error).to.equal(undefined);
      expect((await settle(client, method, params)).error).to.equal(undefined);
      expect(after(wallet, length)).to.deep.equal(['wallet_getAccount', method, method]);

      wallet.switchAccount(1);
      const later = wallet.open(second);
      expect(later.state.stxAddress).not.to.equal(wallet.current.stacks.address);
      const next = wallet.calls.length;
      const { error } = await settle(later, method, params);
      isRefusedBefore(wallet, later, next, error);
      expect((await settle(later, method, params)).error).to.equal(undefined);
    });

    it('is compared with an `address` before a page is connected', async () => {
      const wallet = devAccounts(as);
      await wallet.open().connect();
      const client = wallet.open();
      const { length } = wallet.calls;
      const params = { ...PARAMS.stx_callContract, address: FRIEND };
      const { error } = await settle(client, 'stx_callContract', params);
      expect(error).to.include({ code: -32602 });
      expect(error?.message).to.contain(FRIEND).and.contain(wallet.current.stacks.address);
      expect(after(wallet, length)).to.deep.equal(['wallet_getAccount']);
      const own = { ...params, address: wallet.current.stacks.address };
      expect((await settle(client, 'stx_callContract', own)).error).to.equal(undefined);
    });
  });
}

describe('an account for which a version of Xverse cannot be asked', () => {
  for (const [what, account] of Object.entries({
    'has no such method': undefined,
    'answers no addresses': { addresses: [], network: { stacks: { name: 'Mainnet' } } },
  })) {
    it(`stays the connected one, and signs: it ${what}`, async () => {
      const wallet = Object.assign(
        fakeWallet(
          answering({
            wallet_connect: { addresses: ADDRESSES },
            stx_signMessage: signs(),
            ...(account && { wallet_getAccount: account }),
          }),
        ),
        { signMultipleTransactions() {}, createRepeatInscriptions() {} },
      );
      const storage = memoryStorage();
      const page = Object.assign(new EventTarget(), { MineProvider: wallet }) as unknown as Window;
      const open = () => createWalletClient({ storage, window: page });
      await open().connect({ providerId: 'MineProvider' });
      const client = open();
      const { state } = client;
      const result = await client.request('stx_signMessage', { message: 'hi' });
      expect(result.signature).to.be.a('string');
      expect(client.state).to.equal(state);
      expect(wallet.calls.map(({ method }) => method)).to.deep.equal([
        ...['wallet_connect', 'wallet_getAccount', 'stx_signMessage'],
      ]);
    });
  }
});

describe('an account of which Xverse tells nothing to the page any more', () => {
  it('is not shown, and nothing is signed: another one is chosen, or the connection was ended', async () => {
    const wallet = devAccounts('xverse', { hasEvents: false });
    const client = wallet.open();
    await client.connect();
    wallet.end();
    const { length } = wallet.calls;
    const { error } = await settle(client, 'stx_transferStx', PARAMS.stx_transferStx);
    expect(error).to.include({ code: -32002 });
    expect(error?.message).to.contain(wallet.current.stacks.address).and.contain('Connect again');
    expect(after(wallet, length)).to.deep.equal(['wallet_getAccount']);
    expect(client.state.status).to.equal('disconnected');
    expect(client.selectedProviderId).to.be.a('string');
  });
});

for (const as of TELLING) {
  describe(`an account that is switched in ${as}, which tells the page,`, () => {
    for (const method of SIGNING) {
      it(`signs ${method}, and is not asked for`, async () => {
        const { wallet, client, length } = await switched(as, { hasEvents: true });
        expect(client.state.stxAddress).to.equal(wallet.current.stacks.address);
        const { error, result } = await settle(client, method, PARAMS[method]);
        showsOnlyWhatSigns(client, wallet);
        if (isMissing(error)) return;
        // A PSBT and a transaction of the former account.
        if (/Psbt|signTransaction|deploy/.test(method)) return;
        expect(after(wallet, length)).to.deep.equal([method]);
        expect(result, error?.message).not.to.equal(undefined);
      });

      it(`is refused for ${method} if it is switched while the request is prepared`, async () => {
        const wallet = devAccounts(as);
        const client = wallet.open();
        await client.connect({ network: 'mainnet' });
        const { length } = wallet.calls;
        const settled = settle(client, method, PARAMS[method]);
        // The request has read the account, and loads what checks the answer.
        await Promise.resolve();
        wallet.switchAccount(1);
        const { error } = await settled;
        showsOnlyWhatSigns(client, wallet);
        if (wallet.calls.length > length) {
          // It was prepared after the switch, and is of the account that the page shows.
          expect(after(wallet, length)).to.deep.equal([method]);
        } else if (!isMissing(error) && error?.code !== -32602) {
          isRefusedBefore(wallet, client, length, error);
        }
      });
    }
  });
}

/** The methods that sign nothing, with the params that each needs. */
const READING = {
  getAddresses: {},
  stx_getAddresses: {},
  stx_getAccounts: {},
  stx_getNetworks: undefined,
  stx_updateProfile: { profile: {} },
} as const;

for (const as of WALLETS) {
  for (const hasEvents of [true, false]) {
    const how = hasEvents ? 'with its events' : 'which does not tell the page';
    describe(`an account that is switched in ${as}, ${how},`, () => {
      for (const [method, params] of Object.entries(READING)) {
        it(`is the only one in the state and in the storage after ${method}`, async () => {
          const wallet = devAccounts(as, { hasEvents });
          const storage = memoryStorage();
          const client = wallet.open(storage);
          await client.connect();
          wallet.switchAccount(1);
          const { result } = await settle(client, method, params as object);
          // These answers name no account.
          const isSilent = /Networks|Profile/.test(method) || result === undefined;
          const isTold = hasEvents && TELLING.includes(as);
          if (isSilent && !isTold) return;
          expect(client.state.stxAddress).to.equal(wallet.current.stacks.address);
          showsOnlyWhatSigns(client, wallet);
          showsOnlyWhatSigns(wallet.open(storage), wallet);
        });
      }
    });
  }
}

describe('an account that is switched at any time', () => {
  /** Methods whose transaction shows who signed. */
  const SENDING = SIGNING.filter((method) => /^stx_(?:transfer|call|deploy)/.test(method));
  const account = fc.option(fc.constantFrom(0, 1, 2), { nil: undefined });
  const step = fc.record({
    method: fc.constantFrom(...SENDING),
    isReloaded: fc.boolean(),
    /** The account that is chosen before the request, after some tasks of it, and the one that it names. */
    before: account,
    during: account,
    tasks: fc.integer({ min: 0, max: 6 }),
    named: account,
  });

  it('never sends without an error what neither the page showed nor the request named', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(EMULATIONS) as EmulationName[])),
        fc.boolean(),
        fc.boolean(),
        fc.array(step, { minLength: 1, maxLength: 4 }),
        async (as, hasEvents, enableLocalStorage, steps) => {
          const wallet = devAccounts(as, { hasEvents });
          const storage = memoryStorage();
          const open = () => wallet.open(storage).with({ enableLocalStorage });
          let client = open();
          await client.connect();
          for (const { method, isReloaded, before, during, tasks, named } of steps) {
            if (isReloaded) client = open();
            if (before !== undefined) wallet.switchAccount(before);
            const shown = client.state.stxAddress;
            const address =
              named === undefined ? undefined : wallet.accounts[named]?.stacks.address;
            const { length } = wallet.broadcasts;
            const params = { ...PARAMS[method], network: undefined, address };
            const settled = settle(client, method, params);
            for (let task = 0; task < tasks; task++) await new Promise((next) => setTimeout(next));
            if (during !== undefined) wallet.switchAccount(during);
            const { error } = await settled;
            for (const { raw } of wallet.broadcasts.slice(length)) {
              const transaction = deserializeTransaction(raw);
              const signer = signerOf(transaction);
              const now = client.state.stxAddress;
              if (error) expect(error.message).to.contain(transaction.txid());
              // The id that OKX returns does not show who signed.
              else if (as !== 'okx') expect(signer).to.be.oneOf([address ?? shown ?? signer, now]);
              if (error && now) expect(now).to.equal(signer);
              if (address && shown && address !== shown) expect(signer).to.equal(address);
            }
          }
        },
      ),
      { numRuns: 20 },
    ));
});
