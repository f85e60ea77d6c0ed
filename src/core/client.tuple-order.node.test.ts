import { expect } from '@esm-bundle/chai';
import {
  Cl,
  deserializeTransaction,
  makeUnsignedContractCall,
  Pc,
  type ClarityValue,
  type PostCondition,
} from '@stacks/transactions';
import fc from 'fast-check';
import { Cl as Ours, serialize } from '../clarity/index.js';
import { ask, EVERY_WALLET, freshClient, refusal, sentTo } from '../testing/every-wallet.js';
import {
  fordefiWallet,
  leatherMobile,
  leatherWallet,
  standardWallet,
  xverseWallet,
} from '../testing/emulated-wallets.js';
import { STX_ADDRESS, STX_PUBLIC_KEY, TXID, type SchemaWallet } from '../testing/schema-wallet.js';
import { memoryStorage } from '../testing/fake-wallet.js';
import { signTransaction } from '../testing/transactions.js';
import { createWalletClient } from './client.js';

/**
 * The chain orders the entries of a tuple by the bytes of their names: upper-case letters before `_`,
 * `_` before lower-case letters. Locales have another order.
 */
const NAMES = ['a_b', 'a', 'aB', 'a-b', 'B'];
const BYTES = ['0c00000005', '014203', '016103', '03612d6203', '02614203', '03615f6203'].join('');
const tuple = Cl.tuple(Object.fromEntries(NAMES.map((name) => [name, Cl.bool(true)])));
/** Names whose order is the same in English and on the chain, but not in Czech, where `ch` is after `h`. */
const CZECH = Cl.tuple({ data: Cl.bool(true), chain: Cl.bool(true), contract: Cl.bool(true) });
const CZECH_BYTES = '0c0000000305636861696e0308636f6e747261637403046461746103';
const DANISH = Cl.tuple({ aa: Cl.bool(true), b: Cl.bool(true) });

const CONTRACT = `${STX_ADDRESS}.token` as const;
const CALL = { contract: CONTRACT, functionName: 'f' };
const DOMAIN = Cl.tuple({
  name: Cl.stringAscii('app'),
  version: Cl.stringAscii('1'),
  'chain-id': Cl.uint(1),
});
const OWNS = Pc.principal(STX_ADDRESS).willSendAsset().nft(CONTRACT, 'tok', tuple);

/** Wallets that sort the names with @stacks/transactions, or are inferred to. */
const SORTING = { leatherWallet, leatherMobile, xverseWallet, fordefiWallet };

/** Each place of a tuple in a request: the field that the error names, the method and its params. */
const PLACES: readonly (readonly [field: string, method: string, params: object])[] = [
  ['functionArgs[0]', 'stx_callContract', { ...CALL, functionArgs: [tuple] }],
  ['functionArgs[1].value[1].value', 'stx_callContract', { ...CALL, functionArgs: [Cl.none(), Cl.some(Cl.list([Cl.none(), Cl.some(tuple)]))] }],
  ['functionArgs[0].value', 'stx_callContract', { ...CALL, functionArgs: [Cl.ok(tuple)] }],
  ['functionArgs[0].value.inner', 'stx_callContract', { ...CALL, functionArgs: [Cl.error(Cl.tuple({ a: Cl.uint(1), inner: tuple }))] }],
  ['functionArgs[0]', 'stx_callContract', { ...CALL, functionArgs: [BYTES] }],
  ['functionArgs[0]', 'stx_callContract', { ...CALL, functionArgs: [`0x${BYTES}`] }],
  ['postConditions[1].assetId', 'stx_callContract', { ...CALL, postConditions: [Pc.principal(STX_ADDRESS).willSendLte(1).ustx(), OWNS] }],
  ['postConditions[0].assetId', 'stx_deployContract', { name: 'c', clarityCode: '(ok 1)', postConditions: [OWNS] }],
  ['assetId', 'stx_transferSip9Nft', { asset: `${CONTRACT}::tok`, assetId: tuple, recipient: STX_ADDRESS }],
  ['postConditions[0].assetId', 'stx_transferSip10Ft', { asset: `${CONTRACT}::tok`, amount: 1, recipient: STX_ADDRESS, postConditions: [OWNS] }],
  ['functionArgs[0]', 'stx_callContract', { ...CALL, functionArgs: [tuple], sponsored: true, nonce: 1 }],
  ['message', 'stx_signStructuredMessage', { message: tuple, domain: DOMAIN }],
  ['message.value.order', 'stx_signStructuredMessage', { message: Cl.some(Cl.tuple({ order: tuple })), domain: DOMAIN }],
  ['domain', 'stx_signStructuredMessage', { message: Cl.uint(1), domain: Cl.tuple({ ...DOMAIN.value, Name: Cl.uint(1) }) }],
]; // prettier-ignore

/** In WebKitGTK without a language, `localeCompare` has the order of the chain. */
const HAS_CHAIN_ORDER = 'B'.localeCompare('a') < 0;

/** What the page reads as the languages of the browser. Node 20 has no `navigator`. */
function speak(...languages: readonly unknown[]): void {
  const own = { languages: { configurable: true, value: languages } };
  if (globalThis.navigator) Object.defineProperties(navigator, own);
  else added = Reflect.defineProperty(globalThis, 'navigator', { configurable: true, value: Object.create(null, own) as object }); // prettier-ignore
}
let added = false;

function speakAsBefore(): void {
  if (added) Reflect.deleteProperty(globalThis, 'navigator');
  else Reflect.deleteProperty(navigator, 'languages');
  added = false;
}

async function connected(wallet: SchemaWallet) {
  const client = freshClient().with({ provider: wallet });
  await client.connect();
  wallet.calls.length = 0;
  return client;
}

/** A call as @stacks/transactions writes it. */
async function callWith(functionArgs: ClarityValue[], postConditions: PostCondition[] = []) {
  const made = await makeUnsignedContractCall({
    ...{ publicKey: STX_PUBLIC_KEY, fee: 200n, nonce: 1n, network: 'mainnet' },
    ...{ contractAddress: STX_ADDRESS, contractName: 'token', functionName: 'f' },
    ...{ functionArgs, postConditions, validateWithAbi: false },
  });
  return made.serialize();
}

describe('the entries of a tuple', () => {
  before(() => speak('en-US'));
  after(speakAsBefore);

  it('are sent to an unknown wallet in the order of the chain, for any order in the page', async () => {
    const wallet = standardWallet();
    const nested = Cl.some(Cl.list([tuple]));
    await ask(wallet, 'stx_callContract', { ...CALL, functionArgs: [tuple, nested] });
    expect(sentTo(wallet)['functionArgs']).to.deep.equal([BYTES, `0a0b00000001${BYTES}`]);
    await ask(wallet, 'stx_signStructuredMessage', { message: tuple, domain: DOMAIN });
    expect(sentTo(wallet)['message']).to.equal(BYTES);
  });

  it('are sent to every wallet if the language of the browser has the order of the chain', async () => {
    for (const makeWallet of Object.values(EVERY_WALLET)) {
      const wallet = makeWallet();
      await ask(wallet, 'stx_callContract', { ...CALL, functionArgs: [CZECH] });
      const { functionArgs, arguments: older } = sentTo(wallet);
      expect(functionArgs ?? older).to.deep.equal([CZECH_BYTES]);
      await ask(wallet, 'stx_signStructuredMessage', { message: CZECH, domain: DOMAIN });
      expect(sentTo(wallet)['message']).to.equal(CZECH_BYTES);
      expect(wallet.violations).to.deep.equal([]);
    }
  });

  for (const [name, makeWallet] of Object.entries(SORTING)) {
    for (const [field, method, params] of PLACES) {
      it(`are refused in \`${field}\` of ${method} for ${name}, which would sort them`, async () => {
        const wallet = makeWallet();
        const client = await connected(wallet);
        const error = await refusal(client.request(method as never, params as never));
        expect(error.code, error.message).to.equal(-32602);
        expect(error.data).to.include({ field });
        expect(error.message)
          .to.match(/\["\w+","[-\w]+"\]/)
          .and.to.contain('by their bytes');
        expect(wallet.calls).to.deep.equal([]);
      });
    }

    it(`are refused in a transaction for ${name}`, async () => {
      const wallet = makeWallet();
      const client = await connected(wallet);
      const transaction = await callWith([Cl.list([tuple])]);
      const error = await refusal(client.request('stx_signTransaction', { transaction }));
      expect(error).to.include({ code: -32602 });
      expect(error.data).to.include({ field: 'transaction' });
      if (!name.startsWith('leather')) {
        const transactions = [await callWith([CZECH]), transaction];
        const all = await refusal(client.request('stx_signTransactions', { transactions }));
        expect(all.data).to.include({ field: 'transactions[1]' });
        await client.request('stx_signTransactions', { transactions: transactions.slice(0, 1) });
        wallet.calls.length = 0;
      }
      expect(wallet.calls).to.deep.equal([]);
    });
  }

  it('are refused if any language of the user has another order than the chain', async () => {
    const cases = [
      [['cs'], CZECH, ['chain', 'contract']],
      [['en-US', 'sk-SK', 'en'], CZECH, ['chain', 'contract']],
      [['da'], DANISH, ['aa', 'b']],
      [['nb-NO'], DANISH, ['aa', 'b']],
      // Of what is no language, nothing is known.
      [['_', 5, null, {}, 'cs-CZ'], CZECH, ['chain', 'contract']],
    ] as const;
    for (const [spoken, value, names] of cases) {
      speak(...spoken);
      for (const makeWallet of Object.values(SORTING)) {
        const wallet = makeWallet();
        const params = { ...CALL, functionArgs: [value] };
        const error = await refusal(ask(wallet, 'stx_callContract', params));
        expect(error).to.include({ code: -32602 });
        expect(error.message).to.contain(JSON.stringify(names));
        expect(wallet.calls).to.deep.equal([]);
      }
      await ask(standardWallet(), 'stx_callContract', { ...CALL, functionArgs: [value] });
    }
    for (const none of [[], ['_'], [undefined]]) {
      speak(...none);
      await ask(leatherWallet(), 'stx_callContract', { ...CALL, functionArgs: [CZECH] });
    }
    speak('en-US');
  });

  it('are explained as refused', async () => {
    const client = createWalletClient({ storage: memoryStorage() });
    const rows = await client.explain('stx_callContract', { ...CALL, functionArgs: [tuple] });
    const outcomes = Object.fromEntries(
      rows.map(({ providerId, outcome, error }) => [providerId, [outcome, error?.code]]),
    );
    for (const id of ['LeatherProvider', 'XverseProviders.BitcoinProvider']) {
      expect(outcomes[id]).to.deep.equal(['refused', -32602]);
    }
    expect(outcomes['FordefiProviders.UtxoProvider']?.[0]).to.equal('refused');
    expect(outcomes['okxwallet.stacks']?.[0]).to.equal('refused');
    expect(outcomes['AsignaProvider']?.[0]).to.equal('sent');
  });

  it('are refused exactly if @stacks/transactions writes them in another order', function () {
    if (HAS_CHAIN_ORDER) this.skip();
    return fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.stringMatching(/^[a-cA-C][a-cA-C0-1_!?+<>=/*-]{0,3}$/), { minLength: 2, maxLength: 5 }),
        async (names) => {
          const entries = names.map((name) => [name, Ours.bool(true)] as const);
          const value = Ours.tuple(Object.fromEntries(entries));
          const isReordered = Cl.serialize(value as never) !== serialize(value);
          const asked = ask(leatherWallet(), 'stx_callContract', { ...CALL, functionArgs: [value] });
          const code = await asked.then(() => undefined, (error: { code: number }) => error.code);
          expect(code).to.equal(isReordered ? -32602 : undefined);
        },
      ),
    ); // prettier-ignore
  });

  it('of a page that replaced localeCompare are compared nevertheless', async () => {
    const { localeCompare } = String.prototype;
    String.prototype.localeCompare = () => 0;
    try {
      await refusal(ask(leatherWallet(), 'stx_callContract', { ...CALL, functionArgs: [tuple] }));
    } finally {
      String.prototype.localeCompare = localeCompare;
    }
  });
});

describe('an answer of a wallet that sorted the entries of a tuple', () => {
  before(function () {
    if (HAS_CHAIN_ORDER) this.skip();
    speak('en-US');
  });
  after(speakAsBefore);

  for (const [what, params, made] of [
    ['an argument', { functionArgs: [tuple] }, callWith([tuple])],
    ['a post-condition', { postConditions: [OWNS] }, callWith([], [OWNS])],
  ] as const) {
    it(`is an error if the transaction is returned, for ${what}`, async () => {
      const wallet = standardWallet();
      const call = () => ask(wallet, 'stx_callContract', { ...CALL, ...params });
      const transaction = signTransaction(await made);
      const txid = deserializeTransaction(transaction).txid();
      wallet.results['stx_callContract'] = { txid, transaction };
      const { code, message } = await refusal(call());
      expect(code).to.equal(-32603);
      expect(message).to.contain('another order than on the chain').and.to.contain('broadcast');
      // The id alone says nothing about the content.
      wallet.results['stx_callContract'] = { txid: TXID };
      expect(await call()).to.include({ txid: TXID });
    });
  }

  it('is an error for a transaction, and for a message', async () => {
    // Leather, if it is not recognized.
    const wallet = Object.assign(standardWallet(), { request: leatherWallet().request });
    const transaction = await callWith([tuple]);
    const sign = await refusal(ask(wallet, 'stx_signTransaction', { transaction }));
    expect(sign).to.include({ code: -32603 });
    expect(sign.message).to.contain('another order than on the chain');
    const params = { message: tuple, domain: DOMAIN };
    const message = await refusal(ask(wallet, 'stx_signStructuredMessage', params));
    expect(message).to.include({ code: -32603 });
    expect(message.message).to.contain('a signature that is not of');
  });
});
