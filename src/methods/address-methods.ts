import { normalizeAddresses } from '../stacks/address.js';
import { isRecord, read } from '../lib/safe-access.js';
import type { AccountsResult, AddressEntry, AddressesResult } from './addresses.js';
import type { NetworkName } from './values.js';
import * as is from './checks.js';
import { networkField } from './transaction.js';

export interface GetAccountsParams {
  network?: NetworkName | undefined;
}

export interface GetAddressesParams extends GetAccountsParams {
  /** A text of at most 80 characters that Xverse shows in its window. Other wallets ignore it. */
  message?: string | undefined;
}

export const addressFields: is.Fields = {
  ...is.network,
  // The limit in the schema of sats-connect (0.17).
  message: is.optional(
    is.check(
      'a text of at most 80 characters',
      (value) => typeof value === 'string' && value.length <= 80,
    ),
  ),
};

/** `getAddresses`: reads an array, or an object with an array. Returns anything else unchanged. */
export function toAddresses(result: unknown): AddressesResult {
  return withRows(result, (addresses) => ({ addresses }));
}

/** `stx_getAddresses`: only the Stacks addresses, since Leather and Xverse also list Bitcoin addresses. */
export function toStacksAddresses(result: unknown): AddressesResult {
  return withRows(result, (addresses) => ({ addresses: addresses.filter(isStacks) }));
}

/** `stx_getAccounts`: the same list as `addresses`, like the other address methods, and as `accounts` (SIP-030). */
export function toAccounts(result: unknown): AccountsResult {
  return withRows(result, (rows) => {
    const addresses = rows.filter(isStacks);
    return { addresses, accounts: addresses };
  }) as AccountsResult;
}

function isStacks(entry: AddressEntry): boolean {
  return entry.symbol === 'STX';
}

function withRows(
  result: unknown,
  toResult: (rows: readonly AddressEntry[]) => AddressesResult,
): AddressesResult {
  const holder = isRecord(result) ? result : {};
  const rows = normalizeAddresses(
    Array.isArray(result) ? result : (holder['addresses'] ?? holder['accounts']),
  );
  return rows ? { ...holder, ...toResult(rows) } : (result as AddressesResult);
}

/** The params with the network; undefined if there is no field at all. */
export function networkOnly(
  params: GetAddressesParams,
  network: string | undefined,
): object | undefined {
  const all = { ...params, ...networkField(network) };
  return Object.entries(all).length > 0 ? all : undefined;
}

export const readsAddresses = {
  effect: 'reads addresses',
  expectedResult: 'at least one of its `addresses`',
  isExpectedResult: (result: unknown): boolean => {
    const rows = read(result, 'addresses');
    return Array.isArray(rows) && rows.length > 0;
  },
} as const;

/** A bech32 address in lower case. Upper case is the same address, but wallets compare the letters. */
export function canonicalAddress(address: string): string {
  return /^(BC|TB|BCRT)1/.test(address) ? address.toLowerCase() : address;
}
