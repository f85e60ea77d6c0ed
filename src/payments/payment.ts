/** What a payment is, and its check: the same for pages, for the element and for servers. */
import { MAX_U128, MAX_U64, parseBaseUnits, type Amount } from '../lib/amount.js';
import { bareHex } from '../lib/bytes.js';
import * as option from '../lib/read-options.js';
import { canBeOn, chooseNetwork, getAddressFormat, normalizeNetwork, type NetworkName } from '../stacks/address.js'; // prettier-ignore
import { ASSET, findAsset } from '../stacks/assets.js';
import type { AssetId } from '../stacks/clarity-value.js';
import { encodePrincipal, expectPrincipal } from '../stacks/stacks-address.js';

/** One exact payment, as an app writes it. */
export interface PaymentParams {
  /** The address or contract that receives it. */
  readonly to: string;
  /**
   * `stx`, `sbtc`, `usdcx`, or the asset identifier of a token. A name means the contract of that token on the network, and
   * no other contract with such a name.
   */
  readonly asset: 'stx' | 'sbtc' | 'usdcx' | (string & {});
  /** Base units, more than 0: micro-STX, satoshis for sBTC. At most 2^64 - 1 for STX, and 2^128 - 1 for a token. */
  readonly amount: Amount;
  /**
   * The merchant's id of what is paid, which is the memo of the transfer: 1 to 34 bytes of UTF-8, without control characters,
   * and without spaces at its ends.
   */
  readonly order?: string | undefined;
  /**
   * When the payment must be in a block: milliseconds since 1970, or a text with date, time and time zone, such as
   * `2026-12-01T12:00Z`. Default: it does not expire.
   */
  readonly expires?: number | string | undefined;
  /** Default: that of the client, if `to` can be on it, else that of `to`. */
  readonly network?: NetworkName | undefined;
}

/** One exact payment that was checked. Plain data, frozen. */
export interface Payment {
  readonly to: string;
  /** `stx`, or the asset identifier of a token. */
  readonly asset: 'stx' | AssetId;
  /** Base units. */
  readonly amount: bigint;
  readonly order: string | undefined;
  /** Milliseconds since 1970. */
  readonly expires: number | undefined;
  readonly network: NetworkName;
}

/** Each is checked by {@link readPayment}, which knows the others. */
export const PAYMENT: option.OptionTable<PaymentParams> = {
  to: option.anything,
  asset: option.anything,
  amount: option.anything,
  order: option.anything,
  expires: option.scalar,
  network: option.someText,
};

/** The most bytes of a memo: of an STX transfer (SIP-005), and in the argument of `transfer` (SIP-010). */
export const MEMO_BYTES = 34;

const ORDER = `a text of 1 to ${MEMO_BYTES} bytes of UTF-8, without control characters and without spaces at its ends`;
const A_TIME =
  'milliseconds since 1970, or a text with date, time and time zone such as 2026-12-01T12:00Z';
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;
/** The first block of Bitcoin (January 2009), and the year 2100: a number of seconds is not between them. */
const [FIRST_TIME, LAST_TIME] = [1_231_006_505_000, 4_102_444_800_000];

/** Throws the caller's error for a field. */
type Refuse = (field: keyof PaymentParams, value: unknown, expected: string) => never;

/**
 * Checks a payment: each field by itself, and that the receiver and the token can be on its network.
 *
 * @param params what `readOptions` read
 * @param networks the networks that are used without one in `params`, the first in which `to` can be
 */
export function readPayment(
  params: PaymentParams,
  refuse: Refuse,
  ...networks: readonly (NetworkName | undefined)[]
): Payment {
  const { to, amount, order } = params;
  if (typeof to !== 'string' || encodePrincipal(to)?.asset !== '') {
    refuse('to', to, expectPrincipal('a Stacks address or `<address>.<contract-name>`', to));
  }
  const network = normalizeNetwork(params.network ?? chooseNetwork(to, ...networks)!);
  if (!canBeOn(getAddressFormat(to)!, network)) refuse('to', to, `an address on ${network}`);
  const asset = readAsset(params.asset, network, refuse);
  const units = parseBaseUnits(amount);
  const maxUnits = asset === 'stx' ? MAX_U64 : MAX_U128;
  if (units === undefined || units === 0n || units > maxUnits) {
    const unit = asset === 'stx' ? 'micro-STX' : 'base units of the token';
    refuse(
      'amount',
      amount,
      `a whole number of ${unit}, from 1 to ${maxUnits}, as a bigint, a string of digits or a safe integer`,
    );
  }
  if (order !== undefined && !isOrder(order)) refuse('order', order, ORDER);
  const expires =
    params.expires === undefined
      ? undefined
      : readTime(params.expires, (...fault) => refuse('expires', ...fault));
  return Object.freeze({ to, asset, amount: units, order, expires, network });
}

/** The id of an asset on a network: `stx`, or an asset identifier. */
export function readAsset(
  value: unknown,
  network: NetworkName,
  refuse: (field: 'asset', value: unknown, expected: string) => never,
): Payment['asset'] {
  const asset = findAsset(value, network);
  if (!asset) {
    const isName = value === 'sbtc' || value === 'usdcx';
    const expected = isName ? `an asset identifier: no ${value} is known on ${network}` : ASSET;
    return refuse('asset', value, expected);
  }
  const { id } = asset;
  if (id === 'stx') return id;
  if (!encodePrincipal(id)) refuse('asset', value, expectPrincipal('an asset identifier', value));
  const [address = ''] = id.split('.', 1);
  if (!canBeOn(getAddressFormat(address)!, network)) {
    refuse('asset', value, `a token on ${network}`);
  }
  return id;
}

/**
 * A memo of a transfer of STX is padded with zeros, so none may be part of the order. Wallets may trim what a form has; none is
 * known to, but the order must be the same in both cases.
 */
export function isOrder(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.trim() !== value) return false;
  if (/[\p{Cc}\p{Surrogate}]/u.test(value)) return false;
  return new TextEncoder().encode(value).length <= MEMO_BYTES;
}

/** A time in milliseconds since 1970. */
export function readTime(
  value: unknown,
  refuse: (value: unknown, expected: string) => never,
): number {
  const isText = typeof value === 'string' && TIME.test(value);
  const time = isText ? Date.parse(value) : value;
  const isMilliseconds = typeof time === 'number' && Number.isInteger(time);
  return isMilliseconds && time >= FIRST_TIME && time < LAST_TIME ? time : refuse(value, A_TIME);
}

/** The id of a transaction as services write it: `0x` and 64 digits in lower case. Undefined for anything else. */
export function readId(value: unknown): string | undefined {
  const hex = typeof value === 'string' && value.length <= 66 ? bareHex(value) : undefined;
  return hex?.length === 64 ? `0x${hex.toLowerCase()}` : undefined;
}
