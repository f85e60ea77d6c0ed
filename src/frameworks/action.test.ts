import { expect } from '@open-wc/testing';
import { createRoot, createSignal } from 'solid-js';
import { effectScope, nextTick, shallowRef } from 'vue';
import { configure, getSettings } from '../core/configure.js';
import type { WalletClient } from '../core/types.js';
import type { JsonRpcError } from '../errors.js';
import { Cl, serialize } from '../clarity/index.js';
import { contract, type ContractError } from '../contracts/index.js';
import { installed, type Installed } from '../testing/element-helpers.js';
import { STX_ADDRESS } from '../testing/fake-wallet.js';
import { freshTxid, mined, PENDING, transactionsService } from '../testing/transactions-service.js';
import { pause, waitUntil } from '../testing/wait-until.js';
import * as solid from './solid.js';
import * as svelte from './svelte.js';
import * as vue from './vue.js';
import { createAction, type ActionFunctions, type ActionState } from './action.js';

const ID = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.honey-token';
const abi = {
  functions: [
    {
      name: 'get-balance',
      access: 'read_only',
      args: [{ name: 'who', type: 'principal' }],
      outputs: { type: { response: { ok: 'uint128', error: 'none' } } },
    },
    {
      name: 'get-price',
      access: 'read_only',
      args: [],
      outputs: { type: { response: { ok: 'uint128', error: 'none' } } },
    },
    {
      name: 'quote',
      access: 'public',
      args: [{ name: 'amount', type: 'uint128' }],
      outputs: { type: { response: { ok: 'uint128', error: 'uint128' } } },
    },
  ],
} as const;
const TRANSFER = { recipient: STX_ADDRESS, amount: 5n };
type Send = ActionFunctions<readonly [typeof TRANSFER], { readonly txid?: string }>;

interface Used extends Omit<Send, 'send'> {
  readonly send: (params: typeof TRANSFER) => Promise<{ readonly txid?: string } | undefined>;
  readonly state: () => ActionState<{ readonly txid?: string }>;
  readonly end: () => void;
}

/** How each module is used. React needs react-dom, which only the workspace `frameworks` has. */
const USE: Readonly<Record<string, (client: WalletClient) => Used>> = {
  svelte(client) {
    const { subscribe, send, reset } = svelte.useRequest('stx_transferStx', { client });
    let state: ReturnType<Used['state']>;
    const end = subscribe((next) => (state = next));
    return { state: () => state, send, reset, end };
  },
  vue(client) {
    const scope = effectScope();
    const { send, reset, ...refs } = scope.run(() =>
      vue.useRequest('stx_transferStx', { client }),
    )!;
    const state = () =>
      Object.fromEntries(Object.entries(refs).map(([name, { value }]) => [name, value]));
    return { state: state as unknown as Used['state'], send, reset, end: () => scope.stop() };
  },
  solid: (client) =>
    createRoot((end) => {
      const { send, reset, ...signals } = solid.useRequest('stx_transferStx', { client });
      const state = () =>
        Object.fromEntries(Object.entries(signals).map(([name, read]) => [name, read()]));
      return { state: state as unknown as Used['state'], send, reset, end };
    }),
};

let page: Installed | undefined;
const idle = { status: 'idle', data: undefined, error: undefined, transaction: undefined };

for (const [framework, use] of Object.entries(USE)) {
  describe(`useRequest of ${framework}`, () => {
    afterEach(() => page?.uninstall());

    it('has the result, and the state of the transaction that was sent', async () => {
      const { network, rows } = transactionsService();
      const txid = freshTxid().slice(2);
      const sender = { sender_address: STX_ADDRESS };
      rows.set(`0x${txid}`, { ...PENDING, ...sender });
      let answer: (result: unknown) => void = () => {};
      page = await installed({
        connected: true,
        behaviour: () => new Promise((resolve) => (answer = resolve)),
      });
      const { state, send, reset, end } = use(page.client.with({ network }));
      expect(state()).to.deep.equal(idle);
      const sent = send(TRANSFER);
      // A double click.
      const again = send(TRANSFER);
      expect(state().status).to.equal('pending');
      await waitUntil(() => page!.wallet.calls.length > 0 && answer.length > 0);
      answer({ jsonrpc: '2.0', id: '1', result: { txid } });
      expect((await sent)?.txid).to.equal(txid);
      expect(await again).to.equal(await sent);
      expect(page.wallet.calls.length).to.equal(1);
      expect([state().status, state().data?.txid]).to.deep.equal(['success', txid]);
      await waitUntil(() => state().transaction?.status === 'pending');
      rows.set(`0x${txid}`, { ...mined('success'), ...sender });
      await waitUntil(() => state().transaction?.status === 'confirmed');
      reset();
      expect(state()).to.deep.equal(idle);
      end();
    });

    it('has the error, and resolves with undefined', async () => {
      page = await installed({
        connected: true,
        behaviour: () =>
          Promise.reject({ jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'no' } }),
      });
      const { state, send, end } = use(page.client);
      expect(await send(TRANSFER)).to.equal(undefined);
      expect(state().status).to.equal('error');
      expect((state().error as JsonRpcError).code).to.equal(-32000);
      // An error of the arguments, too.
      await send({ ...TRANSFER, amount: -1n });
      expect((state().error as JsonRpcError).code).to.equal(-32602);
      // `onClick={send}`
      await send(new MouseEvent('click') as never);
      expect((state().error as JsonRpcError).message).to.contain(
        'stx_transferStx: `params` must be what to send, not an event: write `() => send(…)` as its handler;',
      );
      expect(page.wallet.calls).to.have.length(1);
      end();
    });

    it('ignores a late answer after reset, and can send again', async () => {
      const answers: ((result: unknown) => void)[] = [];
      page = await installed({
        connected: true,
        behaviour: () => new Promise((resolve) => answers.push(resolve)),
      });
      const { state, send, reset, end } = use(page.client);
      void send(TRANSFER);
      await waitUntil(() => answers.length === 1);
      reset();
      void send(TRANSFER);
      await waitUntil(() => answers.length === 2);
      answers[0]!({ jsonrpc: '2.0', id: '1', result: { txid: 'a'.repeat(64) } });
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(state().status).to.equal('pending');
      end();
    });
  });
}

describe('useContractRead and useContractCall', () => {
  let asked: string[] = [];
  let answer: () => object;
  const okay = (value: bigint) => ({ okay: true, result: `0x${serialize(Cl.ok(Cl.uint(value)))}` });
  beforeEach(() => {
    asked = [];
    answer = () => okay(7n);
    configure({
      network: 'mainnet',
      stacksApi: { mainnet: 'https://reads.example' },
      fetch: (href) => {
        const name = new URL(String(href)).pathname.split('/').at(-1)!;
        if (name === 'info') return Promise.resolve(Response.json({ network_id: 1 }));
        asked.push(name);
        return Promise.resolve(Response.json(answer()));
      },
    });
  });
  afterEach(() => page?.uninstall());
  const token = contract(abi, { contract: ID });

  it('reads in Svelte while there is a subscriber, and again on reload', async () => {
    const read = svelte.useContractRead(token, 'get-balance', { who: STX_ADDRESS });
    expect(asked).to.deep.equal([]);
    const states: ActionState<bigint>[] = [];
    const end = read.subscribe((state) => states.push(state));
    expect(states[0]!.status).to.equal('pending');
    await waitUntil(() => states.at(-1)!.status === 'success');
    const balance: bigint | undefined = states.at(-1)!.data;
    expect(balance).to.equal(7n);
    answer = () => okay(8n);
    read.reload();
    expect(states.at(-1)).to.include({ status: 'pending', data: 7n });
    await waitUntil(() => states.at(-1)!.data === 8n);
    expect(asked).to.deep.equal(['get-balance', 'get-balance']);
    end();
    read.subscribe(() => {})();
    expect(asked.length).to.be.at.most(3);
  });

  it('reads again after a transaction of the page is confirmed, and keeps the data meanwhile', async () => {
    const { network, rows } = transactionsService();
    const forTransactions = getSettings().fetch!;
    configure({
      fetch: (href, init) => {
        if (!String(href).includes('/call-read/')) return forTransactions(href, init);
        asked.push(String(href));
        return Promise.resolve(Response.json(answer()));
      },
    });
    const txid = freshTxid();
    page = await installed({
      connected: true,
      behaviour: () =>
        Promise.resolve({ jsonrpc: '2.0', id: '1', result: { txid: txid.slice(2) } }),
    });
    rows.set(txid, PENDING);
    const client = page.client.with({ network });
    const own = contract(abi, { contract: ID, client, network });
    const read = svelte.useContractRead(own, 'get-balance', { who: STX_ADDRESS });
    const states: ActionState<bigint>[] = [];
    const end = read.subscribe((state) => states.push(state));
    await waitUntil(() => states.at(-1)!.status === 'success');
    await client.request('stx_transferStx', TRANSFER);
    answer = () => okay(8n);
    rows.set(txid, mined('success'));
    await waitUntil(() => states.at(-1)!.data === 8n);
    expect(states.map(({ status, data }) => `${status} ${data}`)).to.deep.equal([
      'pending undefined',
      'success 7',
      'pending 7',
      'success 8',
    ]);
    expect(asked.length).to.equal(2);
    end();
  });

  it('reads again on an interval, and renders only what has changed', async () => {
    const read = svelte.useContractRead(
      token,
      'get-balance',
      { who: STX_ADDRESS },
      { interval: 1_000 },
    );
    const states: ActionState<bigint>[] = [];
    const end = read.subscribe((state) => states.push(state));
    await waitUntil(() => asked.length > 2);
    expect(states.map(({ status }) => status)).to.deep.equal(['pending', 'success']);
    answer = () => okay(8n);
    await waitUntil(() => states.at(-1)!.data === 8n);
    expect(states.length).to.equal(3);
    end();
    const { length } = asked;
    await pause(100);
    expect(asked.length).to.equal(length);
  });

  it('keeps the data when a later read fails, and waits while the service is busy', async () => {
    const read = svelte.useContractRead(token, 'get-balance', { who: STX_ADDRESS });
    let state: ActionState<bigint, ContractError> | undefined;
    const end = read.subscribe((next) => (state = next));
    await waitUntil(() => state!.status === 'success');
    answer = () => ({ okay: true, result: '0x' });
    read.reload();
    await waitUntil(() => state!.status === 'error');
    expect([state!.data, state!.error!.code]).to.deep.equal([7n, 'bad-response']);
    end();
  });

  it('reads a function without arguments without arguments, in each framework', async () => {
    const read = svelte.useContractRead(token, 'get-price');
    let state: ActionState<bigint> | undefined;
    const end = read.subscribe((next) => (state = next));
    await waitUntil(() => state!.status === 'success');
    end();
    const scope = effectScope();
    const inVue = scope.run(() => vue.useContractRead(token, 'get-price'))!;
    await waitUntil(() => inVue.status.value === 'success');
    scope.stop();
    const [inSolid, dispose] = createRoot((undo) => [
      solid.useContractRead(token, 'get-price'),
      undo,
    ]);
    await waitUntil(() => inSolid.status() === 'success');
    dispose();
    // @ts-expect-error -- the function has arguments
    expect(svelte.useContractRead(token, 'get-balance')).to.be.an('object');
    // @ts-expect-error -- a public function is not read
    expect(() => svelte.useContractRead(token, 'quote', { amount: 1n })).to.throw('It is public');
  });

  it('reads nothing with `enabled: false`, and begins with `initial`', async () => {
    let state: ActionState<bigint> | undefined;
    svelte.useContractRead(token, 'get-price', {}, { enabled: false }).subscribe((next) => {
      state = next;
    });
    await pause(50);
    expect([state!.status, asked.length]).to.deep.equal(['idle', 0]);
    const states: ActionState<bigint>[] = [];
    const end = svelte
      .useContractRead(token, 'get-price', {}, { initial: 5n })
      .subscribe((next) => states.push(next));
    await waitUntil(() => states.at(-1)!.data === 7n);
    expect(states.map(({ status, data }) => `${status} ${data}`)).to.deep.equal([
      'success 5',
      'success 7',
    ]);
    end();
  });

  it('names a misspelled option at once, also if nothing is read yet', () => {
    const options = { sendr: STX_ADDRESS } as object;
    expect(() => svelte.useContractRead(token, 'get-balance', undefined, options)).to.throw(
      TypeError,
      'useContractRead: `sendr` is not a known option. Did you mean `sender`?',
    );
    expect(asked).to.deep.equal([]);
  });

  for (const [framework, { useContractCall, useContractRead, useRequest }] of Object.entries({
    svelte,
    // Their functions have accessors and refs in their types.
    vue: vue as unknown as typeof svelte,
    solid: solid as unknown as typeof svelte,
  })) {
    it(`refuses a function or a method of another name at once: ${framework}`, () => {
      const refused = (use: () => unknown): ContractError => {
        const scope = effectScope();
        try {
          createRoot((dispose) => {
            dispose();
            return scope.run(use);
          });
        } catch (error) {
          return error as ContractError;
        } finally {
          scope.stop();
        }
        throw new Error('nothing was thrown');
      };
      const misspelled = refused(() => useContractRead(token, 'get-balanc' as 'get-price'));
      expect([misspelled.name, misspelled.code]).to.deep.equal(['ContractError', 'invalid']);
      expect(misspelled.message).to.contain(
        `useContractRead: \`name\` must be the name of a read-only function of ${ID}; got "get-balanc". Did you mean \`get-balance\`?`,
      );
      const isPublic = refused(() => useContractRead(token, 'quote' as 'get-price'));
      expect(isPublic.message).to.contain('It is public: use useContractCall, or pass');
      const isReadOnly = refused(() => useContractCall(token, 'get-price' as 'quote'));
      expect(isReadOnly.message)
        .to.contain(`useContractCall: \`name\` must be the name of a public function of ${ID}`)
        .and.contain('It is read-only: use useContractRead.');
      const isMissing = refused(() => useContractCall(token, undefined as unknown as 'quote'));
      expect(isMissing.message).to.contain('got nothing. Known: quote.');
      for (const method of [undefined, '', {}]) {
        const { message } = refused(() => useRequest(method as 'getAddresses'));
        expect(message).to.contain('useRequest: `method` must be the name of a method, such as ');
      }
    });
  }

  it('refuses an event in the place of the arguments of a call, such as of `onClick={send}`', async () => {
    const { subscribe, send } = svelte.useContractCall(token, 'quote');
    let error: Error | undefined;
    const end = subscribe((state) => ({ error } = state));
    await send(new MouseEvent('click') as never);
    expect(error?.message).to.contain('quote: `args` must be what to send, not an event');
    end();
  });

  it('reads a public function that writes nothing, and has the error of one that fails', async () => {
    answer = () => ({ okay: true, result: `0x${serialize(Cl.error(Cl.uint(4n)))}` });
    const quotes = { ...token, read: token.simulate };
    const read = svelte.useContractRead(quotes, 'quote', { amount: 5n });
    let state: ActionState<bigint, ContractError> | undefined;
    const end = read.subscribe((next) => (state = next));
    await waitUntil(() => state?.status === 'error');
    expect(state!.error!.code).to.equal('err-response');
    end();
  });

  it('reads in Vue again when the arguments change, and nothing without them', async () => {
    const who = shallowRef<string>();
    const scope = effectScope();
    const { status, data } = scope.run(() =>
      vue.useContractRead(token, 'get-balance', () => (who.value ? { who: who.value } : undefined)),
    )!;
    await nextTick();
    expect([status.value, asked.length]).to.deep.equal(['idle', 0]);
    who.value = STX_ADDRESS;
    await waitUntil(() => status.value === 'success');
    expect(data.value).to.equal(7n);
    who.value = undefined;
    await nextTick();
    expect([status.value, data.value]).to.deep.equal(['idle', undefined]);
    scope.stop();
  });

  it('reads in Solid again when the arguments change, and nothing without them', async () => {
    const [who, setWho] = createSignal<string>();
    const [read, end] = createRoot((dispose) => [
      solid.useContractRead(token, 'get-balance', () => (who() ? { who: who()! } : undefined)),
      dispose,
    ]);
    expect([read.status(), asked.length]).to.deep.equal(['idle', 0]);
    setWho(STX_ADDRESS);
    await waitUntil(() => read.status() === 'success');
    expect(read.data()).to.equal(7n);
    end();
  });

  it('calls through the wallet, and has the error of a wrong argument', async () => {
    page = await installed({ connected: true, behaviour: () => new Promise(() => {}) });
    const own = contract(abi, { contract: ID, client: page.client });
    const call = svelte.useContractCall(own, 'quote', { client: page.client });
    let state: ActionState<object> | undefined;
    const end = call.subscribe((next) => (state = next));
    await call.send({ amount: -1n });
    expect((state!.error as Error).message).to.contain('amount');
    void call.send({ amount: 5n });
    await waitUntil(() => page!.wallet.calls.length === 1);
    expect(state!.status).to.equal('pending');
    end();
  });
});

describe('a request whose function throws at once', () => {
  it('fails, and another can be sent', async () => {
    const action = createAction<number, Error>((thrown) => thrown as Error);
    const fail = (): Promise<number> => {
      throw new Error('at once');
    };
    expect(await action.run(fail)).to.equal(undefined);
    expect((action.get().error as Error).message).to.equal('at once');
    expect(await action.run(() => Promise.resolve(5))).to.equal(5);
  });
});
