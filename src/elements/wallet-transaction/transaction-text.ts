import type { MessagesController } from '../controllers/messages-controller.js';
import type { transactionMessages } from '../messages/en/transaction.js';
import type { Confirmations, TransactionState } from '../../transactions/types.js';

type TransactionTexts = MessagesController<typeof transactionMessages>;

/** Milliseconds. A transaction that is pending for longer takes longer than usual. */
const USUAL = 20 * 60_000;

/** The meaning of the state, in one sentence. It changes only with the state, since screen readers announce it. */
export function statusText(
  state: TransactionState,
  wasInBlock: boolean,
  texts: TransactionTexts,
): string {
  const text = texts.text.bind(texts);
  switch (state.status) {
    case 'submitted':
      return text(state.notFound ? 'txNotFound' : 'txSubmitted');
    case 'pending':
      return text(wasInBlock ? 'txAgain' : 'txPending');
    case 'confirmed':
      return text('txConfirmed');
    case 'failed': {
      const reasons = {
        response: 'txResponse',
        'post-condition': 'txPostCondition',
        skipped: 'txSkipped',
      } as const;
      return text(Object.hasOwn(reasons, state.reason) ? reasons[state.reason] : 'txResponse');
    }
    case 'replaced':
      return text(state.byState?.status === 'confirmed' ? 'txReplacedConfirmed' : 'txReplaced');
    case 'dropped':
      return text('txDropped');
    case 'untracked':
      return text('txUntracked');
    default:
      return text('txUnknown');
  }
}

/** Further information. Screen readers do not announce its changes. */
export function detailText(
  state: TransactionState,
  asked: Confirmations,
  texts: TransactionTexts,
): string | undefined {
  const text = texts.text.bind(texts);
  switch (state.status) {
    case 'pending':
      if (state.waitingForNonce !== undefined) {
        return text('txNonce', { nonce: state.waitingForNonce });
      }
      return Date.now() - state.since > USUAL ? text('txSlow') : undefined;
    case 'confirmed':
      return typeof asked === 'number' && asked > 1
        ? text('txDepth', { depth: Math.min(state.depth, asked), asked })
        : undefined;
    case 'failed':
      return text('txFeePaid');
    case 'replaced':
    case 'dropped':
      return state.inferred ? text('txInferred') : undefined;
    default:
      return undefined;
  }
}

const MINUTE = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;
/** Milliseconds. An older time is a date. */
const OLD = 7 * 24 * 60 * MINUTE;

/** How long ago a time was, such as "5 min. ago", or its date after a week. */
export function timeAgo(at: number, locale: string | undefined): string {
  const age = Date.now() - at;
  if (age > OLD) return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const [unit, length] = UNITS.find(([, one]) => age >= one) ?? ['second', Infinity];
  return format.format(-Math.max(0, Math.floor(age / length)), unit);
}
