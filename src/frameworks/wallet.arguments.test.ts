import { expect } from '@open-wc/testing';
import { createRoot, createSignal } from 'solid-js';
import { effectScope, nextTick, shallowRef } from 'vue';
import { createWalletClient } from '../core/client.js';
import { configure } from '../core/configure.js';
import type { WalletClient } from '../core/types.js';
import { Cl, deserialize, serialize } from '../clarity/index.js';
import { contract } from '../contracts/index.js';
import { installed, type Installed } from '../testing/element-helpers.js';
import {
  answering,
  fakeWallet,
  memoryStorage,
  OTHER_STX_ADDRESS,
  STX_ADDRESS,
  type FakeWallet,
} from '../testing/fake-wallet.js';
import { pause, waitUntil } from '../testing/wait-until.js';
import { clearRecentTransactions, trackTransaction } from '../transactions/index.js';
import * as solid from './solid.js';
import * as svelte from './svelte.js';
import * as vue from './vue.js';
import type { ActionFunctions, ActionState } from './action.js';
import type { TokenSnapshot } from './reads.js';
import type { TransactionSnapshot } from './transactions.js';

const ID = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.honey-token';
const OTHER_ID = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.other-token';
const uint = { type: { response: { ok: 'uint128', error: 'none' } } } as const;
const abi = {
  functions: [
    {
      name: 'get-balance',
      access: 'read_only',
      args: [{ name: 'who', type: 'principal' }],
      outputs: uint,
    },
    { name: 'get-own', access: 'read_only', args: [], outputs: uint },
    { name: 'get-price', access: 'read_only', args: [], outputs: uint },
    {
      name: 'mint',
      access: 'public',
      args: [],
      outputs: { type: { response: { ok: 'bool', error: 'none' } } },
    },
  ],
} as const;

/** What the test shows of a state. */
const say = ({ status, data }: { status: string; data?: unknown }) => `${status} ${String(data)}`;
type Read = ActionState<bigint> & { readonly reload: () => void };
type Send = ActionFunctions<readonly unknown[], unknown>;

/** The functions of Vue and of Solid, for the arguments of `index`, which changes. */
const MODULES = {
  vue: <T>(use: (index: () => number, of: typeof vue, all: typeof fromVue) => () => T) => {
    const index = shallowRef(0);
    const scope = effectScope();
    const get = scope.run(() => use(() => index.value, vue, fromVue))!;
    return { get, set: (next: number) => (index.value = next), end: () => scope.stop() };
  },
  solid: <T>(use: (index: () => number, of: typeof vue, all: typeof fromVue) => () => T) => {
    const [index, set] = createSignal(0);
    const fields = (signals: object): unknown =>
      Object.fromEntries(
        Object.entries(signals).map(([name, signal]: [string, () => unknown]) => [
          name,
          /send|reset|reload|connect|request/.test(name) ? signal : signal(),
        ]),
      );
    return createRoot((end) => {
      const get = use(index, solid as unknown as typeof vue, fields);
      return { get, set, end };
    });
  },
} as const;

/** The current values of refs. */
function fromVue(refs: object): unknown {
  return Object.fromEntries(
    Object.entries(refs).map(([name, ref]: [string, { readonly value: unknown }]) => [
      name,
      typeof ref === 'function' ? ref : ref.value,
    ]),
  );
}

/** The state in a ref or a signal. */
const one = <T>(state: { value: T } | (() => T)): T =>
  typeof state === 'function' ? state() : state.value;

const pages: Installed[] = [];
const okay = (value: bigint) => ({ okay: true, result: `0x${serialize(Cl.ok(Cl.uint(value)))}` });
const asked: { readonly url: URL; readonly sender: string | undefined }[] = [];

/** Answers with the number of the node, of the account or of the token. */
async function fetchOne(href: unknown, init?: RequestInit): Promise<Response> {
  const url = new URL(String(href));
  const body = (init?.body ? JSON.parse(init.body as string) : {}) as {
    sender?: string;
    arguments?: string[];
  };
  asked.push({ url, sender: body.sender });
  const name = url.pathname.split('/').at(-1)!;
  if (url.pathname.startsWith('/extended/')) return Response.json({}, { status: 404 });
  if (url.pathname.includes('/metadata/')) return Response.json({ name, symbol: name });
  if (name === 'get-price') return Response.json(okay(url.hostname === 'a.example' ? 1n : 2n));
  const who =
    name === 'get-own'
      ? body.sender
      : (deserialize(body.arguments![0]!) as { value: string }).value;
  return Response.json(okay(who === STX_ADDRESS ? 1n : 2n));
}

beforeEach(() => {
  clearRecentTransactions();
  asked.length = 0;
  configure({
    stacksApi: { mainnet: 'https://a.example' },
    metadataApi: 'https://tokens.example',
    fetch: fetchOne,
  });
});
afterEach(() => {
  for (const page of pages.splice(0)) page.uninstall();
});

const clientOf = async (address: string): Promise<[WalletClient, FakeWallet]> => {
  const wallet = fakeWallet(answering({ getAddresses: { addresses: [{ address }] } }));
  const client = createWalletClient({ storage: memoryStorage() }).with({ provider: wallet });
  await client.connect();
  wallet.calls.length = 0;
  return [client, wallet];
};

for (const [name, render] of Object.entries(MODULES)) {
  describe(`after the arguments of a function of ${name} change`, () => {
    it('useContractRead has no data of the former ones', async () => {
      const token = contract(abi, { contract: ID });
      const { get, set, end } = render((index, { useContractRead }, all) => {
        const read = useContractRead(token, 'get-balance', () => ({
          who: index() === 0 ? STX_ADDRESS : OTHER_STX_ADDRESS,
        }));
        return () => all(read) as Read;
      });
      await waitUntil(() => get().status === 'success');
      expect(say(get())).to.equal('success 1');
      set(1);
      // At once, before any effect has run.
      expect(say(get())).to.equal('pending undefined');
      await waitUntil(() => get().status === 'success');
      expect(say(get())).to.equal('success 2');
      set(0);
      expect(say(get())).to.equal('pending undefined');
      end();
    });

    it('useContractRead reads the contract of another node, or another function', async () => {
      const nodes = ['https://a.example', 'https://b.example'].map((baseUrl) =>
        contract(abi, { contract: ID, source: { baseUrl } }),
      );
      const { get, set, end } = render((index, { useContractRead }, all) => {
        const read = useContractRead(
          () => nodes[index() % 2]!,
          () => (index() < 2 ? ('get-price' as const) : ('get-own' as never)),
          () => ({}),
        );
        return () => all(read) as Read;
      });
      await waitUntil(() => get().status === 'success');
      expect(say(get())).to.equal('success 1');
      set(1);
      expect(say(get())).to.equal('pending undefined');
      await waitUntil(() => get().status === 'success');
      expect(say(get())).to.equal('success 2');
      set(3);
      expect(say(get())).to.equal('pending undefined');
      await waitUntil(() => asked.at(-1)!.url.pathname.endsWith('get-own'));
      end();
    });

    it('useContractRead is not changed by equal ones, and tells 1n from "1n"', async () => {
      const token = contract(abi, { contract: ID });
      const values: readonly unknown[] = [STX_ADDRESS, STX_ADDRESS, 1n, '1n', 1];
      const { get, set, end } = render((index, { useContractRead }, all) => {
        const read = useContractRead(
          token,
          'get-balance',
          () => ({ who: values[index()] }) as { who: string },
        );
        return () => all(read) as Read;
      });
      await waitUntil(() => get().status === 'success');
      set(1);
      expect(say(get())).to.equal('success 1');
      await nextTick();
      expect(asked).to.have.length(1);
      const errors: string[] = [];
      for (const next of [2, 3, 4]) {
        set(next);
        expect(say(get())).to.equal('pending undefined');
        await waitUntil(() => get().status === 'error');
        errors.push((get().error as Error).message);
      }
      expect(errors.map((text) => /got (\S+)[,.;]/.exec(text)?.[1])).to.deep.equal(['1n', '"1n"', '1']); // prettier-ignore
      end();
    });

    it('useContractRead has the data of the current account, if that is the sender', async () => {
      const { client, wallet, uninstall } = await installed({ connected: true });
      pages.push({ client, wallet, uninstall });
      const token = contract(abi, { contract: ID, client });
      const { get, end } = render((_, { useContractRead }, all) => {
        const read = useContractRead(token, 'get-own', () => ({}));
        return () => all(read) as Read;
      });
      await waitUntil(() => get().status === 'success');
      expect(say(get())).to.equal('success 1');
      wallet.emit('stx_accountChange', [{ address: OTHER_STX_ADDRESS }]);
      expect(say(get())).to.equal('pending undefined');
      await waitUntil(() => get().status === 'success');
      expect(say(get())).to.equal('success 2');
      expect(asked.map(({ sender }) => sender)).to.deep.equal([STX_ADDRESS, OTHER_STX_ADDRESS]);
      end();
    });

    it('useToken has no token of the former ones', async () => {
      const { get, set, end } = render((index, { useToken }) => {
        const token = useToken(() => [ID, OTHER_ID, ID][index()]);
        return () => one(token as { value: TokenSnapshot });
      });
      await waitUntil(() => get().status === 'ready');
      expect(get().token?.name).to.equal(ID);
      set(1);
      expect(get()).to.deep.equal({ status: 'loading', token: undefined, error: undefined });
      await waitUntil(() => get().status === 'ready');
      expect(get().token?.name).to.equal(OTHER_ID);
      end();
    });

    it('useTransaction has no state of the former ones', () => {
      const ids = ['5a'.repeat(32), undefined];
      const { get, set, end } = render((index, { useTransaction }) => {
        const state = useTransaction(
          () => ids[index()],
          () => ({ store: false }),
        );
        return () => one(state as { value: TransactionSnapshot });
      });
      expect(get()?.status).to.equal('submitted');
      set(1);
      expect(get()).to.equal(undefined);
      end();
    });

    it('useWallet has the wallet of the current client, and its functions ask that', async () => {
      const [first, second] = [await clientOf(STX_ADDRESS), await clientOf(OTHER_STX_ADDRESS)];
      const { get, set, end } = render((index, { useWallet }, all) => {
        const wallet = useWallet(() => ({ client: [first, second][index()]![0] }));
        return () => all(wallet) as { address: string; disconnect: () => void };
      });
      expect(get().address).to.equal(STX_ADDRESS);
      set(1);
      expect(get().address).to.equal(OTHER_STX_ADDRESS);
      await nextTick();
      second[0].disconnect();
      expect(get().address).to.equal(undefined);
      get().disconnect();
      expect(first[0].isConnected()).to.equal(true);
      end();
    });

    it('useRequest begins anew, and no send() has the result of another method', async () => {
      const [[client, wallet], [other, another]] = [
        await clientOf(STX_ADDRESS),
        await clientOf(OTHER_STX_ADDRESS),
      ];
      const { get, set, end } = render((index, { useRequest }, all) => {
        const request = useRequest(
          () => (index() === 1 ? 'stx_getAccounts' : 'stx_getNetworks') as 'stx_getAccounts',
          () => ({ client: index() === 2 ? other : client }),
        );
        return () => all(request) as ActionState<unknown> & Send;
      });
      const earlier = get().send();
      expect(get().status).to.equal('pending');
      set(1);
      expect(get().status).to.equal('idle');
      await nextTick();
      const later = get().send();
      expect(get().status).to.equal('pending');
      await Promise.all([earlier, later]);
      expect(wallet.calls.map(({ method }) => method)).to.deep.equal([
        'stx_getNetworks',
        'stx_getAccounts',
      ]);
      expect(get().status).to.equal('error');
      set(2);
      expect(get()).to.include({ status: 'idle', error: undefined });
      await get().send();
      expect(another.calls).to.have.length(1);
      end();
    });

    it('useContractCall asks the wallet of the client in its options', async () => {
      const [[client, wallet], [other, another]] = [
        await clientOf(STX_ADDRESS),
        await clientOf(OTHER_STX_ADDRESS),
      ];
      const token = contract(abi, { contract: ID, client });
      const { get, set, end } = render((index, { useContractCall }, all) => {
        const call = useContractCall(token, 'mint', () => [{ client: other }, {}][index()]);
        return () => all(call) as ActionState<unknown> & Send;
      });
      await get().send({});
      expect([wallet, another].map(({ calls }) => calls.length)).to.deep.equal([0, 1]);
      set(1);
      expect(get().status).to.equal('idle');
      await get().send({}, { fee: 1n });
      expect([wallet, another].map(({ calls }) => calls.length)).to.deep.equal([1, 1]);
      end();
    });
  });
}

describe('the same arguments', () => {
  it('have the same snapshot until it changes', async () => {
    const read = svelte.useContractRead(contract(abi, { contract: ID }), 'get-price', {});
    const states: ActionState<bigint>[] = [];
    const end = read.subscribe((state) => states.push(state));
    await waitUntil(() => states.at(-1)!.status === 'success');
    expect(states.map(say)).to.deep.equal(['pending undefined', 'success 1']);
    const again: unknown[] = [];
    read.subscribe((state) => again.push(state))();
    expect(again).to.have.length(1);
    expect(again[0]).to.equal(states[1]);
    end();
  });

  it('are copied: what the page changes in them is not read', async () => {
    const args = { who: STX_ADDRESS };
    const read = svelte.useContractRead(contract(abi, { contract: ID }), 'get-balance', args);
    args.who = OTHER_STX_ADDRESS;
    let state: ActionState<bigint> | undefined;
    const end = read.subscribe((next) => (state = next));
    await waitUntil(() => state?.status === 'success');
    expect(state!.data).to.equal(1n);
    end();
  });

  it('are read while the state of a recent transaction cannot be read', async () => {
    let failures = 0;
    configure({
      fetch: async (href, init) => {
        if (!String(href).includes('/extended/')) return fetchOne(href, init);
        failures += 1;
        throw new TypeError('offline');
      },
    });
    trackTransaction('5a'.repeat(32), { network: 'mainnet' });
    const token = contract(abi, { contract: ID });
    const states: string[] = [];
    const end = svelte.useContractRead(token, 'get-price', {}).subscribe(() => {});
    await waitUntil(() => failures > 0);
    // Its failure is known.
    await pause(50);
    const endOther = svelte
      .useContractRead(token, 'get-balance', { who: STX_ADDRESS })
      .subscribe((state) => states.push(say(state)));
    await waitUntil(() => states.length > 1);
    expect(states).to.deep.equal(['pending undefined', 'success 1']);
    end();
    endOther();
  });
});
