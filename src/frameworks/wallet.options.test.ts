import { expect } from '@open-wc/testing';
import { MemoryClient } from '../testing/memory-client.js';
import { useToken, useTransaction, useWallet } from './svelte.js';

const PRINCIPAL = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const TXID = `0x${'5a'.repeat(32)}`;
const client = new MemoryClient().asClient();

/** Tracks a transaction once the page is hydrated. */
async function track(options: object): Promise<void> {
  useWallet({ client }).subscribe(() => {});
  await Promise.resolve();
  useTransaction(TXID, options).subscribe(() => {})();
}

const errorOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no error';
};

describe('the options of the modules for frameworks', () => {
  it('are errors with the nearest name, if a name is misspelled', async () => {
    expect(await errorOf(() => useWallet({ clinet: client } as object))).to.contain(
      'useWallet: `clinet` is not a known option. Did you mean `client`?',
    );
    expect(await errorOf(() => track({ netwrk: 'testnet' }))).to.contain(
      'useTransaction: `netwrk` is not a known option. Did you mean `network`?',
    );
    expect(
      await errorOf(() => useToken(PRINCIPAL, { basUrl: 'https://a.example' } as object)),
    ).to.contain('watchToken: `basUrl` is not a known option. Did you mean `baseUrl`?');
  });

  it('are errors that name the argument, if they are no plain object', async () => {
    for (const options of ['full', 5, ['full'], null]) {
      const given = options as unknown as object;
      const expected = '`options` must be a plain object';
      expect(await errorOf(() => useWallet(given))).to.contain(expected);
      expect(await errorOf(() => track(given))).to.contain(expected);
      expect(await errorOf(() => useToken(PRINCIPAL, given))).to.contain(expected);
    }
  });

  it('are not read from a polluted Object.prototype', async () => {
    const pollution = Object.prototype as Record<string, unknown>;
    const added = { client: { evil: true }, preventDefault: {}, sentAt: 1, network: 'evil' };
    Object.assign(pollution, added);
    try {
      const asked: unknown[] = [];
      const own = Object.assign(new MemoryClient().asClient(), {
        connect: (options: unknown) => Promise.resolve(asked.push(options)),
      });
      const options = Object.assign(Object.create(null), { network: 'testnet' }) as object;
      await useWallet({ client: own }).connect(options);
      expect(asked).to.deep.equal([options]);
      expect(() => useWallet()).not.to.throw();
      await track({ store: false });
    } finally {
      for (const name of Object.keys(added)) delete pollution[name];
    }
  });
});
