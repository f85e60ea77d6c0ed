import { getDocs, isJsonRpcError } from '../../errors.js';
import { isRecord, read } from '../../lib/safe-access.js';
import type { BalanceState } from '../../contracts/watch-balance.js';
import type { NameState } from '../../contracts/watch-name.js';
import type { WalletState } from '../../core/types.js';
import { MetadataError } from '../../metadata/metadata-error.js';
import type { TokenState } from '../../metadata/watch-token.js';
import type { PaymentState } from '../../payments/watch-payment.js';
import type { SignInState } from '../../sign-in/types.js';
import type { TransactionState } from '../../transactions/types.js';
import { errorMessages } from './en/errors.js';
import { payMessages } from './en/pay.js';
import { signInMessages } from './en/sign-in.js';
import { tokenMessages } from './en/token.js';
import { PAY_FAILURES, SIGN_IN_FAILURES, tokenFailure } from './failures.js';
import { format } from './format.js';
import type { MessageKey, MessageValues } from './messages.js';
import { findMessage, loadMessages } from './registry.js';
import { networkName, requestErrorText } from './request-error-text.js';
import { signInFailure, websiteFault } from './sign-in-failure.js';

const english = { ...errorMessages, ...payMessages, ...signInMessages, ...tokenMessages };
type English = typeof english;

/** The text of each state of a transaction: none for those that are no failures. */
const STATES = {
  untracked: undefined,
  submitted: undefined,
  pending: undefined,
  confirmed: undefined,
  failed: 'errorTxFailed',
  replaced: 'errorTxReplaced',
  dropped: 'errorTxDropped',
  unknown: undefined,
} as const satisfies Record<TransactionState['status'], MessageKey | undefined>;

/** What has a state with `status`: wallets, sign-ins, payments, requests and all that is read. */
type Status = (
  | WalletState
  | SignInState
  | PaymentState
  | TokenState
  | BalanceState
  | NameState
)['status'];
/** Those that are no failures, beside the states of a transaction. */
const WITHOUT_TEXT: Record<Exclude<Status, TransactionState['status'] | 'error'>, true> = {
  disconnected: true,
  connecting: true,
  connected: true,
  'signed-out': true,
  preparing: true,
  ready: true,
  signing: true,
  verifying: true,
  'signed-in': true,
  confirming: true,
  sent: true,
  seen: true,
  paid: true,
  idle: true,
  loading: true,
  found: true,
  none: true,
};

/** The errors of waiting for a transaction. */
const TRANSACTION = {
  failed: STATES.failed,
  replaced: STATES.replaced,
  dropped: STATES.dropped,
  timeout: 'errorTxWaiting',
  stopped: 'errorTxWaiting',
} as const;

const AMOUNT = {
  empty: 'amountEmpty',
  'not-a-number': 'amountDigits',
  'ambiguous-separator': 'amountDigits',
  'too-many-decimals': 'amountDecimals',
  negative: 'amountNegative',
  'too-small': 'amountSmall',
  'too-large': 'amountLarge',
  'too-long': 'amountLong',
} as const;

/** Of a contract, and of what else is read. Other codes: the contract could not be read. */
const READ = {
  network: 'errorService',
  'rate-limited': 'errorBusy',
  'bad-response': 'errorAnswer',
  'no-estimate': 'errorAnswer',
} as const;

/** In the message of a `SignInAnswerError`: what stands in front of the server cannot reach it. */
const UNREACHABLE = / answered 50[234]\b/;

/** In the message of an error about a mistake of the page. Browsers, too, throw a TypeError. */
const DOCS = getDocs('');
/** Other wrong arguments may be what a user has typed: an address, a token ID. */
const PAGE_MISTAKES = ['invalid-params', 'invalid-base-url'];

/** See `toUserText`. Loads the language first, if there is one. */
export async function userText(error: unknown, locale: string): Promise<string> {
  await loadMessages(locale);
  return find(error, {
    text: <K extends keyof English>(key: K, ...[values]: MessageValues<English[K]>) =>
      format(findMessage(locale, key) ?? english[key], values),
  });
}

interface Texts {
  text<K extends keyof English>(key: K, ...values: MessageValues<English[K]>): string;
}

const findIn = (value: unknown, texts: Texts): string =>
  value === undefined ? '' : find(value, texts);

function find(error: unknown, texts: Texts): string {
  const [code, name] = ['code', 'name'].map((key) => readText(error, key)) as [string, string];
  const status = error instanceof Error ? '' : readText(error, 'status');
  if (isKey(WITHOUT_TEXT, status)) return '';
  const cause = status && read(error, 'error');
  // Of a request, whose transaction may fail.
  if (status === 'success') return findIn(read(error, 'transaction'), texts);
  // Of a name that could not be read. A transaction and a sign-in have no error in this state.
  if (status === 'unknown') return findIn(cause, texts);
  if (status === 'error') {
    const isPrice = cause === undefined && Object.hasOwn(error as object, 'price');
    return isPrice ? texts.text('errorRead') : find(cause, texts);
  }
  if (isKey(STATES, status) && !code) {
    const key = status === 'failed' ? failedText(error) : STATES[status];
    return key ? texts.text(key) : '';
  }
  if (status === 'failed') {
    // The state of a sign-in or a payment.
    if (code === 'user-rejected') return texts.text('errorDeclined');
    if (read(cause, 'name') === 'SignInAnswerError') return find(cause, texts);
    if (isKey(SIGN_IN_FAILURES, code))
      return texts.text(signInFailure(code, read(error, 'reason'), cause));
    if (isKey(PAY_FAILURES, code)) return texts.text(PAY_FAILURES[code]);
    return find(cause, texts);
  }
  if (name === 'SignInAnswerError') {
    const fault = websiteFault(error);
    if (fault) return texts.text(fault);
    const isReached = !UNREACHABLE.test(readText(error, 'message'));
    return texts.text(isReached ? 'errorAnswer' : 'signInUnreachable');
  }
  if (error instanceof MetadataError && !PAGE_MISTAKES.includes(code))
    return texts.text(tokenFailure(error));
  if (name === 'ContractError' && code === 'wrong-network')
    return addressText(read(error, 'networks'), texts);
  if (!isJsonRpcError(error) && readText(error, 'message').includes(DOCS))
    return texts.text('errorInvalid');
  const state = read(error, 'state');
  if (isRecord(state) && isKey(TRANSACTION, code))
    return texts.text(code === 'failed' ? failedText(state) : TRANSACTION[code]);
  if (name === 'AmountError' && isKey(AMOUNT, code)) {
    if (code === 'too-small' || code === 'too-large')
      return texts.text(AMOUNT[code], { limit: readText(error, 'limit') });
    if (code !== 'ambiguous-separator') return texts.text(AMOUNT[code]);
    const example = readText(error, 'example');
    return example ? texts.text('amountSeparator', { example }) : texts.text('amountDigits');
  }
  if (name === 'ContractError') {
    // The balance of STX and a name are not of a contract.
    const isOfContract = code !== 'not-found' || read(error, 'contract') !== undefined;
    const other = isOfContract ? 'errorContract' : 'errorRead';
    return texts.text(isKey(READ, code) ? READ[code] : other);
  }
  return requestErrorText(error, texts);
}

/** An address of another network than that of the page. Of the connected account, the user can choose it in the wallet. */
function addressText(networks: unknown, texts: Texts): string {
  const network = networkName(read(networks, 'address'), texts);
  const page = networkName(read(networks, 'page'), texts);
  if (!read(networks, 'isConnected')) return texts.text('errorAddress', { network, page });
  return `${texts.text('networkDiffers', { network, page })} ${texts.text('networkRemedy', { page })}`;
}

const failedText = (state: unknown) =>
  read(state, 'reason') === 'post-condition' ? 'errorTxStopped' : 'errorTxFailed';

function readText(error: unknown, key: string): string {
  const value = read(error, key);
  return typeof value === 'string' ? value : '';
}

const isKey = <T extends object>(table: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(table, key);
