import { expect } from '@open-wc/testing';
import {
  memoryStorage,
  OTHER_STX_ADDRESS,
  STX_ADDRESS as FIRST_STX_ADDRESS,
} from '../testing/fake-wallet.js';
import { hexToBytes } from '../lib/bytes.js';
import { connectionStorage, type ConnectionStorage, type StoragePort } from './storage.js';

const RECORD = '@stacks/connect';
const SELECTED = 'STX_PROVIDER';
const THIRD_STX_ADDRESS = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
/** The wallet of each address. The third wallet is not remembered. */
const OWNERS = new Map([
  [FIRST_STX_ADDRESS, 'FirstProvider'],
  [OTHER_STX_ADDRESS, 'OtherProvider'],
  [THIRD_STX_ADDRESS, ''],
]);

const row = (address: string) => ({ symbol: 'STX', address, publicKey: '' }) as const;
const network = undefined;
const first = { addresses: [row(FIRST_STX_ADDRESS)], network, providerId: 'FirstProvider' };
const other = { addresses: [row(OTHER_STX_ADDRESS)], network, providerId: 'OtherProvider' };

/** The actions of a tab. */
const ACTIONS: Readonly<Record<string, (storage: ConnectionStorage) => unknown>> = {
  'connects the first': ({ write }) => write(first),
  'connects the other': ({ write }) => write(other),
  'connects one that is not remembered': ({ write }) =>
    write({ addresses: [row(THIRD_STX_ADDRESS)], network, providerId: undefined }),
  'remembers the other without its addresses': ({ write }) => write({ ...other, addresses: [] }),
  disconnects: ({ write }) => write({ addresses: [], network, providerId: undefined }),
  reads: ({ read }) => read(),
  'removes what is stale': ({ removeStale }) => removeStale(),
};

const written = (connection: typeof first): Record<string, string> => {
  const memory = memoryStorage();
  connectionStorage(() => memory).write(connection);
  return { [RECORD]: memory.getItem(RECORD)!, [SELECTED]: memory.getItem(SELECTED)! };
};
const STARTS: Readonly<Record<string, () => Record<string, string>>> = {
  nothing: () => ({}),
  'the first': () => written(first),
  'the first, as @stacks/connect 8 stores it': () => ({
    [RECORD]: JSON.stringify({ addresses: { stx: [{ address: FIRST_STX_ADDRESS }], btc: [] } }),
    [SELECTED]: 'FirstProvider',
  }),
};

type Memory = Readonly<Record<string, string>>;

/** A tab during an action: the results of its accesses to the storage so far. */
interface Tab {
  readonly action: string;
  readonly results: readonly unknown[];
  readonly isDone: boolean;
}

/**
 * Makes the next access of a tab to the storage. A function cannot be paused, so the action runs again from its
 * beginning: the previous accesses return the same results as before, and every access after the new one throws.
 */
function step(tab: Tab, memory: Memory): { tab: Tab; memory: Memory } {
  const next = { ...memory };
  const results = [...tab.results];
  let count = 0;
  let isDone = true;
  const access =
    <A extends unknown[]>(use: (...args: A) => unknown) =>
    (...args: A) => {
      const index = count++;
      if (index < tab.results.length) return tab.results[index];
      if (index > tab.results.length) {
        isDone = false;
        throw new Error('not yet');
      }
      results.push(use(...args));
      return results[index];
    };
  const port = {
    getItem: access((key: string) => next[key] ?? null),
    setItem: access((key: string, value: string) => void (next[key] = value)),
    removeItem: access((key: string) => void delete next[key]),
  } as StoragePort;
  const value = ACTIONS[tab.action]!(connectionStorage(() => port));
  if (isDone && tab.action === 'reads') expectOneWallet(value, 'what a tab reads');
  return { tab: { ...tab, results, isDone }, memory: next };
}

function expectOneWallet(value: unknown, what: string): void {
  const { addresses, providerId = '' } = value as ReturnType<ConnectionStorage['read']>;
  for (const { address } of addresses) expect(OWNERS.get(address), what).to.equal(providerId);
}

const readOf = (memory: Memory) => connectionStorage(() => memoryStorage(memory)).read();

/** The wallet of the addresses in the record. Like @stacks/connect, does not compare the record with the stored id. */
function rawOwner(memory: Memory): string | undefined {
  const raw = memory[RECORD];
  if (!raw) return undefined;
  const text = raw.startsWith('{') ? raw : new TextDecoder().decode(hexToBytes(raw));
  const { addresses } = JSON.parse(text) as { addresses: { stx: { address: string }[] } };
  return OWNERS.get(addresses.stx[0]!.address);
}

/** Runs every order of the tabs' accesses; returns the number of states. */
function everyOrder(memory: Memory, actions: readonly string[]): number {
  const seen = new Set<string>();
  const texts = new Map<unknown, number>();
  /** A short key for a long text. */
  const short = (text: unknown) => texts.get(text) ?? (texts.set(text, texts.size), texts.size - 1);
  const read = new Set<string>();
  const visit = (at: Memory, tabs: readonly Tab[]): void => {
    const stored = `${short(at[RECORD])},${short(at[SELECTED])}`;
    const key = [stored, ...tabs.map(({ results }) => results.map(short).join())].join(';');
    if (seen.has(key)) return;
    seen.add(key);
    if (!read.has(stored)) expectOneWallet(readOf(at), 'what a new page reads');
    read.add(stored);
    if (tabs.every(({ isDone }) => isDone)) {
      const owner = rawOwner(at);
      if (owner !== undefined) expect(at[SELECTED] ?? '', 'in the end').to.equal(owner);
    }
    tabs.forEach((tab, index) => {
      if (tab.isDone) return;
      const moved = step(tab, at);
      visit(moved.memory, tabs.with(index, moved.tab));
    });
  };
  visit(
    memory,
    actions.map((action) => ({ action, results: [], isDone: false })),
  );
  return seen.size;
}

describe('two tabs, in every order of their accesses to the storage,', () => {
  const now = Date.now;
  before(() => (Date.now = () => 1_700_000_000_000));
  after(() => (Date.now = now));

  const names = Object.keys(ACTIONS);
  for (const [start, memory] of Object.entries(STARTS)) {
    it(`never read addresses of one wallet with the id of another (stored: ${start})`, () => {
      let states = 0;
      names.forEach((one, index) => {
        for (const two of names.slice(index)) states += everyOrder(memory(), [one, two]);
      });
      expect(states).to.be.greaterThan(1_000);
    });
  }

  it('three tabs do not mix addresses either', function () {
    this.timeout(60_000);
    everyOrder(STARTS['nothing']!(), ['connects the first', 'connects the other', 'disconnects']);
    for (const memory of Object.values(STARTS)) {
      everyOrder(memory(), ['connects the other', 'removes what is stale', 'reads']);
    }
  });
});

describe('one tab', () => {
  it('never stores addresses of one wallet with the id of another', () => {
    for (const start of Object.values(STARTS)) {
      for (const action of Object.keys(ACTIONS)) {
        let memory: Memory = start();
        let tab: Tab = { action, results: [], isDone: false };
        while (!tab.isDone) {
          ({ tab, memory } = step(tab, memory));
          const owner = rawOwner(memory);
          if (owner !== undefined) expect(memory[SELECTED] ?? '', action).to.equal(owner);
        }
      }
    }
  });
});
