import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { hexToBytes } from '../lib/bytes.js';
import {
  ADDRESSES,
  answering,
  BTC_ADDRESS,
  fakeWallet,
  installWallet,
  memoryStorage,
  OTHER_STX_ADDRESS,
  STX_ADDRESS,
  type FakeWallet,
} from '../testing/fake-wallet.js';
import type { Unsubscribe } from '../lib/store.js';
import { createWalletClient } from './client.js';
import { connectionStorage, type StoragePort } from './storage.js';
import type { WalletClient } from './types.js';

const FIRST = { id: 'FirstProvider', name: 'First' };
const SECOND = { id: 'SecondProvider', name: 'Second' };
const OWNERS = new Map<string, string>([
  [STX_ADDRESS, FIRST.id],
  [BTC_ADDRESS, FIRST.id],
  [OTHER_STX_ADDRESS, SECOND.id],
]);
const OTHER_ROW = { symbol: 'STX', address: OTHER_STX_ADDRESS, publicKey: '02' } as const;
const CONNECTED_TO_SECOND = { addresses: [OTHER_ROW], network: undefined, providerId: SECOND.id };
const RECORD = '@stacks/connect';
const SELECTED = 'STX_PROVIDER';

let first: FakeWallet;
let second: FakeWallet;
let memory: ReturnType<typeof memoryStorage>;
let undo: Unsubscribe[];

beforeEach(() => {
  memory = memoryStorage();
  first = fakeWallet(
    answering({
      getAddresses: { addresses: ADDRESSES },
      stx_getAddresses: { addresses: [ADDRESSES[1]] },
    }),
  );
  second = fakeWallet(answering({ getAddresses: { addresses: [OTHER_ROW] } }));
  undo = [installWallet(first, FIRST), installWallet(second, SECOND)];
});

afterEach(() => undo.forEach((step) => step()));

/** A storage that calls `before` before every access, and `afterWrite` after every change. */
function spied(calls: { before?: () => void; afterWrite?: () => void }): StoragePort {
  const { before, afterWrite } = calls;
  // Clients of earlier runs still hear the wallets, and have the storage of their run.
  const own = memory;
  return {
    getItem(key) {
      before?.();
      return own.getItem(key);
    },
    setItem(key, value) {
      before?.();
      own.setItem(key, value);
      afterWrite?.();
    },
    removeItem(key) {
      before?.();
      own.removeItem(key);
      afterWrite?.();
    },
  };
}

/** The addresses in the record. Like @stacks/connect, does not compare the record with the stored id. */
function rawAddresses(): string[] {
  const raw = memory.getItem(RECORD);
  if (!raw) return [];
  const { addresses } = JSON.parse(new TextDecoder().decode(hexToBytes(raw))) as {
    addresses: Record<'stx' | 'btc', { address: string }[]>;
  };
  return [...addresses.stx, ...addresses.btc].map(({ address }) => address);
}

function expectStored(): void {
  for (const address of rawAddresses()) {
    expect(OWNERS.get(address), 'stored').to.equal(memory.getItem(SELECTED));
  }
}

function expectOneWallet({ state }: WalletClient, what: string): void {
  for (const { address } of state.addresses) {
    expect(OWNERS.get(address), what).to.equal(state.providerId);
  }
}

/** Actions of a user and of wallets in one tab. */
const ACTIONS: Readonly<Record<string, (client: WalletClient) => unknown>> = {
  'connect the first': (client) => client.connect({ providerId: FIRST.id }),
  'connect the second': (client) => client.connect({ providerId: SECOND.id }),
  'connect the first, storing no addresses': (client) =>
    client.connect({ providerId: FIRST.id, enableLocalStorage: false }),
  'ask the first for its Stacks addresses': (client) =>
    client.request({ provider: first }, 'stx_getAddresses'),
  'switch the account of the first': () => first.emit('stx_accountChange', [ADDRESSES[1]]),
  'lock the first': () => first.emit('stx_accountChange', []),
  disconnect: (client) => client.disconnect(),
};
/** The actions that access the storage synchronously. */
const AT_ONCE = ['switch the account of the first', 'lock the first', 'disconnect'];

describe('the storage that a client writes', () => {
  it('contains, after every write, only addresses of the wallet whose id it contains', async () => {
    let writes = 0;
    const faults: string[] = [];
    const afterWrite = () => {
      writes++;
      // Errors of the storage are ignored.
      try {
        expectStored();
        expectOneWallet(createWalletClient({ storage: memory }), 'a page that starts now');
      } catch (error) {
        faults.push(String(error));
      }
    };
    const client = createWalletClient({ storage: spied({ afterWrite }) });
    const names = Object.keys(ACTIONS);
    for (const one of names) {
      for (const next of names) {
        await ACTIONS[one]!(client);
        await ACTIONS[next]!(client);
      }
    }
    expect(faults).to.deep.equal([]);
    expect(writes).to.be.greaterThan(100);
  });

  it('never yields one wallet with the addresses of another, whenever another tab acts', async function () {
    this.timeout(60_000);
    const action = fc.constantFrom(...Object.keys(ACTIONS));
    const interruption = fc.tuple(fc.nat(25), fc.constantFrom(...AT_ONCE, 'connect'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 4 }),
        interruption,
        async (actions, [at, does]) => {
          const own = memoryStorage();
          memory = own;
          const tab = createWalletClient({ storage: own });
          let left = Infinity;
          const client = createWalletClient({
            storage: spied({
              before: () => {
                if (left-- !== 0) return;
                if (does !== 'connect') ACTIONS[does]!(tab);
                // What `connect` writes after the wallet has answered.
                else connectionStorage(() => own).write(CONNECTED_TO_SECOND);
              },
            }),
          });
          await client.connect({ providerId: FIRST.id });
          left = at;
          for (const name of actions) await ACTIONS[name]!(client);
          expectOneWallet(client, 'this tab');
          expectOneWallet(tab, 'the other tab');
          expectOneWallet(createWalletClient({ storage: memory }), 'a page that starts now');
          expectStored();
        },
      ),
      { numRuns: 200 },
    );
  });
});
