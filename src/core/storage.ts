import { keepArrays } from '../errors.js';
import { addressKind } from '../lib/address.js';
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { isRecord } from '../lib/guard.js';
import type { AddressEntry, StoredAddresses } from '../wire/addresses.js';

/** Where the connection is kept: the part of the DOM's Storage that is used. */
export type StoragePort = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Both keys are those of @stacks/connect 8, so that an app that moves over keeps its users connected. */
export const ADDRESSES_KEY = '@stacks/connect';
export const PROVIDER_KEY = 'STX_PROVIDER';

/** What of an address entry is stored: enough for an account menu, and no key material. */
const STORED_FIELDS = new Set(['address', 'symbol', 'type', 'purpose', 'addressType']);
/** A record from elsewhere may hold anything: no wallet shows more addresses than this. */
const MAX_ENTRIES = 100;
/** Characters; past this a record was not written by this library nor by @stacks/connect. */
const MAX_RECORD = 1_000_000;

/** Reads and writes the two keys. Nothing here throws: storage may be full, forbidden or corrupt. */
export interface ConnectionStorage {
  readAddresses(): readonly AddressEntry[];
  writeAddresses(addresses: readonly AddressEntry[]): void;
  readProviderId(): string | undefined;
  writeProviderId(id: string | undefined): void;
  clear(): void;
  /** Differs when either key was changed, here or elsewhere. */
  fingerprint(): string;
}

export function connectionStorage(port: () => StoragePort | undefined): ConnectionStorage {
  const guarded = <T>(use: (storage: StoragePort) => T): T | undefined => {
    try {
      const storage = port();
      return storage && use(storage);
    } catch {
      return undefined; // a sandboxed frame, a full disk, a user who forbids storage
    }
  };
  const get = (key: string) => guarded((storage) => storage.getItem(key));
  const set = (key: string, value: string | undefined): void => {
    const isSet = value !== undefined && guarded((storage) => (storage.setItem(key, value), true));
    // Where there is no room, what stood there goes: it is of another wallet or account.
    if (!isSet) guarded((storage) => storage.removeItem(key));
  };
  return {
    readAddresses: () => parseRecord(get(ADDRESSES_KEY)),
    writeAddresses: (addresses) => set(ADDRESSES_KEY, serializeRecord(addresses)),
    readProviderId: () => get(PROVIDER_KEY) || undefined,
    writeProviderId: (id) => set(PROVIDER_KEY, id),
    clear() {
      set(ADDRESSES_KEY, undefined);
      set(PROVIDER_KEY, undefined);
    },
    fingerprint: () => [ADDRESSES_KEY, PROVIDER_KEY].map((key) => get(key) ?? '').join('\n'),
  };
}

/** B1: addresses alone, by chain; null where there are none. */
export function storedAddresses(addresses: readonly AddressEntry[]): StoredAddresses | null {
  if (!addresses.length) return null;
  const of = (symbol: AddressEntry['symbol']) =>
    addresses.filter((entry) => entry.symbol === symbol).map(({ address }) => ({ address }));
  return { addresses: { stx: of('STX'), btc: of('BTC') } };
}

/** The record of @stacks/connect 8: JSON in UTF-8 in hex. Empty: no record. */
function serializeRecord(addresses: readonly AddressEntry[]): string | undefined {
  const stored = addresses.filter(({ address }) => addressKind(address)).map(storedEntry);
  if (!stored.length) return undefined;
  const stx = stored.filter((entry) => entry['symbol'] === 'STX');
  const btc = stored.filter((entry) => entry['symbol'] === 'BTC');
  const record = { addresses: { stx, btc }, version: '0.0.1', updatedAt: Date.now() };
  return bytesToHex(new TextEncoder().encode(JSON.stringify(record, keepArrays)));
}

/** In the order of the entry's own fields, as @stacks/connect 8 writes them. */
function storedEntry(entry: object): Record<string, string> {
  const stored: Record<string, string> = {};
  for (const [field, value] of Object.entries(entry) as [string, unknown][]) {
    if (STORED_FIELDS.has(field) && typeof value === 'string') stored[field] = value;
  }
  return stored;
}

/** Takes the record of @stacks/connect 8, and plain JSON; anything else reads as no addresses. */
function parseRecord(raw: string | null | undefined): readonly AddressEntry[] {
  if (!raw || raw.length > MAX_RECORD) return [];
  try {
    const text = raw.trimStart().startsWith('{')
      ? raw
      : new TextDecoder().decode(hexToBytes(bareHex(raw) ?? ''));
    const { addresses } = JSON.parse(text) as { addresses: { stx?: unknown; btc?: unknown } };
    return [...parseEntries(addresses.stx, 'STX'), ...parseEntries(addresses.btc, 'BTC')];
  } catch {
    return [];
  }
}

function parseEntries(list: unknown, symbol: AddressEntry['symbol']): AddressEntry[] {
  if (!Array.isArray(list)) return [];
  const chain = symbol === 'STX' ? 'stx' : 'btc';
  return (list as unknown[]).slice(0, MAX_ENTRIES).flatMap((item) => {
    if (!isRecord(item)) return [];
    const entry = storedEntry(item);
    const { address } = entry;
    if (!address || addressKind(address)?.chain !== chain) return [];
    return [{ ...entry, address, symbol, publicKey: '' }];
  });
}
