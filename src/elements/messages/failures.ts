import type { PaymentFailure } from '../../payments/watch-payment.js';
import type { SignInFailure } from '../../sign-in/types.js';
import type { MetadataError, MetadataErrorCode } from '../../metadata/metadata-error.js';
import { isWaiting } from '../../metadata/retry.js';
import type { MessageKey } from './messages.js';

/** The text of each failure of a sign-in, except for `wallet-failed`, which has an error. */
export const SIGN_IN_FAILURES = {
  'user-rejected': 'signInRejected',
  'wallet-timeout': 'signInTimeout',
  'method-unsupported': 'signInUnsupported',
  'account-changed': 'signInAccountChanged',
  'multisig-unsupported': 'signInMultisig',
  'nonce-fetch': 'signInUnreachable',
  'server-refused': 'signInRefused',
  'server-unreachable': 'signInUnreachable',
} as const satisfies Record<Exclude<SignInFailure, 'wallet-failed'>, MessageKey>;

/** The text of each failure of a payment, except for those that have an error. */
export const PAY_FAILURES = {
  'user-rejected': 'payRejected',
  server: 'payUnreachable',
  'status-unknown': 'payUnsure',
  'unknown-order': 'payUnknown',
  'price-changed': 'payChanged',
  failed: 'payAborted',
  expired: 'payLate',
  'wrong-network': 'payRefused',
  'wrong-recipient': 'payRefused',
  'wrong-asset': 'payRefused',
  'wrong-amount': 'payRefused',
  'wrong-order': 'payRefused',
  used: 'payRefused',
} as const satisfies Record<Exclude<PaymentFailure, 'wallet-failed' | 'invalid'>, MessageKey>;

const TOKEN_FAILURES = {
  'not-found': 'tokenNotFound',
  'in-progress': 'tokenPending',
  'locale-not-found': 'tokenFailedAnswer',
  'token-error': 'tokenFailedMetadata',
  'invalid-principal': 'tokenFailedPrincipal',
  'invalid-token-id': 'tokenFailedId',
  'invalid-base-url': 'tokenFailedNetwork',
  'invalid-params': 'tokenFailedAnswer',
  'rate-limited': 'tokenBusy',
  network: 'tokenFailedNetwork',
  'bad-response': 'tokenFailedAnswer',
} as const satisfies Record<MetadataErrorCode, MessageKey>;

/** The text for an error of a token. */
export function tokenFailure(
  error: MetadataError,
): (typeof TOKEN_FAILURES)[keyof typeof TOKEN_FAILURES] {
  const isServer = (error.status ?? 0) >= 500 && !isWaiting(error);
  // A page's own client may throw other codes.
  const isKnown = !isServer && Object.hasOwn(TOKEN_FAILURES, error.code);
  return isKnown ? TOKEN_FAILURES[error.code] : 'tokenFailedNetwork';
}
