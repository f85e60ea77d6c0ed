import { expect } from '@esm-bundle/chai';
import { answering, fakeWallet, memoryStorage, ADDRESSES } from '../testing/fake-wallet.js';
import { createWalletClient } from '../core/client.js';
import { getMethodChain } from '../stacks/address.js';
import { findMethod, methodNames } from './index.js';

describe('what loads before the methods', () => {
  for (const method of methodNames) {
    const { chain, kind } = findMethod(method)!;

    it(`knows the chain of the transactions of ${method}`, () => {
      if (kind !== 'send' && kind !== 'sign-or-send') return;
      expect(getMethodChain(method)).to.equal(chain);
    });
  }

  it('knows that the transactions of an unknown method, and without a method, are of Stacks', () => {
    expect([getMethodChain('unknown'), getMethodChain(undefined)]).to.deep.equal([
      'stacks',
      'stacks',
    ]);
  });

  for (const method of methodNames.filter((name) => findMethod(name)!.kind === 'addresses')) {
    it(`knows that ${method} connects`, async () => {
      const provider = fakeWallet(answering({ [method]: { addresses: ADDRESSES } }));
      const client = createWalletClient({ storage: memoryStorage() });
      await client.request({ provider, enableOverrides: false }, method);
      expect(client.isConnected()).to.equal(true);
    });
  }
});
