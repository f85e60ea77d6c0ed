import { expect } from '@esm-bundle/chai';
import { createWalletClient } from '../core/client.js';
import { memoryStorage } from '../testing/fake-wallet.js';
import { STX_ADDRESS } from '../testing/transactions.js';
import { refusal } from '../testing/every-wallet.js';
import { standardWallet } from '../testing/emulated-wallets.js';
import type { SchemaWallet } from '../testing/schema-wallet.js';
import { SBTC, USDCX } from '../stacks/assets.js';
import { pay, type PayParams } from './pay.js';

const SHOP = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const TEST_SHOP = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
const HONEY = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token::honey';
const PAYMENT: PayParams = { to: SHOP, asset: 'sbtc', amount: 2500n, order: 'A-1042' };
/** A date in the past. */
const PAST = '2025-01-01T00:00Z';
const U64 = 2n ** 64n;

/** Params that are refused: the field that the error names, and what is wrong. */
const REFUSED: readonly (readonly [field: string, title: string, params: object])[] = [
  ['to', 'no receiver', { to: undefined }],
  ['to', 'a null receiver', { to: null }],
  ['to', 'an empty receiver', { to: '' }],
  ['to', 'a wrong checksum', { to: `${SHOP.slice(0, -1)}J` }],
  ['to', 'a receiver in lower case', { to: SHOP.toLowerCase() }],
  ['to', 'a name of BNS', { to: 'shop.btc' }],
  ['to', 'an address of Bitcoin', { to: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }],
  ['to', 'an asset identifier as the receiver', { to: HONEY }],
  ['to', 'a contract with a wrong checksum', { to: `${SHOP.slice(0, -1)}J.till` }],
  ['to', 'spaces around the receiver', { to: ` ${SHOP}` }],
  ['to', 'a list with the receiver', { to: [SHOP] }],
  ['to', 'a receiver of another network', { network: 'testnet' }],
  ['to', 'the account that pays', { to: STX_ADDRESS }],
  ['to', 'the account that pays, STX', { to: STX_ADDRESS, asset: 'stx' }],
  ['asset', 'no asset', { asset: undefined }],
  ['asset', 'STX in upper case', { asset: 'STX' }],
  ['asset', 'sBTC in mixed case', { asset: 'sBTC' }],
  ['asset', 'a contract without its token', { asset: SBTC.mainnet.split('::', 1)[0] }],
  ['asset', 'a token of another network', { asset: SBTC.testnet }],
  ['asset', 'a token with a wrong checksum', { asset: HONEY.replace('EHE', 'EHF') }],
  ['asset', 'a name inside of an identifier', { asset: '.sbtc-token' }],
  ['asset', 'another name', { asset: 'usdc' }],
  ['asset', 'the name of a property of objects', { asset: 'constructor' }],
  ['asset', 'sBTC on a network without it', { to: 'ST000000000000000000002AMW42H', network: 'devnet' }], // prettier-ignore
  ['amount', 'no amount', { amount: undefined }],
  ['amount', 'nothing', { amount: 0n }],
  ['amount', 'nothing, as a text', { amount: '0' }],
  ['amount', 'a negative amount', { amount: -1n }],
  ['amount', 'more decimals than base units', { amount: '2.5' }],
  ['amount', 'a fraction', { amount: 2.5 }],
  ['amount', 'a number that was rounded', { amount: 2 ** 53 }],
  ['amount', 'an exponent', { amount: '1e3' }],
  ['amount', 'an empty text', { amount: '' }],
  ['amount', 'a unit', { amount: '5 STX' }],
  ['amount', 'hex', { amount: '0x10' }],
  ['amount', 'more STX than 64 bits', { asset: 'stx', amount: U64 }],
  ['amount', 'more of a token than a post-condition can have', { amount: U64 }],
  ['amount', 'more of a token than 128 bits', { amount: U64 * U64 }],
  ['order', 'an empty order', { order: '' }],
  ['order', 'a null order', { order: null }],
  ['order', 'an order of 35 bytes', { order: 'x'.repeat(35) }],
  ['order', 'an order of 18 characters and 36 bytes', { order: 'é'.repeat(18) }],
  ['order', 'a number', { order: 1042 }],
  ['order', 'a zero byte, which padding has, too', { order: 'A-1\0' }],
  ['order', 'a line break', { order: 'A\n1' }],
  ['order', 'a space at its end', { order: 'A-1 ' }],
  ['order', 'half of a character', { order: 'A\ud83d' }],
  ['expires', 'a time in the past', { expires: PAST }],
  ['expires', 'a time in the past, as a number', { expires: Date.parse(PAST) }],
  ['expires', 'seconds', { expires: 1_900_000_000 }],
  ['expires', 'a time without a time zone', { expires: '2099-01-01T00:00' }],
  ['expires', 'a day', { expires: '2099-01-01' }],
  ['expires', 'no date', { expires: 'tomorrow' }],
  ['expires', 'NaN', { expires: NaN }],
  ['network', 'no name', { network: '' }],
  ['recipient', 'a misspelled field', { recipient: SHOP }],
  ['memo', 'another name of the order', { memo: 'A-1' }],
];

function clientFor(wallet: SchemaWallet) {
  const base = createWalletClient({ storage: memoryStorage() });
  return base.with({ provider: wallet });
}

/** What is sent to a wallet that conforms to SIP-030. */
async function sent(params: Partial<PayParams>) {
  const wallet = standardWallet();
  const { payment, txid } = await pay({ ...PAYMENT, ...params, client: clientFor(wallet) });
  expect(wallet.violations).to.deep.equal([]);
  expect(txid).to.match(/^0x[0-9a-f]{64}$/);
  return { payment, call: wallet.calls.at(-1)! };
}

describe('pay', () => {
  for (const [field, title, params] of REFUSED) {
    it(`refuses ${title}, before the wallet opens for it`, async () => {
      const wallet = standardWallet();
      const client = clientFor(wallet);
      // The account that pays is known only then.
      const isOwn = (params as PayParams).to === STX_ADDRESS;
      if (isOwn) await client.connect();
      const before = wallet.calls.length;
      const error = await refusal(pay({ ...PAYMENT, ...params, client }));
      expect(error.code, error.message).to.equal(-32602);
      expect(error.message).to.contain(`\`${field}\``);
      expect(error.data).to.include({ field });
      expect(wallet.calls.length).to.equal(before);
    });
  }

  it('sends a token in the mode deny, with a condition on exactly the amount', async () => {
    const { payment, call } = await sent({});
    expect(payment).to.deep.equal({
      ...{ to: SHOP, asset: SBTC.mainnet, amount: 2500n, order: 'A-1042' },
      ...{ expires: undefined, network: 'mainnet' },
    });
    expect(call.method).to.equal('stx_callContract');
    expect(call.params).to.include({
      contract: SBTC.mainnet.split('::', 1)[0],
      functionName: 'transfer',
      postConditionMode: 'deny',
    });
    expect((call.params as { postConditions: unknown[] }).postConditions).to.have.length(1);
  });

  it('sends STX with the order as the memo', async () => {
    const { payment, call } = await sent({ asset: 'stx', amount: '5000000' });
    expect(payment.amount).to.equal(5_000_000n);
    expect(call.method).to.equal('stx_transferStx');
    expect(call.params).to.include({ recipient: SHOP, amount: '5000000', memo: 'A-1042' });
  });

  it('knows USDCx, and the same token by its identifier', async () => {
    expect((await sent({ asset: 'usdcx' })).payment.asset).to.equal(USDCX.mainnet);
    expect((await sent({ asset: USDCX.mainnet })).payment.asset).to.equal(USDCX.mainnet);
  });

  it('accepts an order of 34 bytes, none at all, and the largest amounts', async () => {
    await sent({ order: 'é'.repeat(17) });
    await sent({ order: undefined });
    await sent({ asset: 'stx', amount: U64 - 1n, order: 'x'.repeat(34) });
    await sent({ amount: U64 - 1n });
    await sent({ expires: '2099-12-31T23:59:59.5+02:00' });
  });

  it('is on the network of the receiver, if nothing else names one', async () => {
    const wallet = standardWallet();
    wallet.network = 'testnet';
    const client = clientFor(wallet);
    const { payment } = await pay({ to: TEST_SHOP, asset: 'stx', amount: 1n, client });
    expect(payment.network).to.equal('testnet');
    expect(wallet.calls.at(-1)?.params).to.include({ network: 'testnet' });
  });

  it('refuses a token for an account that is connected on another network', async () => {
    const wallet = standardWallet();
    const client = clientFor(wallet);
    await client.connect();
    const before = wallet.calls.length;
    const error = await refusal(pay({ to: TEST_SHOP, asset: 'sbtc', amount: 1n, client }));
    expect(error.message).to.contain('connect on testnet first');
    expect(wallet.calls.length).to.equal(before);
  });

  it('fails with the answer of a wallet that does not say what it has sent', async () => {
    const wallet = standardWallet();
    wallet.results['stx_transferStx'] = { status: 'proposed', proposalId: 'p1' };
    const error = await refusal(pay({ ...PAYMENT, asset: 'stx', client: clientFor(wallet) }));
    expect(error.code).to.be.oneOf([-31000, -32603]);
  });

  it('ignores what a page added to Object.prototype', async () => {
    const shared = Object.prototype as Record<string, unknown>;
    shared['order'] = 'polluted';
    try {
      const { payment, call } = await sent({ asset: 'stx', order: undefined });
      expect(payment.order).to.equal(undefined);
      expect(Object.hasOwn(call.params as object, 'memo')).to.equal(false);
    } finally {
      delete shared['order'];
    }
  });

  it('rejects with the reason of its signal', async () => {
    const signal = AbortSignal.abort(new Error('left'));
    const client = clientFor(standardWallet());
    const error: unknown = await pay({ ...PAYMENT, client, signal }).catch((reason) => reason);
    expect(error).to.have.property('message', 'left');
  });
});
