/** Reads states from a service or from storage. Each function returns undefined for any other value. */
import { clip } from '../errors.js';
import { empty, isRecord } from '../lib/safe-access.js';
import type {
  Confirmations,
  Sighting,
  Tip,
  TransactionBlock,
  TransactionChain,
  TransactionState,
} from './types.js';

/** Milliseconds from the sending of a transaction until it is reported as not found, if the service does not find it. */
export const GRACE = 120_000;

export type Fields = Readonly<Record<string, unknown>>;

/** An object that `parseJson` read; an empty one for anything else. */
export const fields = (value: unknown): Fields => (isRecord(value) ? value : empty());

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const count = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

/** The maximum length of a text from a service; the rest is cut off. */
const LONGEST_TEXT = 200;

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? clip(value, LONGEST_TEXT) : undefined;

/** The first block of Bitcoin (January 2009) and the year 2100. Between them no number is a date in seconds, too. */
const [FIRST, LAST] = [1_231_006_505_000, 4_102_444_800_000];

/** Milliseconds since 1970. Undefined for what is no date: 0, seconds, a text. */
export const milliseconds = (value: unknown): number | undefined =>
  Number.isFinite(value) && (value as number) >= FIRST && (value as number) < LAST
    ? (value as number)
    : undefined;

/** Milliseconds since 1970, of seconds since 1970. Undefined for what is no date: 0, milliseconds, a text. */
export const fromSeconds = (value: unknown): number | undefined =>
  Number.isInteger(value) ? milliseconds((value as number) * 1000) : undefined;

export const matching = (pattern: RegExp, value: unknown): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

/** An id of a Stacks transaction or block, as the API writes it. */
export const stacksId = (value: unknown) => matching(/^0x[0-9a-f]{64}$/, value);

/** An id of a Bitcoin transaction or block, as services write it. */
export const bitcoinId = (value: unknown) => matching(/^[0-9a-f]{64}$/, value);

const anyId = (value: unknown) => matching(/^(?:0x)?[0-9a-f]{64}$/, value);

/** The block of a transaction. Undefined without a height. */
export function block(
  height: unknown,
  hash: unknown,
  minedAt: number | undefined,
  burnHeight?: unknown,
): TransactionBlock | undefined {
  const blockHeight = count(height);
  if (blockHeight === undefined) return undefined;
  return { height: blockHeight, hash: anyId(hash), minedAt, burnHeight: count(burnHeight) };
}

/** What is known about a transaction that was seen. The texts become parts of URLs, so only valid ones are accepted. */
export const sighting = (sender: unknown, nonce: unknown, coin?: unknown): Sighting => ({
  sender: matching(/^S[0-9A-Z]{20,60}$/, sender),
  nonce: count(nonce),
  coin: matching(/^[0-9a-f]{64}:\d{1,10}$/, coin),
});

const isOneOf = <const T>(value: unknown, values: readonly T[]): value is T =>
  values.includes(value as T);

/**
 * The known fields of a state, without the state of a replacement.
 *
 * @param since for a state without a date: when it began, milliseconds since 1970
 */
export function readState(state: Fields, since: number): TransactionState | undefined {
  const { status, reason } = state;
  const began = milliseconds(state['since']) ?? since;
  const inferred = state['inferred'] === true || undefined;
  const { height, hash, minedAt, burnHeight } = fields(state['block']);
  const minedIn = block(height, hash, milliseconds(minedAt), burnHeight);
  const mined = minedIn && {
    block: minedIn,
    depth: Math.max(count(state['depth']) ?? 1, 1),
    bitcoinDepth: count(state['bitcoinDepth']),
    result: text(state['result']),
    final: state['final'] === true,
  };
  switch (status) {
    case 'submitted':
      return { status, since: began, notFound: state['notFound'] === true || undefined };
    case 'pending':
      return { status, since: began, waitingForNonce: count(state['waitingForNonce']) };
    case 'confirmed':
      return mined && { status, ...mined };
    case 'failed':
      return mined && isOneOf(reason, ['response', 'post-condition', 'skipped'])
        ? { status, reason, vmError: text(state['vmError']), ...mined }
        : undefined;
    case 'replaced':
      return { status, by: anyId(state['by']), byState: undefined, inferred };
    case 'dropped':
      return isOneOf(reason, ['expired', 'too-expensive', 'problematic', 'unknown'])
        ? { status, reason, inferred }
        : undefined;
    case 'unknown':
      return { status, raw: text(state['raw']) ?? '', block: minedIn };
    default:
      return undefined;
  }
}

/** Subscribers share a state: none of them can change what the others see, or what `until()` waits for. */
export function frozen<T extends TransactionState | undefined>(state: T): T {
  const { block: minedIn } = fields(state);
  Object.freeze(minedIn);
  return Object.freeze(state);
}

/** A text by which states are compared. It is only compared, so a `toJSON` of arrays (Prototype.js) does not matter. */
export const toText = (value: unknown): string => JSON.stringify(value, null);

export function isMined<T extends { readonly status: string }>(
  state: T,
): state is Extract<T, { readonly status: 'confirmed' | 'failed' }> {
  return state.status === 'confirmed' || state.status === 'failed';
}

/** Whether a state no longer changes, or rarely. */
export const isSettled = (state: TransactionState): boolean =>
  isMined(state) || state.status === 'replaced' || state.status === 'dropped';

export const isDeep = (state: TransactionState, confirmations: Confirmations): boolean =>
  isMined(state) && (confirmations === 'bitcoin' ? state.final : state.depth >= confirmations);

/** Blocks until a state is `final`. Stacks: Bitcoin blocks (inferred). Bitcoin: Esplora's own limit. */
const FINAL = { stacks: 6, bitcoin: 10 };

export function withDepth(
  state: TransactionState,
  tip: Tip,
  chain: TransactionChain,
): TransactionState {
  if (!isMined(state)) return state;
  const { height, burnHeight } = state.block;
  const depth = Math.max(tip.height - height + 1, 1);
  const bitcoinDepth =
    burnHeight === undefined || tip.burnHeight === undefined
      ? undefined
      : Math.max(tip.burnHeight - burnHeight, 0);
  const final = (chain === 'bitcoin' ? depth : (bitcoinDepth ?? 0)) >= FINAL[chain];
  return { ...state, depth, bitcoinDepth, final };
}
