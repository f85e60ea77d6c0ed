import { expect } from '@open-wc/testing';
import { createSignIn, fetchSignIn } from '../sign-in/index.js';
import { MemoryClient } from '../testing/memory-client.js';
import { pause } from '../testing/wait-until.js';
import {
  useBalance,
  useName,
  useSignIn,
  useToken,
  useTransaction,
  useWallet,
  type ReadableStore,
} from './svelte.js';

const PRINCIPAL = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
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

describe('a sign-in that a component creates in each rendering', () => {
  it('is an error that names the mistake, before a framework renders without an end', async () => {
    const render = () => useSignIn(createSignIn(fetchSignIn('/auth')));
    const signIn = createSignIn(fetchSignIn('/auth'));
    for (let count = 0; count < 100; count++) useSignIn(signIn);
    for (let count = 0; count < 5; count++) render();
    const errors = await Promise.all(Array.from({ length: 20 }, () => errorOf(render)));
    expect(errors.at(-1)).to.contain(
      'useSignIn: `signIn` must be what createSignIn() returns outside of components',
    );
    // A second later, others can be followed.
    await pause(1_100);
    render();
  });
});

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
    ).to.contain('useToken: `basUrl` is not a known option. Did you mean `baseUrl`?');
  });

  it('are errors of the state, with the name of the hook, for a wrong address, asset or network', async () => {
    const errorIn = <T extends { readonly error: Error | undefined }>(store: ReadableStore<T>) =>
      new Promise<string>((resolve) => {
        store.subscribe(({ error }) => error && resolve(error.message));
      });
    expect(await errorIn(useBalance('alice.btc'))).to.match(/^useBalance: `address` must be a Sta/);
    expect(await errorIn(useName('alice.btc'))).to.match(/^useName: `address` must be a Stacks /);
    const asset = await errorIn(useBalance(ADDRESS, { asset: 'sbct' }));
    expect(asset).to.match(/^useBalance: `asset` must be "stx", "sbtc" on .*; got "sbct"\. /);
    const onMainet = { network: 'mainet' };
    const wrong = [errorIn(useBalance(ADDRESS, onMainet)), errorIn(useName(ADDRESS, onMainet))];
    for (const error of await Promise.all(wrong)) {
      expect(error).to.match(/^use(?:Balance|Name): .*mainet.*Did you mean `mainnet`\?/);
    }
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
