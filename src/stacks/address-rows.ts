import type { AddressEntry } from '../methods/addresses.js';
import { addressKind } from './address.js';
import { isRecord } from '../lib/safe-access.js';

/**
 * The addresses that a wallet returned, in its order and with its extra fields, each with `symbol` and
 * `publicKey`. Leaves out addresses of other chains (Xverse lists Spark and Starknet) and invalid entries.
 * Undefined if `rows` is not an array.
 */
export function normalizeAddresses(rows: unknown): readonly AddressEntry[] | undefined {
  if (!Array.isArray(rows)) return undefined;
  return (rows as unknown[]).flatMap((row) => {
    const entry = toEntry(row);
    return entry ? [entry] : [];
  });
}

function toEntry(row: unknown): AddressEntry | undefined {
  try {
    const fields = typeof row === 'string' ? { address: row } : isRecord(row) ? { ...row } : {};
    const { address, publicKey } = fields as Record<string, unknown>;
    const kind = addressKind(address);
    if (!kind) return undefined;
    return {
      ...fields,
      address: address as string,
      publicKey: typeof publicKey === 'string' ? publicKey : '',
      symbol: kind.chain === 'stx' ? 'STX' : 'BTC',
    };
  } catch {
    return undefined;
  }
}
