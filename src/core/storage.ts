import { keepArrays } from '../errors.js';
import { addressKind } from '../lib/address.js';
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { isRecord } from '../lib/safe-access.js';
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

/** What is stored of a connection. */
export interface StoredConnection {
  readonly addresses: readonly AddressEntry[];
  /** The id of the wallet for the next request; undefined where none is remembered. */
  readonly providerId: string | undefined;
}

/** Reads and writes the two keys. Nothing here throws: storage may be full, forbidden or corrupt. */
export interface ConnectionStorage {
  /** Addresses are only read beside the id that they were stored for. */
  read(): StoredConnection;
  /**
   * Stores both. Other tabs write the same two keys, and a page may end between any two steps; so the
   * record names the id that it belongs to, and at no step are there addresses beside another id.
   *
   * @returns the fingerprint of what this call wrote, so that a later one tells what others changed
   */
  write(connection: StoredConnection): string;
  /** Removes addresses that were stored for another id than the one that is remembered. */
  removeStale(): void;
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
  const get = (key: string) => guarded((storage) => storage.getItem(key)) ?? '';
  /** Returns what stands then: nothing where there is no room, since what stood there is outdated. */
  const set = (key: string, value: string): string => {
    const isSet = value && guarded((storage) => (storage.setItem(key, value), true));
    if (isSet) return get(key) && value;
    const isRemoved =
      guarded((storage) => (storage.removeItem(key), true)) ??
      guarded((storage) => (storage.setItem(key, ''), true));
    return isRemoved ? '' : get(key);
  };
  const readId = () => get(PROVIDER_KEY) || undefined;
  return {
    read() {
      const providerId = readId();
      return { providerId, addresses: parseRecord(get(ADDRESSES_KEY), providerId) ?? [] };
    },
    write({ addresses, providerId = '' }) {
      const isOurs = () => get(PROVIDER_KEY) === providerId;
      let id = providerId;
      if (!isOurs()) {
        // Old addresses that cannot be removed keep their id.
        const left = set(ADDRESSES_KEY, '');
        if (left) return fingerprintOf(left, get(PROVIDER_KEY));
        id = set(PROVIDER_KEY, providerId);
      }
      // Where another tab went on to another wallet meanwhile, its addresses stay.
      const record = isOurs() ? set(ADDRESSES_KEY, serializeRecord(addresses, providerId)) : '';
      if (record && !isOurs() && get(ADDRESSES_KEY) === record) set(ADDRESSES_KEY, '');
      return fingerprintOf(record, id);
    },
    removeStale() {
      if (!parseRecord(get(ADDRESSES_KEY), readId())) set(ADDRESSES_KEY, '');
    },
    fingerprint: () => fingerprintOf(get(ADDRESSES_KEY), get(PROVIDER_KEY)),
  };
}

const fingerprintOf = (record: string, id: string) => `${record}\n${id}`;

/** B1: addresses alone, by chain; null where there are none. */
export function storedAddresses(addresses: readonly AddressEntry[]): StoredAddresses | null {
  if (!addresses.length) return null;
  const of = (symbol: AddressEntry['symbol']) =>
    addresses.filter((entry) => entry.symbol === symbol).map(({ address }) => ({ address }));
  return { addresses: { stx: of('STX'), btc: of('BTC') } };
}

/**
 * The record of @stacks/connect 8: JSON in UTF-8 in hex. Behind its fields stands `providerId`, which that
 * library keeps and does not read. Empty: no record.
 */
function serializeRecord(addresses: readonly AddressEntry[], providerId: string): string {
  const stored = addresses.filter(({ address }) => addressKind(address)).map(storedEntry);
  if (!stored.length) return '';
  const stx = stored.filter((entry) => entry['symbol'] === 'STX');
  const btc = stored.filter((entry) => entry['symbol'] === 'BTC');
  const record = { addresses: { stx, btc }, version: '0.0.1', updatedAt: Date.now(), providerId };
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

/**
 * Takes the record of @stacks/connect 8, and plain JSON; what is broken reads as no addresses. Undefined:
 * the record was stored for another id than `id`. One that names no id is of @stacks/connect.
 */
function parseRecord(raw: string, id = ''): readonly AddressEntry[] | undefined {
  if (!raw || raw.length > MAX_RECORD) return [];
  try {
    const text = raw.trimStart().startsWith('{')
      ? raw
      : new TextDecoder().decode(hexToBytes(bareHex(raw) ?? ''));
    const record = JSON.parse(text) as StoredRecord;
    if (Object.hasOwn(record, 'providerId') && record.providerId !== id) return undefined;
    const { stx, btc } = record.addresses;
    return [...parseEntries(stx, 'STX'), ...parseEntries(btc, 'BTC')];
  } catch {
    return [];
  }
}

interface StoredRecord {
  readonly addresses: { readonly stx?: unknown; readonly btc?: unknown };
  readonly providerId?: unknown;
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
