import { read } from '../../lib/safe-access.js';
import type { TransactionState } from '../../transactions/types.js';

const STATUSES = {
  submitted: 'txSubmitted',
  pending: 'txPending',
  confirmed: 'txConfirmed',
  failed: undefined,
  replaced: 'txReplaced',
  dropped: 'txDropped',
  unknown: 'txUnknown',
  untracked: 'txUntracked',
} as const satisfies Record<TransactionState['status'], string | undefined>;

const REASONS = {
  response: 'txResponse',
  'post-condition': 'txPostCondition',
  skipped: 'txSkipped',
} as const;

/** The text of a state of a transaction. */
export function statusKey(state: TransactionState) {
  if (state.status === 'submitted' && read(state, 'notFound')) return 'txNotFound';
  if (state.status === 'failed') return REASONS[state.reason];
  if (state.status === 'replaced' && state.byState?.status === 'confirmed')
    return 'txReplacedConfirmed';
  return STATUSES[state.status];
}
