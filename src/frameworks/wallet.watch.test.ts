import { expect } from '@open-wc/testing';
import { createRenderEffect, createRoot } from 'solid-js';
import { effectScope, isRef, shallowRef, unref, watch } from 'vue';
import { createWalletClient } from '../core/client.js';
import { configure, getSettings } from '../core/configure.js';
import { Cl, serialize } from '../clarity/index.js';
import { ContractError } from '../contracts/contract-error.js';
import { createSignIn } from '../sign-in/index.js';
import { MetadataError } from '../metadata/metadata-error.js';
import { FAKE, installed, type Installed } from '../testing/element-helpers.js';
import { xverseWallet } from '../testing/emulated-wallets.js';
import {
  fakeWallet,
  installWallet,
  memoryStorage,
  OTHER_STX_ADDRESS,
  STX_ADDRESS,
  success,
} from '../testing/fake-wallet.js';
import { json } from '../testing/metadata-fetch.js';
import { freshTxid, mined, PENDING, transactionsService } from '../testing/transactions-service.js';
import { clearRecentTransactions } from '../transactions/index.js';
import { JsonRpcError } from '../errors.js';
import { toUserText } from '../elements/messages/to-user-text.js';
import { pause, waitUntil } from '../testing/wait-until.js';
import * as solid from './solid.js';
import * as svelte from './svelte.js';
import * as vue from './vue.js';
import type { TokenSnapshot } from './reads.js';
import type { WalletClient } from '../core/types.js';

/** A wallet whose answers have an address of mainnet, and no name of a network. */
const answersOnMainnet = () =>
  Promise.resolve(success({ addresses: [{ symbol: 'STX', address: STX_ADDRESS }] }));

/** What a function of each module returns, followed: `changed` is called with each state. */
const MODULES = {
  svelte<T>(use: (module: typeof svelte) => svelte.ReadableStore<T>, changed: (state: T) => void) {
    return use(svelte).subscribe(changed);
  },
  vue<T>(use: (module: typeof svelte) => svelte.ReadableStore<T>, changed: (state: T) => void) {
    const scope = effectScope();
    scope.run(() => {
      const made = use(vue as unknown as typeof svelte) as unknown as { state?: object };
      watch(toState(made), (state) => changed(state as T), { immediate: true, flush: 'sync' });
    });
    return () => scope.stop();
  },
  solid<T>(use: (module: typeof svelte) => svelte.ReadableStore<T>, changed: (state: T) => void) {
    // In Solid, an address is an accessor.
    const module = new Proxy(solid, {
      get: (from, name) => {
        const found = Reflect.get(from, name) as (...args: readonly unknown[]) => unknown;
        const takesAccessor = ['useBalance', 'useName', 'useStatusText'].includes(name as string);
        return (first: unknown, ...rest: readonly unknown[]) =>
          found(takesAccessor ? () => first : first, ...rest);
      },
    });
    return createRoot((dispose) => {
      const made = use(module as unknown as typeof svelte) as unknown as { state?: object };
      const state = toState(made);
      createRenderEffect(() => changed(state() as T));
      return dispose;
    });
  },
};

/** A getter of the state: of a ref, of a signal, of `state` in an object, or of an object of refs or signals. */
function toState(made: { readonly state?: object }): () => unknown {
  const one = (value: unknown): unknown =>
    typeof value === 'function' ? (value as () => unknown)() : unref(value);
  if (typeof made === 'function' || isRef(made)) return () => one(made);
  if (made.state) return () => one(made.state);
  const fields = Object.entries(made).filter(([name]) => name !== 'switchNetwork');
  return () => Object.fromEntries(fields.map(([name, value]) => [name, one(value)]));
}

/** The states that are shown, without those that repeat. */
function follow<T>(
  framework: keyof typeof MODULES,
  use: (module: typeof svelte) => svelte.ReadableStore<T>,
) {
  const states: T[] = [];
  const end = MODULES[framework](use, (state: T) => states.push(state));
  return { states, end, last: () => states.at(-1)! };
}

/** A request that is shown, so that its transaction is tracked. */
function followRequest(framework: keyof typeof MODULES, client: WalletClient) {
  let send: ReturnType<typeof svelte.useRequest<'stx_transferStx'>>['send'] | undefined;
  const { end } = follow(framework, ({ useRequest }) => {
    const made = useRequest('stx_transferStx', { client });
    send = made.send;
    return made;
  });
  return { send: send!, end };
}

let page: Installed | undefined;
afterEach(() => page?.uninstall());

for (const framework of ['svelte', 'vue', 'solid'] as const) {
  describe(`the module for ${framework}`, () => {
    it('useBalance reads again after a transaction, and shows nothing without an address', async () => {
      const { network, rows } = transactionsService();
      const forTransactions = getSettings().fetch!;
      let available = '1';
      configure({
        fetch: (href, init) =>
          String(href).includes('/balances/')
            ? Promise.resolve(Response.json({ balance: available, available, locked: null }))
            : forTransactions(href, init),
      });
      const txid = freshTxid();
      rows.set(txid, PENDING);
      page = await installed({
        connected: true,
        behaviour: () => Promise.resolve(success({ txid: txid.slice(2) })),
      });
      const client = page.client.with({ network });
      const { states, last, end } = follow(framework, ({ useBalance }) =>
        useBalance(STX_ADDRESS, { client }),
      );
      expect(last()).to.deep.equal({ status: 'loading', balance: undefined, error: undefined });
      await waitUntil(() => last().balance === 1n);
      await client.request('stx_transferStx', { recipient: OTHER_STX_ADDRESS, amount: 5n });
      available = '2';
      rows.set(txid, mined('success'));
      await waitUntil(() => last().balance === 2n);
      expect(states.map(({ status }) => status)).to.deep.equal([
        'loading',
        'ready',
        'loading',
        'ready',
      ]);
      end();
      const idle = follow(framework, ({ useBalance }) => useBalance(undefined));
      expect(idle.last()).to.deep.equal({ status: 'idle', balance: undefined, error: undefined });
      idle.end();
    });

    it('useBalance begins with what a server has read', async () => {
      configure({
        stacksApi: { mainnet: `https://initial-${framework}.example` },
        fetch: () => Promise.resolve(Response.json({ balance: '9', available: '9', locked: null })),
      });
      const { states, last, end } = follow(framework, ({ useBalance }) =>
        useBalance(STX_ADDRESS, { initial: 5n, network: 'mainnet' }),
      );
      await waitUntil(() => last().balance === 9n);
      expect(states.map(({ status, balance }) => `${status} ${balance}`)).to.deep.equal([
        'ready 5',
        'ready 9',
      ]);
      end();
    });

    it('useName has the name, or why there is none', async () => {
      configure({
        stacksApi: { mainnet: `https://names-of-${framework}.example` },
        fetch: () =>
          Promise.resolve(
            Response.json({ okay: true, result: `0x${serialize(Cl.ok(Cl.none()))}` }),
          ),
      });
      const { last, end } = follow(framework, ({ useName }) =>
        useName(STX_ADDRESS, { network: 'mainnet' }),
      );
      expect(last().status).to.equal('loading');
      await waitUntil(() => last().status === 'none');
      expect(last()).to.include({ name: undefined, reason: 'unnamed' });
      end();
    });

    it('useStatusText has the words of a state, at once when it changes', async () => {
      const first = follow(framework, ({ useStatusText }) =>
        useStatusText({ status: 'pending', since: 0 }),
      );
      await waitUntil(() => first.last() === 'Pending');
      first.end();
      const dropped = { status: 'dropped', reason: 'expired' } as const;
      const next = follow(framework, ({ useStatusText }) => useStatusText(dropped));
      expect(next.states).to.deep.equal(['Dropped by the network']);
      next.end();
      const german = follow(framework, ({ useStatusText }) => useStatusText(dropped, 'de'));
      await waitUntil(() => german.last() === 'Vom Netzwerk verworfen');
      german.end();
      const none = follow(framework, ({ useStatusText }) => useStatusText(undefined));
      expect(none.last()).to.equal(undefined);
      none.end();
    });

    it('useErrorText and useStatusText follow the `lang` of the page', async () => {
      const root = document.documentElement;
      const { lang } = root;
      root.lang = 'en';
      const error = { status: 'failed', reason: 'post-condition' };
      const shown = follow(framework, ({ useErrorText }) =>
        useErrorText(framework === 'solid' ? () => error : error),
      );
      const dropped = { status: 'dropped', reason: 'expired' } as const;
      const status = follow(framework, ({ useStatusText }) => useStatusText(dropped));
      try {
        await waitUntil(() => `${shown.last()}`.startsWith('Not executed'));
        await waitUntil(() => status.last() === 'Dropped by the network');
        root.lang = 'de';
        await waitUntil(() => `${shown.last()}`.startsWith('Nicht ausgef'));
        await waitUntil(() => status.last() === 'Vom Netzwerk verworfen');
      } finally {
        root.lang = lang;
        shown.end();
        status.end();
      }
    });

    it('useRecentTransactions shows what was sent, and its state until it is confirmed', async () => {
      clearRecentTransactions();
      const { network, rows } = transactionsService();
      const txid = freshTxid();
      rows.set(txid, PENDING);
      page = await installed({
        connected: true,
        behaviour: () => Promise.resolve(success({ txid: txid.slice(2) })),
      });
      const client = page.client.with({ network });
      const { last, end } = follow(framework, ({ useRecentTransactions }) =>
        useRecentTransactions({ client, account: STX_ADDRESS }),
      );
      expect(last()).to.deep.equal([]);
      await client.request('stx_transferStx', { recipient: OTHER_STX_ADDRESS, amount: 5n });
      await waitUntil(() => last()[0]?.id === txid);
      rows.set(txid, mined('success'));
      await waitUntil(() => last()[0]?.state.status === 'confirmed');
      expect(last()).to.have.length(1);
      end();
    });

    it('useRecentTransactions shows of an account what useRequest has sent, also if it is shown later', async () => {
      clearRecentTransactions();
      const { network, rows } = transactionsService();
      const txids = [freshTxid(), freshTxid()];
      for (const txid of txids) rows.set(txid, PENDING);
      let sent = 0;
      page = await installed({
        connected: true,
        behaviour: () => Promise.resolve(success({ txid: txids[sent++]!.slice(2) })),
      });
      const client = page.client.with({ network });
      const filter = { client, account: STX_ADDRESS, network };
      const before = follow(framework, ({ useRecentTransactions }) =>
        useRecentTransactions(filter),
      );
      const request = followRequest(framework, client);
      const params = { recipient: OTHER_STX_ADDRESS, amount: 5n };
      await request.send(params, { label: 'First tip' });
      await waitUntil(() => before.last()[0]?.id === txids[0]);
      expect(before.last()[0]!.label).to.equal('First tip');
      before.end();
      // Nothing else follows what the client sends.
      await request.send(params, { label: 'Second tip' });
      const after = follow(framework, ({ useRecentTransactions }) => useRecentTransactions(filter));
      await waitUntil(() => after.last().length === 2);
      const [recent] = after.last();
      expect(recent).to.include({ id: txids[1], account: STX_ADDRESS, method: 'stx_transferStx' });
      expect(after.last().map(({ label }) => label)).to.deep.equal(['Second tip', 'First tip']);
      after.end();
      request.end();
    });

    it('useErrorText shows a user’s words for an error, and nothing without one', async () => {
      const declined = new JsonRpcError(-32000, 'no');
      const show = (error: unknown, locale?: string) =>
        follow(framework, ({ useErrorText }) =>
          useErrorText(framework === 'solid' ? () => error : error, locale),
        );
      const { states, last, end } = show(declined);
      await waitUntil(() => last() !== undefined);
      expect(states).to.deep.equal([undefined, 'You declined in your wallet. Nothing was sent.']);
      end();
      const german = show(declined, 'de');
      await waitUntil(() => german.last()?.startsWith('Sie haben') === true);
      german.end();
      const none = show(undefined);
      await waitUntil(() => none.states.length > 0);
      await pause(20);
      expect(none.states).to.deep.equal([undefined]);
      none.end();
    });

    it('useErrorText and useStatusText warn of what has no words, once', async () => {
      const { warn } = console;
      const warned: string[] = [];
      console.warn = (value: string) => warned.push(value);
      try {
        for (const text of [framework, framework, 'pending'] as const) {
          follow(framework, ({ useErrorText }) =>
            useErrorText(framework === 'solid' ? () => text : text),
          ).end();
          follow(framework, ({ useStatusText }) => useStatusText(text as 'pending')).end();
        }
        const handle = { txid: `of ${framework}`, state: { status: 'pending' } };
        follow(framework, ({ useStatusText }) => useStatusText(handle as never)).end();
        await pause(20);
      } finally {
        console.warn = warn;
      }
      const about = warned.filter((text) => text.includes(`got "${framework}"`));
      expect(about).to.have.length(2);
      expect(about[0]).to.contain('useErrorText: pass the error itself;');
      expect(about[1]).to.contain('useStatusText: pass the state of a transaction;');
      expect(warned.filter((text) => text.includes(`of ${framework}`))).to.match(
        /^useStatusText: pass `state` of it;/,
      );
    });

    it('useErrorText and useStatusText refuse options in the place of the language', () => {
      const options = { locale: 'de' } as never;
      const toText = () =>
        follow(framework, ({ useErrorText }) => {
          const error = new Error('x');
          return useErrorText(framework === 'solid' ? () => error : error, options);
        });
      expect(toText).to.throw('useErrorText: `locale` must be a language tag, such as "de"; got {');
      const toStatus = () =>
        follow(framework, ({ useStatusText }) => useStatusText('pending', options));
      expect(toStatus).to.throw('useStatusText: `locale` must be a language tag');
    });

    it('useTransaction refuses what a request is sent with, which has the state already', () => {
      const track = () =>
        follow(framework, ({ useRequest, useTransaction }) => {
          const request = useRequest('stx_transferStx');
          // @ts-expect-error -- its `transaction` is the state
          return useTransaction(framework === 'solid' ? () => request : request);
        }).end();
      expect(track).to.throw('its `.transaction` is the state already');
    });

    it('useErrorText logs what the developer has to correct, once', async () => {
      const { error: log } = console;
      const logged: unknown[] = [];
      console.error = (value: unknown) => logged.push(value);
      try {
        const wrong = new ContractError('bad-response', `${framework}: not a balance`);
        const busy = new ContractError('network', `${framework}: no answer`);
        const declined = new JsonRpcError(-32000, `${framework}: no`);
        // The user can choose the network.
        const data = { network: 'testnet', current: 'mainnet' };
        const elsewhere = new JsonRpcError(-32602, `${framework}: mainnet`, { data });
        for (const shown of [wrong, { status: 'error', error: wrong }, busy, declined, elsewhere]) {
          const { last, end } = follow(framework, ({ useErrorText }) =>
            useErrorText(framework === 'solid' ? () => shown : shown),
          );
          await waitUntil(() => last() !== undefined);
          end();
        }
        expect(logged).to.deep.equal([wrong]);
      } finally {
        console.error = log;
      }
    });

    it('useWallets shows the wallets, and one that is injected later', async () => {
      page = await installed();
      const { client } = page;
      const { last, end } = follow(framework, ({ useWallets }) => useWallets({ client }));
      const ids = () => last().installed.map(({ id }) => id);
      await waitUntil(() => ids().includes(FAKE.id));
      const uninstall = installWallet(
        fakeWallet(() => {}),
        { id: 'LaterProvider', name: 'Later' },
      );
      await waitUntil(() => ids().includes('LaterProvider'));
      uninstall();
      end();
    });

    it('useNetwork shows the network of the wallet, and asks it to change', async () => {
      const wallet = xverseWallet();
      const client = createWalletClient({ storage: memoryStorage() }).with({ provider: wallet });
      let change: ((network: string) => Promise<void>) | undefined;
      const { last, end } = follow(framework, ({ useNetwork }) => {
        const made = useNetwork({ client });
        change = made.switchNetwork;
        return made;
      });
      expect(last()).to.deep.include({ network: undefined, available: [] });
      await client.connect();
      await waitUntil(() => last().available.length > 0);
      expect(last().network).to.equal('mainnet');
      expect(last().available).to.include.members(['mainnet', 'testnet', 'devnet']);
      await change!('testnet');
      await waitUntil(() => last().network === 'testnet');
      client.disconnect();
      await waitUntil(() => last().available.length === 0);
      end();
    });

    it('useNetwork says before a request that the account is on another network', async () => {
      const [mainnet, testnet] = ['mainnet', 'testnet'].map((network) => {
        const base = createWalletClient({ storage: memoryStorage() });
        return base.with({ network, provider: fakeWallet(answersOnMainnet) });
      }) as [WalletClient, WalletClient];
      for (const [client, page] of [
        [mainnet, 'mainnet'],
        [testnet, 'testnet'],
        [testnet.with({ network: 'signet' }), 'signet'],
        [testnet.with({ network: 'mainnet' }), 'mainnet'],
      ] as const) {
        const { last, end } = follow(framework, ({ useNetwork }) => useNetwork({ client }));
        if (client.state.status !== 'connected') {
          expect(last().isWrongNetwork).to.equal(false);
          await client.connect();
        }
        await waitUntil(() => last().isWrongNetwork === (page !== 'mainnet'), page);
        expect(last().pageNetwork).to.equal(page);
        const { error } = last();
        expect(error?.data ?? {}).to.include(
          page === 'mainnet' ? {} : { network: page, current: 'mainnet' },
        );
        expect(await toUserText(error, 'en')).to.match(
          page === 'mainnet' ? /^$/ : /^Your wallet is on mainnet/,
        );
        end();
      }
    });

    it('useSignIn begins with the session of the page, and signs out', async () => {
      page = await installed();
      const account = { chain: 'stacks:mainnet', address: STX_ADDRESS } as const;
      const signIn = createSignIn({
        client: page.client,
        session: account,
        getNonce: () => Promise.resolve('ABCDEFGH12345678'),
        verify: () => Promise.resolve(true),
        signOut: () => Promise.resolve(),
      });
      let out: (() => Promise<void>) | undefined;
      const { states, last, end } = follow(framework, ({ useSignIn }) => {
        const made = useSignIn(signIn);
        out = made.signOut;
        return made;
      });
      expect(states[0]).to.deep.include({ status: 'signed-in', account });
      await out!();
      await waitUntil(() => last().status === 'signed-out');
      end();
    });
  });
}

const HONEY = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';

/** Follows a value of each module: calls `changed` with each state. */
const TOKEN: Readonly<Record<string, (changed: (state: TokenSnapshot) => void) => () => void>> = {
  svelte: (changed) => svelte.useToken(HONEY).subscribe(changed),
  vue: (changed) => {
    const scope = effectScope();
    scope.run(() => watch(vue.useToken(HONEY), changed, { immediate: true, flush: 'sync' }));
    return () => scope.stop();
  },
  solid: (changed) =>
    createRoot((dispose) => {
      const token = solid.useToken(() => HONEY);
      createRenderEffect(() => changed(token()));
      return dispose;
    }),
};

for (const [framework, followToken] of Object.entries(TOKEN)) {
  describe(`useToken of ${framework}`, () => {
    for (const [what, refuse, code] of [
      ['is busy', () => json({}, 429, { 'retry-after': '0' }), 'rate-limited'],
      [
        'is still fetching the metadata',
        () => json({ error: 'Token metadata fetch in progress' }, 422),
        'in-progress',
      ],
    ] as const) {
      it(`becomes ready after the service ${what}`, async () => {
        let asked = 0;
        configure({
          network: 'mainnet',
          metadataApi: { mainnet: `https://${framework}-${code}.example` },
          fetch: () => Promise.resolve((asked += 1) === 1 ? refuse() : json({ name: 'Honey' })),
        });
        const states = new Set<TokenSnapshot>();
        const end = followToken((state) => states.add(state));
        await waitUntil(() => [...states].at(-1)?.status === 'ready');
        end();
        const all = [...states];
        expect(all.map(({ status }) => status)).to.deep.equal(['loading', 'pending', 'ready']);
        expect(all[1]!.error).to.be.instanceOf(MetadataError);
        expect(all[1]!.error!.code).to.equal(code);
        expect(all[2]!.token!.name).to.equal('Honey');
        expect(asked).to.equal(2);
      });
    }
  });
}

it('useErrorText keeps the words for an error that a component creates at each rendering', async () => {
  const balance = new ContractError('rate-limited', 'Too many requests.');
  const created: readonly (() => unknown)[] = [
    () => new ContractError('network', 'No answer.'),
    () => ({ status: 'error', error: balance }),
    () => ({ status: 'failed', reason: 'post-condition' }),
  ];
  for (const create of created) {
    const rendering = shallowRef(0);
    const scope = effectScope();
    const states: (string | undefined)[] = [];
    scope.run(() => {
      const text = vue.useErrorText(() => rendering.value >= 0 && create());
      watch(text, (next) => states.push(next), { immediate: true, flush: 'sync' });
    });
    await waitUntil(() => states.length === 2);
    rendering.value += 1;
    await pause(50);
    expect(states).to.deep.equal([undefined, await toUserText(create())]);
    scope.stop();
  }
});

it('useErrorText has the words of the next error, also of one that contains itself, or that a getter returns', async () => {
  const cyclic = (message: string) => {
    const error = new ContractError('network', message);
    return Object.assign(error, { request: error });
  };
  const declined = new JsonRpcError(-32000, 'no');
  class View {
    readonly #error: Error;
    constructor(error: Error) {
      this.#error = error;
    }
    get status() {
      return 'error';
    }
    get error() {
      return this.#error;
    }
  }
  for (const [first, next] of [
    [cyclic('a'), Object.assign(new MetadataError('not-found', 'b'), { self: cyclic('c') })],
    [cyclic('a'), { error: declined, view: cyclic('c') }],
    [new View(cyclic('a')), new View(declined)],
  ] as const) {
    const shown = shallowRef<unknown>(first);
    const scope = effectScope();
    const text = scope.run(() => vue.useErrorText(() => shown.value))!;
    const [words, others] = await Promise.all([toUserText(first), toUserText(next)]);
    expect(words).to.not.equal(others);
    await waitUntil(() => text.value === words);
    shown.value = next;
    await waitUntil(() => text.value === others);
    scope.stop();
  }
});
