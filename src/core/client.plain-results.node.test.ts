import { expect } from '@esm-bundle/chai';
import { EVERY_WALLET } from '../testing/every-wallet.js';
import { memoryStorage } from '../testing/fake-wallet.js';
import { FULL_PARAMS, METHODS, VALID_PARAMS } from '../testing/valid-params.js';
import { createWalletClient } from './client.js';

/** The path of the first value that is not plain; undefined if all are. React passes plain values alone to Client Components. */
function findOther(value: unknown, path = 'result'): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return `${path} (${typeof value})`;
  if (typeof value !== 'object' || value === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Uint8Array.prototype) return undefined;
  if (prototype !== Object.prototype && prototype !== Array.prototype) return `${path} (prototype)`;
  for (const [name, inner] of Object.entries(value)) {
    const other = findOther(inner, `${path}.${name}`);
    if (other !== undefined) return other;
  }
  return undefined;
}

describe('what a client returns is plain:', () => {
  for (const [name, makeWallet] of Object.entries(EVERY_WALLET)) {
    for (const method of METHODS) {
      it(`${method} of ${name}, its state, and what explain() says`, async () => {
        const client = createWalletClient({ storage: memoryStorage() });
        const provider = makeWallet();
        await client.connect({ provider });
        expect(findOther(client.state, 'state')).to.equal(undefined);
        expect(findOther(client.getLocalStorage(), 'stored')).to.equal(undefined);
        const result: unknown = await client
          .request({ provider }, method, VALID_PARAMS[method])
          .catch(() => undefined);
        expect(findOther(result)).to.equal(undefined);
        for (const params of [VALID_PARAMS[method], FULL_PARAMS[method]]) {
          for (const { error, ...explained } of await client.explain(method, params)) {
            expect(findOther(explained)).to.equal(undefined);
            expect(findOther(error?.data)).to.equal(undefined);
          }
        }
      });
    }
  }

  it('the lists of wallets, and whether a method is supported', async () => {
    const client = createWalletClient({ storage: memoryStorage() });
    expect(client.wallets().others.length).to.be.greaterThan(0);
    expect(findOther(client.wallets())).to.equal(undefined);
    expect(findOther(client.state)).to.equal(undefined);
    for (const method of METHODS) {
      expect(findOther(await client.supports(method))).to.equal(undefined);
    }
  });

  it('what listeners of `sent` get', async () => {
    const client = createWalletClient({ storage: memoryStorage() });
    const sent = new Promise((resolve) => void client.on('sent', resolve));
    const provider = EVERY_WALLET['Leather']!();
    await client.request({ provider }, 'stx_transferStx', VALID_PARAMS.stx_transferStx);
    expect(findOther(await sent)).to.equal(undefined);
  });
});
