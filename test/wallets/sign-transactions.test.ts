import { expect } from '@open-wc/testing';
import { makeUnsignedContractCall, makeUnsignedSTXTokenTransfer, Cl } from '@stacks/transactions';
import fc from 'fast-check';
import { ask, EVERY_WALLET, freshClient, refusal, sentTo } from '../../src/testing/every-wallet.js';
import { fordefiWallet, leatherMobile, leatherWallet, xverseWallet } from '../../src/testing/emulated-wallets.js'; // prettier-ignore
import { STX_ADDRESS, STX_PUBLIC_KEY } from '../../src/testing/schema-wallet.js';
import { signTransaction, TESTNET_UNSIGNED, UNSIGNED } from '../../src/testing/transactions.js';
import type { SignTransactionsResult } from '../../src/core/index.js';
import { rounds } from '../../src/testing/cdp.js';

const RUNS = await rounds({ usual: 15, long: 60 });

const METHOD = 'stx_signTransactions';
const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';

const one = fc.record({
  nonce: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  fee: fc.bigInt({ min: 0n, max: 2n ** 40n }),
  isCall: fc.boolean(),
  sponsored: fc.constant(false),
});

interface One {
  readonly nonce: bigint;
  readonly fee: bigint;
  readonly isCall: boolean;
  readonly sponsored: boolean;
}

async function raw({ isCall, fee, ...others }: One): Promise<string> {
  const common = {
    ...others,
    fee: others.sponsored ? 0n : fee,
    publicKey: STX_PUBLIC_KEY,
    network: 'mainnet',
  } as const;
  const made = isCall
    ? await makeUnsignedContractCall({
        ...common,
        contractAddress: STX_ADDRESS,
        contractName: 'token',
        functionName: 'mint',
        functionArgs: [Cl.uint(1)],
        validateWithAbi: false,
      })
    : await makeUnsignedSTXTokenTransfer({ ...common, amount: 5n, recipient: RECIPIENT });
  return made.serialize();
}

/** A wallet that answers this method with these transactions. */
function answering(transactions: readonly unknown[], makeWallet = xverseWallet) {
  const wallet = makeWallet();
  wallet.results[METHOD] = { transactions };
  return wallet;
}

describe('stx_signTransactions', function () {
  this.timeout(60_000);

  it('signs all of them, in order, and always says whether to broadcast', () =>
    fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 4 }), async (all) => {
        const transactions = await Promise.all(all.map(raw));
        for (const makeWallet of [xverseWallet, fordefiWallet]) {
          const wallet = makeWallet();
          const result = await ask(wallet, METHOD, { transactions });
          expect(result).to.deep.equal({
            transactions: transactions.map((each) => signTransaction(each)),
          });
          expect(sentTo(wallet)).to.deep.equal({ transactions, broadcast: false });
          expect(wallet.violations).to.deep.equal([]);
        }
      }),
      { numRuns: RUNS },
    ));

  it('fails if any byte of any of them differs', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(one, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (all, which, place, difference) => {
          const transactions = await Promise.all(all.map(raw));
          const signed = transactions.map((each) => signTransaction(each));
          const at = which % signed.length;
          const bytes = signed[at]?.match(/../g) ?? [];
          const byte = place % bytes.length;
          bytes[byte] = (parseInt(bytes[byte] ?? '', 16) ^ difference)
            .toString(16)
            .padStart(2, '0');
          const answer = signed.map((each, index) => (index === at ? bytes.join('') : each));
          const error = await refusal(ask(answering(answer), METHOD, { transactions }));
          expect(error.code).to.equal(-32603);
        },
      ),
      { numRuns: RUNS },
    ));

  it('fails if one came back unsigned, as from Xverse with a Ledger, or if their number differs', async () => {
    const signed = signTransaction(UNSIGNED);
    const transactions = [UNSIGNED, UNSIGNED];
    const unsigned = await refusal(ask(answering([signed, UNSIGNED]), METHOD, { transactions }));
    expect(unsigned.message).to.contain('has not signed, at index 1');
    for (const answer of [[signed], [signed, signed, signed], [signed, 5], []]) {
      const error = await refusal(ask(answering(answer), METHOD, { transactions }));
      expect(error.code).to.equal(-32603);
      expect(error.message).to.contain('as many signed `transactions`');
    }
  });

  it('says that they were possibly sent, since Xverse returns no txids', async () => {
    const wallet = xverseWallet();
    const params = { transactions: [UNSIGNED], broadcast: true };
    const result = (await ask(wallet, METHOD, params)) as SignTransactionsResult;
    expect(result).to.deep.equal({
      status: 'possibly-sent',
      transactions: [signTransaction(UNSIGNED)],
    });
    expect(sentTo(wallet)).to.include({ broadcast: true });
  });

  it('says after a failure that some may have been broadcast, only if that was requested', async () => {
    for (const broadcast of [true, false]) {
      const wallet = xverseWallet();
      wallet.request = async () => ({
        jsonrpc: '2.0',
        id: '1',
        error: { code: -32000, message: 'Closed' },
      });
      const error = await refusal(
        ask(wallet, METHOD, { transactions: [UNSIGNED, UNSIGNED], broadcast }),
      );
      expect(error.code).to.equal(-32000);
      expect(error.message.includes('may have been broadcast')).to.equal(broadcast);
    }
  });

  it('fails with -32601 for Leather, which does not have it, without asking it', async () => {
    for (const makeWallet of [leatherWallet, leatherMobile]) {
      const wallet = makeWallet();
      const error = await refusal(ask(wallet, METHOD, { transactions: [UNSIGNED] }));
      expect(error.code).to.equal(-32601);
      expect(wallet.calls).to.deep.equal([]);
    }
  });

  it('asks any wallet at most once', async () => {
    for (const makeWallet of Object.values(EVERY_WALLET)) {
      const wallet = makeWallet();
      await ask(wallet, METHOD, { transactions: [UNSIGNED, UNSIGNED] }).catch(() => undefined);
      expect(wallet.calls.length).to.be.at.most(1);
    }
  });

  it('refuses what must not be signed or sent before the wallet is asked', async () => {
    const sponsored = await raw({ nonce: 1n, fee: 0n, isCall: true, sponsored: true });
    const other = UNSIGNED.replace('79b000887626b294a914501a4cd226b58b235983', '11'.repeat(20));
    for (const [params, field] of [
      [{ transactions: [] }, 'transactions'],
      [{ transactions: ['xyz'] }, 'transactions[0]'],
      [{ transactions: [UNSIGNED, '00'] }, 'transactions[1]'],
      [{ transactions: [UNSIGNED, TESTNET_UNSIGNED] }, 'transactions[1]'],
      [{ transactions: [UNSIGNED], network: 'testnet' }, 'transactions[0]'],
      [{ transaction: UNSIGNED, transactions: [UNSIGNED] }, 'transaction'],
      [{ transactions: [UNSIGNED, sponsored], broadcast: true }, 'broadcast'],
      [{ transactions: [UNSIGNED, other] }, 'transactions[1]'],
    ] as const) {
      const wallet = xverseWallet();
      const client = freshClient().with({ provider: wallet });
      await client.connect();
      const error = await refusal(client.request(METHOD, params as never));
      expect(error.code, error.message).to.equal(-32602);
      expect(error.data).to.include({ field });
      expect(wallet.calls).to.have.length(1);
    }
  });
});
