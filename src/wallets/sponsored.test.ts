import { expect } from '@open-wc/testing';
import { Cl, Pc } from '@stacks/transactions';
import { ask, isRefused, sentTo } from '../testing/every-wallet.js';
import { fordefiWallet, standardWallet, xverseWallet } from '../testing/emulated-wallets.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';

const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const CONTRACT = `${STX_ADDRESS}.token`;
const TRANSACTIONS = {
  stx_transferStx: { amount: 1, recipient: RECIPIENT },
  stx_transferSip10Ft: { amount: 1, recipient: RECIPIENT, asset: `${CONTRACT}::tok` },
  stx_transferSip9Nft: { recipient: RECIPIENT, asset: `${CONTRACT}::nft`, assetId: Cl.uint(1) },
  stx_callContract: { contract: CONTRACT, functionName: 'mint' },
  stx_deployContract: { name: 'token', clarityCode: '(ok 1)' },
} as const;

describe('a sponsored transaction', () => {
  for (const [method, params] of Object.entries(TRANSACTIONS)) {
    it(`by ${method} is not sent to a wallet that would make the user pay`, async () => {
      for (const makeWallet of [xverseWallet, fordefiWallet]) {
        await isRefused(method, { ...params, sponsored: true }, 'sponsored', makeWallet);
      }
    });

    it(`by ${method} is sent to a wallet that conforms to SIP-030`, async () => {
      for (const sponsored of [true, false]) {
        const wallet = standardWallet();
        await ask(wallet, method, { ...params, sponsored });
        expect(sentTo(wallet)).to.include({ sponsored });
      }
      const wallet = xverseWallet();
      await ask(wallet, method, { ...params, sponsored: false }).catch(() => undefined);
      expect(wallet.calls).to.have.length(1);
    });
  }
});

describe('the post-conditions of a transfer', () => {
  it('are not sent to a wallet that drops them', async () => {
    const postConditions = [Pc.principal(STX_ADDRESS).willSendLte(5n).ustx()];
    for (const makeWallet of [xverseWallet, fordefiWallet]) {
      const params = { ...TRANSACTIONS.stx_transferStx, postConditions };
      await isRefused('stx_transferStx', params, 'postConditions', makeWallet);
      const wallet = makeWallet();
      await ask(wallet, 'stx_transferStx', { ...params, postConditions: [] });
      expect(wallet.violations).to.deep.equal([]);
    }
  });
});
