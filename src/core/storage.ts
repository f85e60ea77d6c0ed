import { keepArrays } from '../errors.js';
import { getAddressFormat } from '../stacks/address.js';
import {
  MAX_ADDRESSES,
  pickAddresses,
  reportedNetwork,
  type AddressEntry,
  type StoredAddresses,
} from '../accounts/addresses.js';
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { attempt, bare, isRecord, parseJson, read } from '../lib/safe-access.js';
import type { Storage } from '../lib/web-types.js';

/** The storage of the connection: the methods of `Storage` that are used. */
export type StoragePort = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The keys of @stacks/connect 8, so that users stay connected when an app migrates from it. */
export const ADDRESSES_KEY = '@stacks/connect';
export const PROVIDER_KEY = 'STX_PROVIDER';

/** The fields that @stacks/connect 8 stores of an address. */
const ADDRESS_FIELDS = new Set(['address', 'symbol', 'type', 'purpose', 'addressType']);
const PUBLIC_KEY = /^(?:0x)?(?:[\da-f]{2}){32,65}$/i;
/**
 * What else is stored of an address, and its form. That library stores none of it, so it is beside its addresses, in
 * `publicKeys`. No secret key is stored. The wallet types are those of sats-connect (0.17).
 */
const OTHER_FIELDS: ReadonlyMap<string, RegExp> = new Map([
  ['publicKey', PUBLIC_KEY],
  ['tweakedPublicKey', PUBLIC_KEY],
  ['walletType', /^(?:software|ledger|keystone)$/],
]);
/** The most characters of a text that is stored of an address. A public key has at most 132. */
const MAX_TEXT = 200;
/** The most characters of a record. Neither this library nor @stacks/connect writes longer ones. */
const MAX_RECORD = 1_000_000;

export interface StoredConnection {
  readonly addresses: readonly AddressEntry[];
  /** The network that the wallet last reported, or that of the addresses. */
  readonly network: string | undefined;
  /** The id of the remembered wallet; undefined if none is remembered. */
  readonly providerId: string | undefined;
}

/** Reads and writes the two keys. Never throws, even if the storage is full, forbidden or corrupt. */
export interface ConnectionStorage {
  /** Returns the addresses only if they were stored for the stored id. */
  read(): StoredConnection;
  /**
   * Stores both keys. Other tabs may write them at the same time, and the page may be closed between two steps.
   * Therefore the record contains the id that it belongs to, and no step leaves addresses with another id.
   *
   * @returns the fingerprint of what was written, to detect later changes by others
   */
  write(connection: StoredConnection): string;
  /** Removes addresses that were stored for another id than the stored one. */
  removeStale(): void;
  /** Changes whenever one of the keys is changed, by this page or another. */
  fingerprint(): string;
}

export function connectionStorage(port: () => StoragePort | undefined): ConnectionStorage {
  // Each use throws in a sandboxed frame, on a full disk, if the user has blocked the storage, and if there is none.
  const get = (key: string): string => {
    try {
      return port()?.getItem(key) ?? '';
    } catch {
      return '';
    }
  };
  /** Returns the value that is stored afterwards. If there is no space, removes the old value. */
  const set = (key: string, value: string): string => {
    const isSet = value && attempt(() => (port()!.setItem(key, value), true));
    if (isSet) return get(key) && value;
    const isRemoved =
      attempt(() => (port()!.removeItem(key), true)) ??
      attempt(() => (port()!.setItem(key, ''), true));
    return isRemoved ? '' : get(key);
  };
  const readId = () => get(PROVIDER_KEY) || undefined;
  return {
    read() {
      const providerId = readId();
      const { addresses, network } = parseRecord(get(ADDRESSES_KEY), providerId) ?? NOTHING;
      return { providerId, addresses, network };
    },
    write({ addresses, network, providerId = '' }) {
      const isOurs = () => get(PROVIDER_KEY) === providerId;
      let id = providerId;
      if (!isOurs()) {
        // If the old addresses cannot be removed, their id is kept, too.
        const left = set(ADDRESSES_KEY, '');
        if (left) return toFingerprint(left, get(PROVIDER_KEY));
        id = set(PROVIDER_KEY, providerId);
      }
      // If another tab has connected another wallet meanwhile, the addresses of that wallet are kept.
      const record = isOurs()
        ? set(ADDRESSES_KEY, serializeRecord({ addresses, network, providerId }))
        : '';
      if (record && !isOurs() && get(ADDRESSES_KEY) === record) set(ADDRESSES_KEY, '');
      return toFingerprint(record, id);
    },
    removeStale() {
      if (!parseRecord(get(ADDRESSES_KEY), readId())) set(ADDRESSES_KEY, '');
    },
    fingerprint: () => toFingerprint(get(ADDRESSES_KEY), get(PROVIDER_KEY)),
  };
}

const toFingerprint = (record: string, id: string) => `${record}\n${id}`;

/** The addresses by chain, without other fields; null if there are none. */
export function storedAddresses(addresses: readonly AddressEntry[]): StoredAddresses | null {
  if (!addresses.length) return null;
  const pick = (symbol: AddressEntry['symbol']) =>
    pickAddresses(addresses, symbol).map((address) => ({ address }));
  return { addresses: { stx: pick('STX'), btc: pick('BTC') } };
}

/**
 * The record in the format of @stacks/connect 8 (hex of JSON), with additional fields, which that library keeps but does not
 * read. Empty if there are no addresses.
 */
function serializeRecord({ addresses, network, providerId }: StoredConnection): string {
  const [stx, btc]: [object[], object[]] = [[], []];
  const publicKeys: Record<string, object> = {};
  for (const entry of addresses) {
    if (!getAddressFormat(entry.address)) continue;
    (entry.symbol === 'STX' ? stx : btc).push(pickTexts(entry, ADDRESS_FIELDS));
    publicKeys[entry.address] = pickTexts(entry, OTHER_FIELDS);
  }
  if (!stx.length && !btc.length) return '';
  const record = {
    addresses: { stx, btc },
    version: '0.0.1',
    updatedAt: Date.now(),
    providerId,
    network,
    publicKeys,
  };
  return bytesToHex(new TextEncoder().encode(JSON.stringify(record, keepArrays)));
}

/** Keeps the order of the fields, like @stacks/connect 8. */
function pickTexts(
  entry: object,
  fields: Pick<ReadonlySet<string>, 'has'>,
): Record<string, string> {
  const picked = bare<Record<string, string>>({});
  for (const [field, value] of Object.entries(entry) as [string, unknown][]) {
    if (!fields.has(field) || typeof value !== 'string' || value.length > MAX_TEXT) continue;
    picked[field] = value;
  }
  return picked;
}

const NOTHING = { addresses: [], network: undefined } as const;

/**
 * Parses a record of @stacks/connect 8, in hex or as plain JSON. Returns no addresses for an invalid record, and
 * undefined for one that was stored for another id than `id`. A record of @stacks/connect has no id.
 */
function parseRecord(raw: string, id = ''): Omit<StoredConnection, 'providerId'> | undefined {
  if (!raw || raw.length > MAX_RECORD) return NOTHING;
  try {
    const text = raw.trimStart().startsWith('{')
      ? raw
      : new TextDecoder().decode(hexToBytes(bareHex(raw) ?? ''));
    const record = parseJson(text) as StoredRecord;
    if (Object.hasOwn(record, 'providerId') && record.providerId !== id) return undefined;
    const { network, publicKeys } = record;
    const { stx, btc } = record.addresses;
    const addresses = [
      ...parseEntries(stx, 'STX', publicKeys),
      ...parseEntries(btc, 'BTC', publicKeys),
    ];
    return { addresses, network: reportedNetwork({ addresses, network }) };
  } catch {
    return NOTHING;
  }
}

interface StoredRecord {
  readonly addresses: { readonly stx?: unknown; readonly btc?: unknown };
  readonly providerId?: unknown;
  readonly network?: unknown;
  readonly publicKeys?: unknown;
}

function parseEntries(
  list: unknown,
  symbol: AddressEntry['symbol'],
  publicKeys: unknown,
): AddressEntry[] {
  if (!Array.isArray(list)) return [];
  const chain = symbol === 'STX' ? 'stacks' : 'bitcoin';
  return (list as unknown[]).slice(0, MAX_ADDRESSES).flatMap((item) => {
    if (!isRecord(item)) return [];
    const entry = pickTexts(item, ADDRESS_FIELDS);
    const { address } = entry;
    if (!address || getAddressFormat(address)?.chain !== chain) return [];
    const others = pickTexts(Object(read(publicKeys, address)) as object, OTHER_FIELDS);
    for (const [field, value] of Object.entries(others)) {
      if (!OTHER_FIELDS.get(field)!.test(value)) delete others[field];
    }
    return [{ publicKey: '', ...entry, ...others, address, symbol }];
  });
}
