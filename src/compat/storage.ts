import { keepArrays } from '../errors.js';
import { ADDRESSES_KEY, PROVIDER_KEY } from '../core/storage.js';
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { parseJson, attempt } from '../lib/safe-access.js';
import { getDefaultClient } from './client.js';
import type { AddressEntry } from './methods.js';

/** The stored connection. The current account is first. */
export interface StorageData {
  addresses: {
    stx: Omit<AddressEntry, 'publicKey'>[];
    btc: Omit<AddressEntry, 'publicKey'>[];
  };
  updatedAt?: number;
  version: string;
}

/** What this library stores beside the addresses, and version 8 does not. */
interface StoredRecord extends StorageData {
  providerId?: string;
  network?: string;
  publicKeys?: unknown;
}

/** The stored addresses, or null. */
export function getLocalStorage(): StorageData | null {
  if (!getDefaultClient().getLocalStorage()) return null;
  const record = readRecord();
  if (!record) return null;
  // A copy with ordinary objects, as in version 8.
  const data = likeVersion8(structuredClone(record));
  const { stx = [], btc = [] } = data.addresses as Partial<StorageData['addresses']>;
  return { ...data, addresses: { ...data.addresses, stx, btc } };
}

/** Removes the stored addresses. The wallet is still remembered. */
export function clearLocalStorage(): void {
  attempt(() => localStorage.removeItem(ADDRESSES_KEY));
  notice();
}

/** The id of the remembered wallet, or null. */
export function getSelectedProviderId(): string | null {
  return attempt(() => localStorage.getItem(PROVIDER_KEY)) ?? null;
}

export function isProviderSelected(): boolean {
  return Boolean(getSelectedProviderId());
}

/** Remembers a wallet. Addresses of another wallet are removed. */
export function setSelectedProviderId(provider: string): void {
  attempt(() => localStorage.setItem(PROVIDER_KEY, provider));
  notice();
}

/** Removes the remembered wallet: the next request asks which to use. The addresses are kept, as in version 8. */
export function clearSelectedProviderId(): void {
  const record = readRecord();
  if (record && Object.hasOwn(record, 'providerId')) {
    const text = JSON.stringify(likeVersion8(record), keepArrays);
    attempt(() => localStorage.setItem(ADDRESSES_KEY, bytesToHex(new TextEncoder().encode(text))));
  }
  attempt(() => localStorage.removeItem(PROVIDER_KEY));
  notice();
}

/** True if version 8 stored the addresses, and not this library. */
export function isStoredBy8(): boolean {
  const record = readRecord();
  return record !== undefined && !Object.hasOwn(record, 'providerId');
}

/** Makes the client read the storage again. */
const notice = () => void getDefaultClient().isConnected();

/** The record of the addresses, in hex or as plain JSON. Its content is not checked. */
function readRecord(): StoredRecord | undefined {
  return attempt(() => {
    const raw = localStorage.getItem(ADDRESSES_KEY) ?? '';
    const hex = bareHex(raw);
    return parseJson(hex ? new TextDecoder().decode(hexToBytes(hex)) : raw) as StoredRecord;
  });
}

function likeVersion8(record: StoredRecord): StorageData {
  const data = { ...record };
  delete data.providerId;
  delete data.network;
  delete data.publicKeys;
  return data;
}
