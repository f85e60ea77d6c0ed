import { count, text } from '../json.js';
import type { Query, Reading, Sighting, TransactionBlock } from '../types.js';

/** A Stacks transaction id as the API writes it. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value) ? value : undefined;

/** The sender and nonce of a transaction. The address becomes a part of URLs, so only a valid form is accepted. */
export const seenOf = (sender: unknown, nonce: unknown): Sighting => ({
  sender: typeof sender === 'string' && /^S[0-9A-Z]{20,60}$/.test(sender) ? sender : undefined,
  nonce: count(nonce),
});

/** What the API says about one transaction, whatever the version of the route. */
export interface StacksFacts {
  readonly status: unknown;
  readonly seen: Sighting;
  readonly block: TransactionBlock | undefined;
  readonly result: unknown;
  readonly vmError: unknown;
  readonly by: unknown;
  /** Seconds since 1970 at which the node received it. */
  readonly receivedAt: unknown;
}

/** Why a transaction in a block has no effect, by `tx_status`. */
const FAILED: Readonly<Record<string, 'response' | 'post-condition' | 'skipped'>> = {
  abort_by_response: 'response',
  abort_by_post_condition: 'post-condition',
  problematic_skipped: 'skipped',
};
const DROPPED: Readonly<Record<string, 'expired' | 'too-expensive' | 'problematic'>> = {
  dropped_stale_garbage_collect: 'expired',
  dropped_too_expensive: 'too-expensive',
  dropped_problematic: 'problematic',
};

/**
 * The reading for a `tx_status`. Only the status decides: after a broken post-condition the result is often
 * `(ok true)`. A status that is not known here is `unknown`, never a success.
 */
export function stacksReading(facts: StacksFacts): Reading {
  const { seen, block, result, vmError, by } = facts;
  const status = text(facts.status) ?? '';
  const kept = { seen };
  if (status === 'pending') {
    const receivedAt = count(facts.receivedAt);
    return { status, since: receivedAt && receivedAt * 1000, ...kept };
  }
  if (/^dropped_replace_(?:by_fee|across_fork)$/.test(status)) {
    return { status: 'replaced', by: idOf(by), ...kept };
  }
  if (Object.hasOwn(DROPPED, status)) {
    return { status: 'dropped', reason: DROPPED[status]!, ...kept };
  }
  if (block) {
    const mined = { block, result: text(result), ...kept };
    if (status === 'success') return { status: 'confirmed', ...mined };
    if (Object.hasOwn(FAILED, status)) {
      return { status: 'failed', reason: FAILED[status]!, vmError: text(vmError), ...mined };
    }
  }
  return { status: 'unknown', raw: status, ...kept };
}

/** Adds a missing earlier nonce, if there is one: until it is used, the transaction cannot be mined. */
export async function withMissingNonce(
  reading: Reading,
  { asksNonce }: Query,
  missing: (sender: string) => Promise<readonly unknown[]>,
): Promise<Reading> {
  const { sender, nonce } = reading.seen ?? {};
  if (!asksNonce || reading.status !== 'pending' || !sender || nonce === undefined) return reading;
  const earlier = (await missing(sender)).map(count).filter((one) => one !== undefined);
  const waitingForNonce = Math.min(...earlier);
  return waitingForNonce < nonce ? { ...reading, waitingForNonce } : reading;
}

/** Calls `ask` once for each argument. */
export function once<T>(ask: (argument: string) => Promise<T>): (argument: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (argument) => {
    const answer = answers.get(argument) ?? ask(argument);
    answers.set(argument, answer);
    return answer;
  };
}
