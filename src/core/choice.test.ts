import { aTimeout, expect } from '@open-wc/testing';
import {
  answering,
  fakeWallet,
  installWallet,
  memoryStorage,
  OTHER_STX_ADDRESS,
  STX_ADDRESS,
  success,
  type FakeWallet,
} from '../testing/fake-wallet.js';
import { choosing } from '../testing/fake-picker.js';
import { waitUntil } from '../testing/wait-until.js';
import { refusal } from '../testing/every-wallet.js';
import type { Unsubscribe } from '../lib/store.js';
import { createWalletClient } from './client.js';
import { getDefaultClient } from './client.js';
import type { Choice, Picker, WalletClient } from './types.js';

const DESCRIPTOR = { id: 'FakeWalletProvider', name: 'Fake wallet' };
const OTHER_DESCRIPTOR = { id: 'OtherWalletProvider', name: 'Other wallet' };
const TESTNET_ADDRESS = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';

let wallet: FakeWallet;
let undo: Unsubscribe[];

beforeEach(() => {
  wallet = fakeWallet(({ params }) => {
    const onTestnet = (params as { network?: string } | undefined)?.network === 'testnet';
    return success({ addresses: [{ address: onTestnet ? TESTNET_ADDRESS : STX_ADDRESS }] });
  });
  undo = [installWallet(wallet, DESCRIPTOR)];
});

afterEach(() => undo.forEach((step) => step()));

/** A user who chooses the wallet after 20 ms. */
const chooseAfterDelay = choosing(DESCRIPTOR.id, 20);

const clientWith = (picker: Picker) => createWalletClient({ storage: memoryStorage(), picker });

describe('a custom picker', () => {
  it('ends with the answer of a wallet that the request was cancelled (-31001)', async () => {
    wallet = fakeWallet(() => ({
      jsonrpc: '2.0',
      id: '1',
      error: { code: -31001, message: 'no' },
    }));
    undo.push(installWallet(wallet, OTHER_DESCRIPTOR));
    const client = clientWith((choice) => choice.pick(OTHER_DESCRIPTOR.id));
    expect((await refusal(client.connect())).code).to.equal(-31001);
    expect(client.choice).to.equal(undefined);
  });

  it('that throws is called again for the next request', async () => {
    let opened = 0;
    const client = clientWith((choice) => {
      if (!opened++) throw new Error('not ready');
      return chooseAfterDelay(choice);
    });
    expect((await refusal(client.connect())).message).to.equal('not ready');
    await client.connect();
    expect(client.isConnected()).to.equal(true);
  });

  it('whose `preload` throws is opened nevertheless', async () => {
    const picker: Picker = Object.assign((choice: Choice) => chooseAfterDelay(choice), {
      preload: () => {
        throw new Error('not ready');
      },
    });
    const client = clientWith(picker);
    client.preload();
    await client.connect();
    expect(client.isConnected()).to.equal(true);
    expect(client.isOpening).to.equal(false);
  });

  it('is not opening after the signal of a page threw', async () => {
    const client = clientWith(chooseAfterDelay);
    const signal = {
      aborted: false,
      addEventListener() {
        throw new Error('not an AbortSignal');
      },
      removeEventListener() {},
    } as unknown as AbortSignal;
    const error = await client
      .request({ signal }, 'stx_signMessage', { message: 'hi' })
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.an('error').with.property('message', 'not an AbortSignal');
    expect(client.isOpening).to.equal(false);
  });

  it('cannot connect a wallet that is not approved', async () => {
    let opened = 0;
    const client = clientWith((choice) => {
      opened++;
      return chooseAfterDelay(choice);
    });
    const error = await refusal(client.connect({ approvedProviderIds: [OTHER_DESCRIPTOR.id] }));
    expect(error.message).to.contain(DESCRIPTOR.id).and.to.contain('approvedProviderIds');
    expect(opened).to.equal(1);
    expect(wallet.calls).to.deep.equal([]);
    expect(client.isConnected()).to.equal(false);
  });

  it('that never finishes opening does not block the next request', async () => {
    let opened = 0;
    const client = clientWith((choice) =>
      opened++ ? chooseAfterDelay(choice) : new Promise(() => undefined),
    );
    const leaving = new AbortController();
    const left = client.connect({ signal: leaving.signal }).catch(() => 'left');
    await waitUntil(() => opened === 1);
    leaving.abort();
    expect(await left).to.equal('left');
    await client.connect();
    expect(client.isConnected()).to.equal(true);
  });

  it('that closes when the state is connected has connected', async () => {
    const client = clientWith((choice) => {
      const unsubscribe = client.subscribe(() => {
        if (!client.isConnected()) return;
        unsubscribe();
        choice.close();
      });
      return chooseAfterDelay(choice);
    });
    await client.connect();
    expect(client.isConnected()).to.equal(true);
  });
});

describe('a choice', () => {
  const refusing = () => fakeWallet(() => Promise.reject(new Error('The wallet is locked.')));
  const statuses = (choice: Choice) => {
    const seen: string[] = [choice.state.status];
    choice.subscribe(() => seen.push(choice.state.status));
    return seen;
  };

  it('goes from opening to done', async () => {
    let seen: string[] = [];
    const client = clientWith((choice) => {
      seen = statuses(choice);
      return chooseAfterDelay(choice);
    });
    await client.connect();
    expect(seen).to.deep.equal(['opening', 'choosing', 'connecting', 'done']);
    expect(client.choice).to.equal(undefined);
  });

  it('is a property of the client while it is pending, and tells the subscribers of the client', async () => {
    const client = clientWith(() => undefined);
    let called = 0;
    client.subscribe(() => called++);
    const connecting = client.connect().catch(() => 'closed');
    await waitUntil(() => client.choice?.state.status === 'choosing');
    expect(called).to.be.greaterThan(0);
    expect(client.state.status).to.equal('disconnected');
    client.choice!.close();
    expect(await connecting).to.equal('closed');
    expect(client.choice).to.equal(undefined);
  });

  it('offers the list and another attempt after a failure', async () => {
    undo.push(installWallet(refusing(), DESCRIPTOR));
    const client = clientWith(chooseAfterDelay);
    const choice = await client.choose();
    choice.pick(DESCRIPTOR.id);
    await waitUntil(() => choice.state.status === 'failed');
    choice.retry();
    expect(choice.state.status).to.equal('connecting');
    await waitUntil(() => choice.state.status === 'failed');
    choice.back();
    expect(choice.state.status).to.equal('choosing');
    choice.close();
    expect((await refusal(choice.finished)).code).to.equal(-31001);
  });

  it('ignores the answer of a wallet after back() and after a second attempt', async () => {
    const answers: ((value: unknown) => void)[] = [];
    wallet = fakeWallet(() => new Promise((resolve) => answers.push(resolve)));
    undo.push(installWallet(wallet, DESCRIPTOR));
    const client = clientWith(chooseAfterDelay);
    const choice = await client.choose();
    const answer = () => answers.shift()!(success({ addresses: [{ address: STX_ADDRESS }] }));
    choice.pick(DESCRIPTOR.id);
    await waitUntil(() => answers.length === 1);
    choice.back();
    answer();
    await aTimeout(20);
    expect([choice.state.status, client.isConnected()]).to.deep.equal(['choosing', false]);
    choice.pick(DESCRIPTOR.id);
    await waitUntil(() => answers.length === 1);
    choice.retry();
    await waitUntil(() => answers.length === 2);
    answer();
    await aTimeout(20);
    expect(choice.state.status).to.equal('connecting');
    answer();
    expect(await choice.finished).to.equal(DESCRIPTOR.id);
    expect(client.isConnected()).to.equal(true);
  });

  it('has failed: the client is not connecting until the user tries again', async () => {
    const answers: ((value: unknown) => void)[] = [];
    wallet = fakeWallet(
      () =>
        new Promise((resolve, reject) =>
          answers.push((ok) => (ok ? resolve(ok) : reject(new Error('locked')))),
        ),
    );
    undo.push(installWallet(wallet, DESCRIPTOR));
    let choice!: Choice;
    const client = clientWith((opened) => void (choice = opened));
    const connected = client.connect();
    await waitUntil(() => choice?.state.status === 'choosing');
    const seen: string[] = [];
    client.subscribe(() => seen.at(-1) === client.state.status || seen.push(client.state.status));
    choice.pick(DESCRIPTOR.id);
    await waitUntil(() => answers.length === 1);
    answers.shift()!(undefined);
    await waitUntil(() => choice.state.status === 'failed');
    expect(seen.slice(-2)).to.deep.equal(['connecting', 'disconnected']);
    choice.retry();
    await waitUntil(() => answers.length === 1);
    choice.retry();
    await waitUntil(() => answers.length === 2);
    expect(client.state.status).to.equal('connecting');
    answers.pop()!(success({ addresses: [{ address: STX_ADDRESS }] }));
    await connected;
    expect(seen.slice(-3)).to.deep.equal(['disconnected', 'connecting', 'connected']);
  });

  it('from choose() is shared with a request that needs a wallet', async () => {
    const client = clientWith(() => {
      throw new Error('The picker was opened.');
    });
    const choice = await client.choose();
    expect(await client.choose()).to.equal(choice);
    const connecting = client.connect();
    choice.pick(DESCRIPTOR.id);
    expect((await connecting).addresses[0]?.address).to.equal(STX_ADDRESS);
  });
});

describe('choose(options)', () => {
  const ALLOWED = { approvedProviderIds: [DESCRIPTOR.id] };
  const OTHER = { approvedProviderIds: [OTHER_DESCRIPTOR.id] };
  const BOTH = { approvedProviderIds: [DESCRIPTOR.id, OTHER_DESCRIPTOR.id] };
  let other: FakeWallet;
  beforeEach(() => {
    other = fakeWallet(() => success({ addresses: [{ address: OTHER_STX_ADDRESS }] }));
    undo.push(installWallet(other, OTHER_DESCRIPTOR));
  });
  const never: Picker = () => undefined;
  /** Picks the other wallet, and expects that it is refused and not asked. */
  const isRefused = async (choice: Choice) => {
    choice.pick(OTHER_DESCRIPTOR.id);
    await waitUntil(() => choice.state.status === 'failed');
    const { error } = choice.state as Extract<Choice['state'], { status: 'failed' }>;
    expect(error.message).to.contain(OTHER_DESCRIPTOR.id).and.to.contain('approvedProviderIds');
    choice.retry();
    await aTimeout(10);
    expect(choice.state.status).to.equal('failed');
    expect(other.calls).to.deep.equal([]);
  };
  const offered = ({ wallets }: Choice) => wallets.installed.map(({ id }) => id);

  it('is one choice for the same options, and another for others', async () => {
    const client = clientWith(never);
    const choice = await client.choose(ALLOWED);
    expect(await client.choose({ ...ALLOWED })).to.equal(choice);
    expect(await client.with(ALLOWED).choose()).to.equal(choice);
    const swapped = { approvedProviderIds: [...BOTH.approvedProviderIds].reverse() };
    expect(await client.choose(BOTH)).to.equal(await client.choose(swapped));
    for (const options of [
      undefined,
      BOTH,
      OTHER,
      { ...ALLOWED, network: 'testnet' },
      { ...ALLOWED, enableLocalStorage: false },
      { ...ALLOWED, persistWalletSelect: false },
      { ...ALLOWED, defaultProviders: [] },
      { providerId: OTHER_DESCRIPTOR.id },
    ]) {
      expect(await client.choose(options), JSON.stringify(options)).not.to.equal(choice);
    }
    client.disconnect();
  });

  for (const [what, begin] of [
    ['choose()', (client) => client.choose()],
    ['choose() of more wallets', (client) => client.choose(BOTH)],
    ['choose() of another client of the session', (client) => client.with(OTHER).choose()],
    ['connect()', (client) => void client.connect().catch(() => {})],
    ['connect() of other wallets', (client) => void client.connect(OTHER).catch(() => {})],
    [
      'a signature',
      (client) => void client.request('stx_signMessage', { message: 'a' }).catch(() => {}),
    ],
  ] as readonly [string, (client: WalletClient) => unknown][]) {
    it(`connects no wallet that it does not allow while ${what} is pending`, async () => {
      const client = clientWith(never);
      await begin(client);
      await waitUntil(() => client.choice?.state.status === 'choosing');
      const first = client.choice!;
      const choice = await client.choose(ALLOWED);
      expect(choice).not.to.equal(first);
      expect(offered(choice)).to.deep.equal([DESCRIPTOR.id]);
      await isRefused(choice);
      choice.pick(DESCRIPTOR.id);
      await choice.finished;
      expect(client.state.address).to.equal(STX_ADDRESS);
      // The other choice is still pending, with its own wallets.
      expect(first.state.status).to.equal('choosing');
      client.disconnect();
      expect(first.state.status).to.equal('done');
      expect(client.choice).to.equal(undefined);
    });
  }

  it('connects on its own network and with its own storage while another is pending', async () => {
    const client = clientWith(never);
    const first = await client.choose({ network: 'testnet' });
    const second = await client.choose({ network: 'mainnet', enableLocalStorage: false });
    second.pick(DESCRIPTOR.id);
    await second.finished;
    expect(client.state.address).to.equal(STX_ADDRESS);
    expect(client.getLocalStorage()).to.equal(null);
    first.pick(DESCRIPTOR.id);
    await first.finished;
    expect(client.state.address).to.equal(TESTNET_ADDRESS);
  });

  it('offers only the wallet that it names, and connects no other', async () => {
    const client = clientWith(never);
    const choice = await client.choose({ providerId: DESCRIPTOR.id });
    expect(offered(choice)).to.deep.equal([DESCRIPTOR.id]);
    await isRefused(choice);
    choice.close();
    const error = await refusal(client.choose({ ...OTHER, providerId: DESCRIPTOR.id }));
    expect(error).to.include({ code: -32602 });
  });

  it('is refused with a provider object: the user chooses', async () => {
    const client = clientWith(never);
    expect((await refusal(client.choose({ provider: other }))).code).to.equal(-32602);
    expect((await refusal(client.with({ provider: other }).choose())).code).to.equal(-32602);
    expect(client.choice).to.equal(undefined);
  });

  it('ends when its signal is aborted, unless another caller shares it', async () => {
    const client = clientWith(never);
    const failure = (promise: Promise<unknown>) =>
      promise.then(
        () => 'none',
        ({ message }: Error) => message,
      );
    const aborted = AbortSignal.abort(new Error('left'));
    expect(await failure(client.choose({ signal: aborted }))).to.equal('left');
    const [one, two] = [new AbortController(), new AbortController()];
    const choice = await client.choose({ signal: one.signal });
    expect(await client.choose({ signal: two.signal })).to.equal(choice);
    one.abort(new Error('left'));
    await aTimeout(5);
    expect(choice.state.status).to.equal('choosing');
    two.abort(new Error('left, too'));
    expect(await failure(choice.finished)).to.equal('left, too');
    expect(client.choice).to.equal(undefined);
  });

  it('in a view of the page does not make a request wait that allows other wallets', async () => {
    const client = clientWith(choosing(OTHER_DESCRIPTOR.id, 5));
    const choice = await client.choose(ALLOWED);
    await client.connect(OTHER);
    expect(client.state.address).to.equal(OTHER_STX_ADDRESS);
    expect(choice.state.status).to.equal('choosing');
    choice.close();
  });
});

describe('a picker', () => {
  it('receives the approved wallets, and the id of the last one', async () => {
    undo.push(installWallet(fakeWallet(), OTHER_DESCRIPTOR));
    const given: unknown[] = [];
    const client = clientWith((choice) => {
      const { wallets, lastProviderId } = choice;
      given.push({ installed: wallets.installed.map(({ id }) => id), lastProviderId });
      return chooseAfterDelay(choice);
    });
    await client.connect({ approvedProviderIds: [DESCRIPTOR.id] });
    await client.connect({ forceWalletSelect: true });
    expect(given).to.deep.equal([
      {
        installed: [DESCRIPTOR.id],
        lastProviderId: undefined,
      },
      {
        installed: [DESCRIPTOR.id, OTHER_DESCRIPTOR.id],
        lastProviderId: DESCRIPTOR.id,
      },
    ]);
  });

  it('connects the other wallet if the user returns from a failed one to the list', async () => {
    wallet = fakeWallet(() => Promise.reject(new Error('The wallet is locked.')));
    const other = fakeWallet(() => success({ addresses: [{ address: OTHER_STX_ADDRESS }] }));
    undo.push(installWallet(wallet, DESCRIPTOR), installWallet(other, OTHER_DESCRIPTOR));
    const client = clientWith(choosing([DESCRIPTOR.id, OTHER_DESCRIPTOR.id]));
    const { addresses } = await client.connect();
    expect(addresses.map(({ address }) => address)).to.deep.equal([OTHER_STX_ADDRESS]);
    expect(client.getLocalStorage()?.addresses.stx).to.deep.equal([{ address: OTHER_STX_ADDRESS }]);
  });
});

describe('a wallet that is chosen for its addresses', () => {
  it('is asked once, whatever it answers', async () => {
    wallet = fakeWallet(() => success(null));
    undo.push(installWallet(wallet, DESCRIPTOR));
    for (const method of ['stx_getAddresses', 'stx_getAccounts'] as const) {
      wallet.calls.length = 0;
      const client = clientWith(chooseAfterDelay);
      await client.request({ enableOverrides: false }, method).catch(() => undefined);
      expect(wallet.calls, method).to.have.length(1);
    }
  });
});

describe('a failure', () => {
  it('was shown if the user closed the picker, and not if no picker could be loaded', async () => {
    const refused = new Error('refused');
    wallet = fakeWallet(() => Promise.reject(refused));
    undo.push(installWallet(wallet, DESCRIPTOR));
    const offline = () => Promise.reject(new TypeError('Failed to fetch'));
    for (const [shown, select] of [
      [true, chooseAfterDelay],
      [true, choosing([])],
      [false, offline],
    ] as const) {
      const client = clientWith(select);
      let choice: Choice | undefined;
      client.subscribe(() => (choice = client.choice ?? choice));
      const error = await refusal(client.connect());
      expect(choice!.shown, error.message).to.equal(shown);
    }
  });
});

describe('the element that the user pressed', () => {
  it('is a field of the choice, for the picker', async () => {
    const opener = document.createElement('button');
    const openers: unknown[] = [];
    const client = clientWith((choice) => {
      openers.push(choice.opener);
      choice.close();
    });
    await refusal(client.connect({ opener }));
    await refusal(client.with({ opener }).connect());
    await refusal(client.connect());
    expect(openers).to.deep.equal([opener, opener, undefined]);
  });

  it('must be an element', async () => {
    const error = await refusal(
      clientWith(chooseAfterDelay).connect({ opener: 'button' as never }),
    );
    expect(error.message).to.include('`opener` must be an element; got "button".');
  });
});

describe('two connects that share one picker', () => {
  it('keep the second connected if the first is aborted', async () => {
    for (const leaves of ['before the choice', 'while the wallet is asked']) {
      let approve = () => {};
      const approved = new Promise<void>((resolve) => (approve = resolve));
      wallet = fakeWallet(async () => {
        await approved;
        return success({ addresses: [{ address: STX_ADDRESS }] });
      });
      undo.push(installWallet(wallet, DESCRIPTOR));
      let choice: Choice | undefined;
      const client = clientWith((opened) => void (choice = opened));
      const leaving = new AbortController();
      const left = client.connect({ signal: leaving.signal }).catch(() => 'left');
      const staying = client.connect();
      await waitUntil(() => choice);
      const pick = async () => {
        choice!.pick(DESCRIPTOR.id);
        await waitUntil(() => wallet.calls.length > 0);
      };
      if (leaves === 'while the wallet is asked') await pick();
      leaving.abort();
      expect(await left).to.equal('left');
      if (leaves === 'before the choice') await pick();
      approve();
      await staying;
      expect(client.isConnected(), leaves).to.equal(true);
      expect(client.getLocalStorage()?.addresses.stx).to.deep.equal([{ address: STX_ADDRESS }]);
    }
  });

  it('each get the addresses of their network; the later one is kept', async () => {
    const client = clientWith(chooseAfterDelay);
    const [main, test] = await Promise.all([
      client.connect({ network: 'mainnet' }),
      client.request('getAddresses', { network: 'testnet' }),
    ]);
    expect(main.addresses[0]?.address).to.equal(STX_ADDRESS);
    expect(test.addresses[0]?.address).to.equal(TESTNET_ADDRESS);
    expect(client.getLocalStorage()?.addresses.stx).to.deep.equal([{ address: TESTNET_ADDRESS }]);
  });

  it('each get those of the network in their options', async () => {
    const client = clientWith(chooseAfterDelay);
    const networks = ['mainnet', 'testnet'] as const;
    const answers = await Promise.all(networks.map((network) => client.connect({ network })));
    expect(answers.map(({ addresses }) => addresses[0]?.address)).to.deep.equal([
      STX_ADDRESS,
      TESTNET_ADDRESS,
    ]);
  });

  it('each use their own option for remembering the wallet', async () => {
    const client = clientWith(chooseAfterDelay);
    await Promise.all([client.connect({ persistWalletSelect: false }), client.connect()]);
    expect(client.selectedProviderId).to.equal(DESCRIPTOR.id);
  });

  it('each use their own option for storing addresses', async () => {
    const client = clientWith(chooseAfterDelay);
    await Promise.all([client.connect(), client.connect({ enableLocalStorage: false })]);
    expect(client.isConnected()).to.equal(true);
    expect(client.getLocalStorage()).to.equal(null);
  });

  it('keep all addresses if one requests only Stacks addresses', async () => {
    const both = answering({
      getAddresses: { addresses: [{ address: STX_ADDRESS }, { address: OTHER_STX_ADDRESS }] },
      stx_getAddresses: { addresses: [{ address: STX_ADDRESS }] },
    });
    const slow = fakeWallet(async (call) => {
      if (call.method === 'getAddresses') await aTimeout(30);
      return both(call);
    });
    const client = clientWith(chooseAfterDelay);
    await Promise.all([
      client.connect({ provider: slow }),
      client.request({ provider: slow }, 'stx_getAddresses'),
    ]);
    expect(client.getLocalStorage()?.addresses.stx).to.have.length(2);
  });
});

describe('the picker in the documentation', () => {
  it('connects the wallet that is clicked, and is closed by Escape', async () => {
    const readme = await (await fetch('/README.md')).text();
    const [, code] = /### Your own picker.*?```ts\n(.*?)```/s.exec(readme)!;
    const script = code!
      .replace("'stacks-wallet-elements/core'", `'${location.origin}/src/core/index.ts'`)
      .replace(
        "'stacks-wallet-elements/elements/messages'",
        `'${location.origin}/src/elements/messages/index.ts'`,
      );
    const client = getDefaultClient();
    const { picker } = client;
    await import(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
    const dialog = () => document.querySelector('dialog');
    try {
      const closing = client.connect({ forceWalletSelect: true });
      await waitUntil(dialog);
      dialog()!.dispatchEvent(new Event('cancel'));
      expect((await refusal(closing)).code).to.equal(-31001);

      const connecting = client.connect({ forceWalletSelect: true });
      await waitUntil(dialog);
      const buttons = [...dialog()!.querySelectorAll('button')];
      expect(buttons.map((button) => button.innerText)).to.deep.equal([DESCRIPTOR.name, 'Cancel']);
      buttons[0]!.click();
      await connecting;
      expect(wallet.calls).to.have.length(1);
      expect(dialog()).to.equal(null);
    } finally {
      client.picker = picker;
      client.disconnect();
    }
  });
});
