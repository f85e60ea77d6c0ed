import type { ProviderDescriptor, WalletProvider } from '../wallets/wallet.js';
import type { Unsubscribe } from '../lib/store.js';

export interface ReceivedRequest {
  readonly method: string;
  readonly params: unknown;
}

/** How a fake wallet answers a call. Returns the whole answer, including the JSON-RPC envelope. */
export type Behaviour = (call: ReceivedRequest) => unknown;

export interface FakeWallet extends WalletProvider {
  readonly calls: ReceivedRequest[];
  /** Calls every listener of an event (SIP-030 `listen`). */
  emit(event: string, data: unknown): void;
  readonly listenerCount: number;
}

/** The accounts of the keys in `transactions.ts`. */
export const STX_ADDRESS = 'SP1WV0048ERKB55592H81MK6J4TTRP8TSGC4JX54N';
export const OTHER_STX_ADDRESS = 'SP1KGSAKSWMEQHV8CB0XRKZSSV729PWCSWWVH440W';
export const BTC_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

/** Addresses in the format of Leather. */
export const ADDRESSES = [
  {
    symbol: 'BTC',
    type: 'p2wpkh',
    address: BTC_ADDRESS,
    publicKey: '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
    derivationPath: "m/84'/0'/0'/0/0",
  },
  {
    symbol: 'STX',
    address: STX_ADDRESS,
    publicKey: '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f',
  },
] as const;

/** A JSON-RPC success envelope. */
export const success = (result: unknown) => ({ jsonrpc: '2.0', id: '1', result });

/** Answers every method from a table of results, or functions of the params; a missing method fails with -32601. */
export function answering(results: Readonly<Record<string, unknown>>): Behaviour {
  return ({ method, params }) => {
    if (Object.hasOwn(results, method)) {
      const result = results[method];
      return success(typeof result === 'function' ? (result(params) as unknown) : result);
    }
    return Promise.reject({ jsonrpc: '2.0', id: '1', error: { code: -32601, message: 'unknown' } });
  };
}

/** A SIP-030 wallet with the given behaviour. */
export function fakeWallet(
  behaviour: Behaviour = answering({ getAddresses: { addresses: ADDRESSES } }),
): FakeWallet {
  const calls: ReceivedRequest[] = [];
  const listeners = new Map<string, Set<(data: unknown) => void>>();
  return {
    calls,
    request: async (method, params) => {
      calls.push({ method, params });
      return behaviour({ method, params });
    },
    listen(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => void set.delete(listener);
    },
    emit(event, data) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(data);
    },
    get listenerCount() {
      return [...listeners.values()].reduce((sum, { size }) => sum + size, 0);
    },
  };
}

type Registries = Record<string, unknown> & { wbip_providers?: ProviderDescriptor[] };

/** Puts a provider on the page at its id and registers it (WBIP-004). Returns a function that removes it. */
export function installWallet(
  provider: WalletProvider,
  descriptor: ProviderDescriptor = { id: 'FakeWalletProvider', name: 'Fake wallet' },
): Unsubscribe {
  const page = window as unknown as Registries;
  page[descriptor.id] = provider;
  page.wbip_providers = [...(page.wbip_providers ?? []), descriptor];
  return () => {
    delete page[descriptor.id];
    page.wbip_providers = (page.wbip_providers ?? []).filter(({ id }) => id !== descriptor.id);
  };
}

/** Storage in memory. */
export function memoryStorage(initial: Readonly<Record<string, string>> = {}) {
  const items = new Map(Object.entries(initial));
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    get keys() {
      return [...items.keys()];
    },
  };
}
