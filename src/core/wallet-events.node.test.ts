import { expect } from '@esm-bundle/chai';
import type { WalletProvider } from '../wallets/wallet.js';
import { onWalletEvents, type WalletEventHandlers } from './wallet-events.js';

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

const STX = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TESTNET = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
const ROW = { address: STX, publicKey: '02', purpose: 'stacks' };
const NORMAL = { ...ROW, symbol: 'STX' };

type Listener = (data: unknown) => void;

/** The listeners of a wallet, for any form of subscription. */
class Emitter {
  readonly listeners = new Map<string, Set<Listener>>();

  on(event: string, listener: Listener): () => void {
    const set = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, set.add(listener));
    return () => void set.delete(listener);
  }

  emit(event: string, data?: unknown): void {
    for (const listener of this.listeners.get(event) ?? []) listener(data);
  }

  get count(): number {
    return [...this.listeners.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

interface ObjectForm {
  eventName: string;
  cb: Listener;
}

/** Each form of subscription of known wallets, and their events for a change of the account and of the network. */
const FORMS: Readonly<
  Record<
    string,
    [events: readonly [account: string, network: string], (emitter: Emitter) => object]
  >
> = {
  'listen (SIP-030)': [
    ['stx_accountChange', 'stx_networkChange'],
    (emitter) => ({ listen: (event: string, cb: Listener) => emitter.on(event, cb) }),
  ],
  'addListener(eventName, cb)': [
    ['accountChange', 'networkChange'],
    (emitter) => ({ addListener: (event: string, cb: Listener) => emitter.on(event, cb) }),
  ],
  'addListener({ eventName, cb })': [
    ['accountChange', 'networkChange'],
    (emitter) => ({ addListener: ({ eventName, cb }: ObjectForm) => emitter.on(eventName, cb) }),
  ],
  'addListener with a rest parameter': [
    ['accountChange', 'networkChange'],
    (emitter) => ({
      addListener: (...args: unknown[]) =>
        args.length === 2
          ? emitter.on(args[0] as string, args[1] as Listener)
          : emitter.on((args[0] as ObjectForm).eventName, (args[0] as ObjectForm).cb),
    }),
  ],
};

function recorded(): WalletEventHandlers & { readonly events: unknown[] } {
  const events: unknown[] = [];
  return {
    events,
    accountsChanged: (addresses) => events.push(['accounts', addresses]),
    networkChanged: (network, addresses) =>
      events.push(['network', network, ...(addresses ? [addresses] : [])]),
    disconnected: () => events.push(['disconnected']),
  };
}

const provider = (parts: object) =>
  ({ request: async () => undefined, ...parts }) as WalletProvider;

describe('onWalletEvents', () => {
  for (const [form, [[account, network], make]] of Object.entries(FORMS)) {
    it(`listens with ${form}, once, until unsubscribed`, () => {
      const emitter = new Emitter();
      const handlers = recorded();
      const { undo } = onWalletEvents(provider(make(emitter)), handlers);
      expect([...emitter.listeners.keys()].every((event) => typeof event === 'string')).to.equal(
        true,
      );
      emitter.emit(account, { type: account, addresses: [ROW] });
      emitter.emit(network, { bitcoin: { name: 'Testnet' }, stacks: { name: 'Testnet' } });
      expect(handlers.events).to.deep.equal([
        ['accounts', [NORMAL]],
        ['network', 'testnet'],
      ]);

      const late = [...(emitter.listeners.get(account) ?? [])];
      undo();
      undo();
      expect(emitter.count).to.equal(0);
      for (const listener of late) listener({ addresses: [ROW] });
      expect(handlers.events).to.have.length(2);
    });
  }

  it('tries both forms if they cannot be distinguished, and handles each event once if a wallet has both', () => {
    const forms = {
      'two arguments only': ([event, cb]: unknown[]) => cb && [event, cb],
      'one object only': ([form, cb]: unknown[]) =>
        !cb && [(form as ObjectForm).eventName, (form as ObjectForm).cb],
      both: ([form, cb]: unknown[]) =>
        cb ? [form, cb] : [(form as ObjectForm).eventName, (form as ObjectForm).cb],
    };
    for (const [form, read] of Object.entries(forms)) {
      const listeners: [event: unknown, listener: Listener][] = [];
      const handlers = recorded();
      const addListener = (...args: unknown[]) => {
        const found = read(args);
        if (found) listeners.push(found as [unknown, Listener]);
      };
      onWalletEvents(provider({ addListener }), handlers);
      const data = { accounts: [ROW] };
      for (const [event, listener] of listeners) if (event === 'accountChange') listener(data);
      expect(handlers.events, form).to.deep.equal([['accounts', [NORMAL]]]);
    }
  });

  it('reads the array and the networks of SIP-030', () => {
    const emitter = new Emitter();
    const handlers = recorded();
    onWalletEvents(provider({ listen: emitter.on.bind(emitter) }), handlers);
    emitter.emit('stx_accountChange', [ROW]);
    emitter.emit('stx_networkChange', { active: 'devnet', networks: [] });
    expect(handlers.events).to.deep.equal([
      ['accounts', [NORMAL]],
      ['network', 'devnet'],
    ]);
  });

  it('reads the network of sats-connect 0.17 from its mode, not from the name that the user chose', () => {
    const emitter = new Emitter();
    const handlers = recorded();
    const addListener = (event: string, cb: Listener) => emitter.on(event, cb);
    onWalletEvents(provider({ addListener }), handlers);
    emitter.emit('networkChangeV2', {
      type: 'networkChange',
      networks: {
        bitcoin: { chain: 'bitcoin', name: 'mainnet', mode: 'regtest' },
        stacks: { chain: 'stacks', name: 'mainnet', mode: 'devnet' },
      },
      addresses: [{ ...ROW, address: TESTNET }],
    });
    expect(handlers.events).to.deep.equal([
      ['network', 'devnet', [{ ...NORMAL, address: TESTNET }]],
    ]);
  });

  it('reads the network from the address in the event, if the name differs', () => {
    const emitter = new Emitter();
    const handlers = recorded();
    const addListener = (event: string, cb: Listener) => emitter.on(event, cb);
    onWalletEvents(provider({ addListener }), handlers);
    emitter.emit('networkChange', { stacks: { name: 'Testnet' }, addresses: [ROW] });
    expect(handlers.events).to.deep.equal([['network', 'mainnet', [NORMAL]]]);
  });

  it('passes on the addresses in a network event with the network, and a disconnect', () => {
    const emitter = new Emitter();
    const handlers = recorded();
    const addListener = (event: string, cb: Listener) => emitter.on(event, cb);
    onWalletEvents(provider({ addListener }), handlers);
    emitter.emit('networkChange', { stacks: { name: 'Mainnet' }, addresses: [ROW] });
    emitter.emit('disconnect', { type: 'disconnect' });
    expect(handlers.events).to.deep.equal([['network', 'mainnet', [NORMAL]], ['disconnected']]);
  });

  it('handles each event of a wallet that reuses one object', async () => {
    const emitter = new Emitter();
    const handlers = recorded();
    onWalletEvents(provider({ listen: emitter.on.bind(emitter) }), handlers);
    const event = { addresses: [ROW] };
    emitter.emit('stx_accountChange', event);
    await wait(5);
    event.addresses = [{ ...ROW, publicKey: '03' }];
    emitter.emit('stx_accountChange', event);
    expect(handlers.events).to.deep.equal([
      ['accounts', [NORMAL]],
      ['accounts', [{ ...NORMAL, publicKey: '03' }]],
    ]);
  });

  it('passes undefined if the event has no data', () => {
    for (const data of [undefined, null, 7, 'x y', {}, { addresses: [] }, { addresses: [null] }]) {
      const emitter = new Emitter();
      const handlers = recorded();
      onWalletEvents(provider({ listen: emitter.on.bind(emitter) }), handlers);
      emitter.emit('stx_accountChange', data);
      emitter.emit('stx_networkChange', data);
      expect(handlers.events).to.deep.equal([
        ['accounts', undefined],
        ['network', undefined],
      ]);
    }
  });

  it('handles a wallet that throws anywhere', () => {
    const fail = () => {
      throw new Error('no');
    };
    const hostile = Object.defineProperty({ request: async () => undefined }, 'listen', {
      get: fail,
    });
    for (const wallet of [
      hostile,
      { listen: fail, addListener: fail },
      { addListener: () => fail },
      { addListener: () => Promise.reject(new Error('no')) },
      { addListener: () => 'no function' },
      {},
    ]) {
      expect(() => onWalletEvents(provider(wallet), recorded()).undo()).not.to.throw();
    }
  });

  it('handles an event that throws when it is read, and a handler that throws', () => {
    const emitter = new Emitter();
    const handlers = recorded();
    onWalletEvents(provider({ listen: emitter.on.bind(emitter) }), {
      ...handlers,
      networkChanged: () => {
        throw new Error('no');
      },
    });
    const trap = new Proxy({}, { get: () => { throw new Error('no'); } }); // prettier-ignore
    expect(() => emitter.emit('stx_accountChange', trap)).not.to.throw();
    expect(() => emitter.emit('stx_networkChange', {})).not.to.throw();
    expect(handlers.events).to.deep.equal([['accounts', undefined]]);
  });
});
