import { expect } from '@esm-bundle/chai';
import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { ADDRESSES, memoryStorage, STX_ADDRESS } from '../testing/fake-wallet.js';
import { signStacksMessage } from '../testing/messages.js';
import { TESTNET_STX_ADDRESS } from '../testing/transactions.js';
import type { Wallet, WalletProvider } from '../wallets/wallet.js';
import { createWalletClient } from './client.js';

const [BITCOIN_ROW, STACKS_ROW] = ADDRESSES;
const OTHER_BITCOIN_ROW = { address: 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz' };

/** A wallet of a page, without events, which is asked for its account before something is signed. */
async function connected(askAccount: NonNullable<Wallet['askAccount']>) {
  const methods: string[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    getAddresses: { addresses: ADDRESSES },
    stx_signMessage: signStacksMessage('hi'),
  };
  const provider: WalletProvider = {
    request: (method: string) => {
      methods.push(method);
      return Promise.resolve({ jsonrpc: '2.0', id: '1', result: answers[method] });
    },
  };
  const mine: Wallet = {
    info: { id: 'MyWallet', name: 'My wallet' },
    matches: (one) => one === provider,
    request: (call, send) => send(call.method, call.params),
    askAccount,
  };
  const client = createWalletClient({ storage: memoryStorage(), wallets: [mine] });
  await client.connect({ provider });
  methods.length = 0;
  const sign = (signal?: AbortSignal) =>
    client.request({ provider, signal }, 'stx_signMessage', { message: 'hi' }).then(
      () => undefined,
      (error: unknown) => error,
    );
  return { client, methods, sign };
}

describe('a wallet that is asked for its account before something is signed', () => {
  it('signs if it is the connected account, or if the wallet does not know', async () => {
    for (const answer of [{ addresses: ADDRESSES }, undefined]) {
      const { methods, sign } = await connected(() => Promise.resolve(answer));
      expect(await sign()).to.equal(undefined);
      expect(methods).to.deep.equal(['stx_signMessage']);
    }
  });

  it('signs if its answer has addresses of one chain only, or more than are connected', async () => {
    for (const addresses of [[STACKS_ROW], [...ADDRESSES, OTHER_BITCOIN_ROW]]) {
      const { client, methods, sign } = await connected(() => Promise.resolve({ addresses }));
      const { state } = client;
      expect(await sign()).to.equal(undefined);
      expect(methods).to.deep.equal(['stx_signMessage']);
      expect(client.state.addresses).to.equal(state.addresses);
    }
  });

  it('shows what its answer says of the connected addresses, and keeps what it leaves out', async () => {
    const rows = [{ ...STACKS_ROW, walletType: 'ledger' }, { address: BITCOIN_ROW.address }];
    const { client, methods, sign } = await connected(() => Promise.resolve({ addresses: rows }));
    expect(await sign()).to.equal(undefined);
    expect(methods).to.deep.equal(['stx_signMessage']);
    expect(client.state.addresses).to.deep.equal([
      BITCOIN_ROW,
      { ...STACKS_ROW, walletType: 'ledger' },
    ]);
    const { state } = client;
    expect(await sign()).to.equal(undefined);
    expect(client.state).to.equal(state);
  });

  for (const [change, from, addresses, to, network] of [
    [
      'another payment address of Bitcoin',
      BITCOIN_ROW.address,
      [OTHER_BITCOIN_ROW, STACKS_ROW],
      OTHER_BITCOIN_ROW.address,
      'mainnet',
    ],
    [
      'its address on another network',
      STX_ADDRESS,
      [{ address: TESTNET_STX_ADDRESS }],
      TESTNET_STX_ADDRESS,
      'testnet',
    ],
  ] as const) {
    it(`signs nothing if the same account has ${change} now, which the next request is for`, async () => {
      const { client, methods, sign } = await connected(() =>
        Promise.resolve({ addresses, network }),
      );
      for (const error of await Promise.all([sign(), sign()])) {
        expect(error).to.have.property('code', JsonRpcErrorCode.MethodAddressMismatch);
        expect(error).to.have.property('message').that.contains(`from ${from} to ${to}.`);
      }
      expect(methods).to.deep.equal([]);
      expect(client.state.network).to.equal(network);
      expect(client.state.addresses.map(({ address }) => address)).to.deep.equal(
        addresses.map(({ address }) => address),
      );
      expect(await sign()).to.equal(undefined);
    });
  }

  it('signs nothing if it does not show its account to the page, which is not connected any more', async () => {
    const { client, methods, sign } = await connected(() =>
      Promise.reject(new JsonRpcError(JsonRpcErrorCode.MethodAccessDenied, 'denied')),
    );
    expect(await sign()).to.have.property('code', JsonRpcErrorCode.MethodAccessDenied);
    expect(methods).to.deep.equal([]);
    expect(client.state.status).to.equal('disconnected');
  });

  it('signs nothing after another failure, which says nothing about the account', async () => {
    for (const thrown of [new TypeError('offline'), new JsonRpcError(-32603, 'busy'), undefined]) {
      const { client, methods, sign } = await connected(() => Promise.reject(thrown));
      expect(await sign()).to.be.instanceOf(JsonRpcError);
      expect(methods).to.deep.equal([]);
      expect(client.state.stxAddress).to.equal(STX_ADDRESS);
    }
  });

  it('stays connected if the caller aborts meanwhile', async () => {
    const controller = new AbortController();
    const { client, methods, sign } = await connected(async (send) => {
      controller.abort();
      return send('wallet_getAccount');
    });
    expect(await sign(controller.signal)).to.have.property('name', 'AbortError');
    expect(methods).to.deep.equal([]);
    expect(client.state.stxAddress).to.equal(STX_ADDRESS);
  });
});
