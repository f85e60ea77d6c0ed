import { expect } from '@open-wc/testing';
import { Cl, Pc, type ClarityValue } from '@stacks/transactions';
import fc from 'fast-check';
import { createWalletClient } from '../core/client.js';
import { refusal } from '../testing/every-wallet.js';
import { memoryStorage } from '../testing/fake-wallet.js';
import { signStacksMessage } from '../testing/messages.js';
import { STX_ADDRESS, STX_PUBLIC_KEY as PUBLIC_KEY } from '../testing/schema-wallet.js';
import { POST_CONDITION } from '../testing/transactions.js';
import { phoneUrl } from '../elements/wallet-list/wallet-rows.js';
import { okx as okxWallet } from './okx.js';

const ID = 'okxwallet.stacks';
const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const CONTRACT = `${STX_ADDRESS}.token`;
const TXID = `0x${'ab'.repeat(32)}`;
const SIGNED = signStacksMessage('hello');

/** OKX's object, as it is documented. It records its calls. */
function okx() {
  const calls: unknown[] = [];
  const record =
    (name: string, answer: unknown) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args.filter((arg) => arg !== undefined)]);
      return answer;
    };
  return {
    calls,
    connect: record('connect', { address: STX_ADDRESS, publicKey: PUBLIC_KEY }),
    signTransaction: record('signTransaction', { txHash: TXID, signature: 'aa' }),
    signMessage: record('signMessage', SIGNED),
  };
}

const page = window as { okxwallet?: unknown };

async function connected() {
  const wallet = okx();
  page.okxwallet = { stacks: wallet, isOkxWallet: true };
  const client = createWalletClient({ storage: memoryStorage() }).with({ providerId: ID });
  await client.connect();
  wallet.calls.length = 0;
  return { wallet, client };
}

describe('OKX Wallet', () => {
  afterEach(() => delete page.okxwallet);

  it('is found when it is injected, also later, and connects with its Stacks address', async () => {
    const client = createWalletClient({ storage: memoryStorage() });
    const installed = () => client.wallets().installed.map(({ id }) => id);
    expect(installed()).not.to.include(ID);
    page.okxwallet = {};
    expect(installed()).not.to.include(ID);
    page.okxwallet = { stacks: okx() };
    expect(installed()).to.include(ID);
    const { addresses } = await client.connect({ providerId: ID });
    expect(addresses).to.deep.equal([{ symbol: 'STX', address: STX_ADDRESS, publicKey: PUBLIC_KEY }]); // prettier-ignore
    expect(client.state).to.include({ providerId: ID, network: 'mainnet' });
    for (const method of ['stx_getAddresses', 'stx_getAccounts'] as const) {
      expect((await client.request(method)).addresses[0]?.address).to.equal(STX_ADDRESS);
    }
  });

  it('sends STX with exact digits', async () => {
    const { client, wallet } = await connected();
    const result = await client.request('stx_transferStx', { amount: 2n ** 60n, recipient: RECIPIENT, memo: 'lunch' }); // prettier-ignore
    expect(result).to.deep.equal({ txid: TXID });
    expect(wallet.calls).to.deep.equal([
      [
        'signTransaction',
        { txType: 'token_transfer', stxAddress: STX_ADDRESS, recipient: RECIPIENT, amount: String(2n ** 60n), memo: 'lunch', anchorMode: 3 }, // prettier-ignore
      ],
    ]);
  });

  it('calls a contract with hex, in Deny mode unless Allow is requested', async () => {
    for (const [mode, sent] of [
      [undefined, 2],
      ['deny', 2],
      [2, 2],
      ['allow', 1],
      [1, 1],
    ] as const) {
      const { client, wallet } = await connected();
      const condition = Pc.principal(STX_ADDRESS).willSendLte(5n).ustx();
      await client.request('stx_callContract', {
        contract: CONTRACT,
        functionName: 'mint',
        functionArgs: [Cl.uint(1), '0x03'],
        postConditions: [condition],
        postConditionMode: mode,
      });
      const [[, params]] = wallet.calls as [[string, Record<string, unknown>]];
      expect(params).to.include({ txType: 'contract_call', stxAddress: STX_ADDRESS, contractAddress: STX_ADDRESS, contractName: 'token', functionName: 'mint', postConditionMode: sent }); // prettier-ignore
      expect(params['functionArgs']).to.deep.equal([`01${'01'.padStart(32, '0')}`, '03']);
      expect(params['postConditions']).to.have.length(1);
    }
  });

  it('sends a token by a contract call that can transfer only that token', async () => {
    const { client, wallet } = await connected();
    const asset = `${CONTRACT}::tok`;
    await client.request('stx_transferSip10Ft', { amount: 5n, recipient: RECIPIENT, asset });
    await client.request('stx_transferSip9Nft', { recipient: RECIPIENT, asset, assetId: Cl.uint(7) }); // prettier-ignore
    const calls = wallet.calls as [string, Record<string, unknown>][];
    for (const [, params] of calls) {
      expect(params).to.include({ functionName: 'transfer', postConditionMode: 2 });
      expect(params['postConditions']).to.have.length(1);
    }
    const [from, to] = [Cl.principal(STX_ADDRESS), Cl.principal(RECIPIENT)];
    const hex = (...values: Parameters<typeof Cl.serialize>[0][]) => values.map((value) => Cl.serialize(value)); // prettier-ignore
    expect(calls[0]?.[1]['functionArgs']).to.deep.equal(hex(Cl.uint(5), from, to, Cl.none()));
    expect(calls[1]?.[1]['functionArgs']).to.deep.equal(hex(Cl.uint(7), from, to));
  });

  it('sends exactly the transfer that the caller asked for, as @stacks/transactions reads it', async () => {
    const { client, wallet } = await connected();
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.option(fc.string({ minLength: 1, maxLength: 8 }), { nil: undefined }),
        async (units, memo) => {
          wallet.calls.length = 0;
          const asset = `${CONTRACT}::tok` as const;
          const id = Cl.tuple({ id: Cl.uint(units), of: Cl.principal(CONTRACT) });
          const assetId = `0x${Cl.serialize(id).toUpperCase()}`;
          await client.request('stx_transferSip10Ft', { amount: units, recipient: RECIPIENT, asset, memo }); // prettier-ignore
          await client.request('stx_transferSip9Nft', { recipient: RECIPIENT, asset, assetId });
          const calls = wallet.calls as [string, Record<string, readonly string[]>][];
          const [ft, nft] = calls.map(([, { functionArgs = [], postConditions = [] }]) => ({
            args: functionArgs.map((hex) => Cl.serialize(Cl.deserialize(hex))),
            conditions: postConditions.map((hex) => Pc.fromHex(hex)),
          }));
          const parties = [Cl.principal(STX_ADDRESS), Cl.principal(RECIPIENT)];
          const own = Pc.principal(STX_ADDRESS);
          const note = memo === undefined ? Cl.none() : Cl.some(Cl.bufferFromUtf8(memo));
          const hexOf = (...values: readonly ClarityValue[]) => values.map((one) => Cl.serialize(one)); // prettier-ignore
          expect(ft?.args).to.deep.equal(hexOf(Cl.uint(units), ...parties, note));
          expect(ft?.conditions).to.deep.equal([own.willSendEq(units).ft(CONTRACT, 'tok')]);
          expect(nft?.args).to.deep.equal(hexOf(id, ...parties));
          expect(nft?.conditions).to.deep.equal([own.willSendAsset().nft(asset, id)]);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('signs a message, and rejects with -32000 if the user does', async () => {
    const { client, wallet } = await connected();
    const signed = await client.request('stx_signMessage', { message: 'hello' });
    expect(signed).to.deep.equal({
      publicKey: PUBLIC_KEY,
      signature: `0x${SIGNED.signature}`,
    });
    expect(wallet.calls).to.deep.equal([['signMessage', { message: 'hello' }]]);
    wallet.signMessage = async () => Promise.reject({ code: 4001, message: 'User rejected' });
    const error = await refusal(client.request('stx_signMessage', { message: 'hello' }));
    expect(error.code).to.equal(-32000);
  });

  const TRANSFER = { amount: 1, recipient: RECIPIENT };

  it('keeps the id of a sent transaction if it answers in another form', async () => {
    const { client, wallet } = await connected();
    const send = () => client.request('stx_transferStx', TRANSFER);
    wallet.signTransaction = async () => ({ txid: TXID });
    expect(await send()).to.deep.equal({ txid: TXID });
    for (const answer of [TXID, { hash: TXID }, { txHash: '', hash: TXID }]) {
      wallet.signTransaction = async () => answer;
      const error = await refusal(send());
      expect(error.code).to.equal(-32603);
      expect(error.cause).to.deep.equal(answer);
    }
  });

  it('rejects with its own answer if that has no address', async () => {
    const { client, wallet } = await connected();
    const answer = { account: STX_ADDRESS };
    wallet.connect = async () => answer;
    const error = await refusal(client.request('stx_getAddresses'));
    expect(error.code).to.equal(-32603);
    expect(error.cause).to.deep.equal(answer);
  });

  for (const [what, method, params, field] of [
    ['a fee', 'stx_transferStx', { ...TRANSFER, fee: 5 }, 'fee'],
    ['a nonce', 'stx_transferStx', { ...TRANSFER, nonce: 5 }, 'nonce'],
    ['a sponsor', 'stx_transferStx', { ...TRANSFER, sponsored: true }, 'sponsored'],
    ['another network', 'stx_transferStx', { ...TRANSFER, recipient: 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ', network: 'testnet' }, 'network'], // prettier-ignore
    ['another network of a message', 'stx_signMessage', { message: 'x', network: 'testnet' }, 'network'], // prettier-ignore
    ['another account', 'stx_transferStx', { ...TRANSFER, address: RECIPIENT }, 'address'],
    ['post-conditions of a transfer', 'stx_transferStx', { ...TRANSFER, postConditions: [POST_CONDITION] }, 'postConditions'], // prettier-ignore
    ['their mode in a transfer', 'stx_transferStx', { ...TRANSFER, postConditionMode: 'allow' }, 'postConditionMode'], // prettier-ignore
    ['originator', 'stx_callContract', { contract: CONTRACT, functionName: 'f', postConditionMode: 'originator' }, 'postConditionMode'], // prettier-ignore
    ['an asset without a name', 'stx_transferSip10Ft', { ...TRANSFER, asset: CONTRACT }, 'asset'],
  ] as const) {
    it(`is not asked for ${what}, for which it has no field`, async () => {
      const { client, wallet } = await connected();
      const error = await refusal(client.request(method as string, params));
      expect(error.code, error.message).to.equal(-32602);
      expect(error.data).to.include({ field });
      expect(wallet.calls).to.deep.equal([]);
    });
  }

  it('is not asked for what it does not have', async () => {
    const { client, wallet } = await connected();
    for (const [method, params] of [
      ['stx_deployContract', { name: 'token', clarityCode: '(ok 1)' }],
      ['signMessage', { message: 'x' }],
      ['stx_signStructuredMessage', { message: '03', domain: '03' }],
      ['stx_getNetworks', undefined],
      ['stx_anything', {}],
    ] as const) {
      expect((await refusal(client.request(method as string, params))).code).to.equal(-32601);
    }
    expect(wallet.calls).to.deep.equal([]);
  });

  it('opens a page in its app by a link that is encoded twice', () => {
    const url = phoneUrl(okxWallet.info, 'https://app.example/a?b=c&d=1#e') ?? '';
    const deeplink = new URL(new URL(url).searchParams.get('deeplink') ?? '');
    expect(deeplink.protocol).to.equal('okx:');
    expect(deeplink.searchParams.get('dappUrl')).to.equal('https://app.example/a?b=c&d=1#e');
  });
});
