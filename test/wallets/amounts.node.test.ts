import { expect } from '@esm-bundle/chai';
import { ask, EVERY_WALLET, isRefused, sentTo } from '../../src/testing/every-wallet.js';
import { leatherWallet, standardWallet, xverseWallet } from '../../src/testing/emulated-wallets.js';
import { STX_ADDRESS } from '../../src/testing/schema-wallet.js';
import { addressOf } from '../../src/testing/psbts.js';

const CONTRACT = `${STX_ADDRESS}.token`;
const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const BTC = addressOf('other');
const SAFE = Number.MAX_SAFE_INTEGER;

const transfer = { amount: '1', recipient: RECIPIENT };
const token = { ...transfer, asset: CONTRACT };

/** Invalid amounts that some wallet would accept. */
const NO_AMOUNTS: readonly unknown[] = [
  ...['', ' ', ' 5 ', '1e3', '0x10', '-1', '+1', '1.5', '1_000', 'abc', '٣', '9'.repeat(80)],
  ...[NaN, Infinity, -Infinity, -1, 0.5, 2 ** 53, 1e21, -1n],
  ...[null, undefined, true, false, [], [1], {}, { valueOf: 1 }, () => 1, new Date(0)],
];

/** The methods that send an amount, with the path of the amount. */
const MOVES: readonly [method: string, params: (amount: unknown) => unknown, field: string][] = [
  [
    'sendTransfer',
    (amount) => ({ recipients: [{ address: BTC, amount: 1 }, { address: BTC, amount }] }), // prettier-ignore
    'recipients[1].amount',
  ],
  ['stx_transferStx', (amount) => ({ ...transfer, amount }), 'amount'],
  ['stx_transferSip10Ft', (amount) => ({ ...token, amount }), 'amount'],
];

describe('an amount is sent exactly, or refused before a wallet is asked:', () => {
  for (const [method, params, field] of MOVES) {
    for (const amount of NO_AMOUNTS) {
      it(`${method} ${typeof amount} ${typeof amount === 'string' ? JSON.stringify(amount).slice(0, 12) : String(amount)}`, async () => {
        for (const makeWallet of Object.values(EVERY_WALLET)) {
          await isRefused(method, params(amount), field, makeWallet);
        }
      });
    }
  }

  /** An amount in each notation, and the digits that must be sent. */
  const AMOUNTS: readonly [unknown, string][] = [
    [0, '0'],
    ['0', '0'],
    ['007', '7'],
    [1_000_000, '1000000'],
    [1_000_000n, '1000000'],
    [SAFE, String(SAFE)],
    [BigInt(SAFE), String(SAFE)],
  ];
  for (const [amount, digits] of AMOUNTS) {
    it(`${typeof amount} ${String(amount)} is sent as ${digits}`, async () => {
      for (const makeWallet of Object.values(EVERY_WALLET)) {
        const wallet = makeWallet();
        await ask(wallet, 'stx_transferStx', { ...transfer, amount });
        expect(sentTo(wallet)['amount']).to.equal(digits);
        expect(wallet.violations).to.deep.equal([]);
      }
    });
  }

  it('above 2^53 it is refused for wallets that would round it; else every digit is sent', async () => {
    for (const amount of [9007199254740992n, '9007199254740993', 9007199254740993n]) {
      await isRefused('stx_transferStx', { ...transfer, amount }, 'amount', leatherWallet);
      for (const wallet of [xverseWallet(), standardWallet()]) {
        await ask(wallet, 'stx_transferStx', { ...transfer, amount });
        expect(sentTo(wallet)['amount']).to.equal(String(amount));
      }
    }
  });

  it('above the limit of the chain it is refused', async () => {
    const u64 = 2n ** 64n;
    const u128 = 2n ** 128n;
    await isRefused('stx_transferStx', { ...transfer, amount: u64 }, 'amount', standardWallet);
    await isRefused('stx_transferSip10Ft', { ...token, amount: u128 }, 'amount', standardWallet);
    const recipients = [{ address: BTC, amount: 2_100_000_000_000_001n }];
    await isRefused('sendTransfer', { recipients }, 'recipients[0].amount', standardWallet);
    const wallet = standardWallet();
    await ask(wallet, 'stx_transferSip10Ft', { ...token, amount: u128 - 1n });
    expect(sentTo(wallet)['amount']).to.equal((u128 - 1n).toString());
  });
});
