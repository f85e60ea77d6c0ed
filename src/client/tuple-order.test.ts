import { expect } from '@esm-bundle/chai';
import { Cl } from '@stacks/transactions';
import { ask, EVERY_WALLET, sentTo } from '../testing/every-wallet.js';

/**
 * The chain orders the entries of a tuple by the bytes of their names: upper-case letters before `_`,
 * `_` before lower-case letters. Locales have another order.
 */
const NAMES = ['a_b', 'a', 'aB', 'a-b', 'B'];
const BYTES = ['0c00000005', '014203', '016103', '03612d6203', '02614203', '03615f6203'].join('');

describe('the entries of a tuple', () => {
  const tuple = Cl.tuple(Object.fromEntries(NAMES.map((name) => [name, Cl.bool(true)])));

  it('are sent in the order of the chain, for any order in the page and any locale', async function () {
    const byLocale = [...NAMES].sort((a, b) => a.localeCompare(b));
    // WebKitGTK sorts by locale in the order of the bytes, so this test could not fail there.
    if (byLocale.join() === [...NAMES].sort().join()) this.skip();
    for (const makeWallet of Object.values(EVERY_WALLET)) {
      const wallet = makeWallet();
      await ask(wallet, 'stx_callContract', {
        contract: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.token',
        functionName: 'f',
        functionArgs: [tuple, Cl.some(Cl.list([tuple]))],
      });
      const { functionArgs, arguments: older } = sentTo(wallet);
      expect(functionArgs ?? older).to.deep.equal([BYTES, `0a0b00000001${BYTES}`]);
    }
  });

  it('are signed in the order of the chain', async () => {
    for (const makeWallet of Object.values(EVERY_WALLET)) {
      const wallet = makeWallet();
      const domain = Cl.tuple({
        name: Cl.stringAscii('app'),
        version: Cl.stringAscii('1'),
        'chain-id': Cl.uint(1),
      });
      await ask(wallet, 'stx_signStructuredMessage', { message: tuple, domain });
      expect(sentTo(wallet)['message']).to.equal(BYTES);
    }
  });
});
