import { read } from '../lib/safe-access.js';
import { parsePrincipal } from '../stacks/address.js';

/** What a transfer moves out of the account. */
export interface SentAmount {
  /** Base units, as decimal digits: micro-STX, satoshis, or base units of the token. */
  readonly value: string;
  /** `stx`, `btc`, or the contract or the asset identifier of a fungible token. */
  readonly asset: string;
}

/** What an amount must be, for errors. */
export const SENT_AMOUNT =
  'an object with `value`, at most 39 digits, and `asset`: "stx", "btc", or the contract or asset identifier of a token';

/** A copy of an amount that a page, a request or the storage has. Undefined for anything else: nothing is coerced. */
export function readSentAmount(amount: unknown): SentAmount | undefined {
  const value = read(amount, 'value');
  const asset = read(amount, 'asset');
  if (typeof value !== 'string' || !/^[0-9]{1,39}$/.test(value)) return undefined;
  if (typeof asset !== 'string') return undefined;
  const isKnown = asset === 'stx' || asset === 'btc' || !!parsePrincipal(asset)?.contract;
  return isKnown ? Object.freeze({ value, asset }) : undefined;
}
