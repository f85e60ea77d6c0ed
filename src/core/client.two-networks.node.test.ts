import { expect } from '@esm-bundle/chai';
import {
  fordefiWallet,
  leatherWallet,
  standardWallet,
  xverseWallet,
} from '../testing/emulated-wallets.js';
import { freshClient, refusal } from '../testing/every-wallet.js';
import { STX_ADDRESS, TESTNET_STX_ADDRESS } from '../testing/transactions.js';

/** The switch of guide/testnets.md: two clients of one connection, and `connect` of the one that the user has chosen. */
describe('a page with two networks', () => {
  for (const [makeWallet, follows] of [
    [xverseWallet, true],
    [fordefiWallet, true],
    [leatherWallet, false],
    [standardWallet, false],
  ] as const) {
    it(`asks the wallet once at the switch: ${makeWallet.name}`, async () => {
      const wallet = makeWallet();
      const page = freshClient().with({ provider: wallet });
      const clients = {
        mainnet: page.with({ network: 'mainnet' }),
        testnet: page.with({ network: 'testnet' }),
      };
      const seen: (string | undefined)[] = [];
      await clients.mainnet.connect();
      clients.mainnet.subscribe(() => seen.push(clients.mainnet.state.stxAddress));
      const before = wallet.calls.length;
      await clients.testnet.connect();
      const [call, ...more] = wallet.calls.slice(before);
      expect(more).to.deep.equal([]);
      expect(String((call!.params as { network: string }).network).toLowerCase()).to.equal(
        'testnet',
      );

      // Both have the one connection, which is never empty meanwhile.
      expect(clients.testnet.state).to.equal(clients.mainnet.state);
      expect(seen.filter((address) => address === undefined)).to.deep.equal([]);
      // A wallet in which only the user changes the network says which one it is on.
      const { network, stxAddress } = clients.testnet.state;
      expect([network, stxAddress]).to.deep.equal(
        follows ? ['testnet', TESTNET_STX_ADDRESS] : ['mainnet', STX_ADDRESS],
      );
      const recipient = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
      const sent = wallet.calls.length;
      // An address of testnet is never sent with the client of mainnet.
      const params = { recipient, amount: 1n };
      const error = await refusal(clients.mainnet.request('stx_transferStx', params));
      expect(error.code).to.equal(-32602);
      expect(wallet.calls.length).to.equal(sent);
    });
  }
});
