import { describe, invalidParams, JsonRpcError, JsonRpcErrorCode, NO_REASON } from '../errors.js';
import { abortable } from '../lib/promises.js';
import { signal as aSignal } from '../lib/read-options.js';
import { attempt, bare, isRecord, read } from '../lib/safe-access.js';
import type { WalletProvider } from '../wallets/wallet.js';
import { readOptions } from './configure.js';
import type { AbortSignal } from '../lib/web-types.js';

/** The fields of a JSON-RPC response, and of an answer with a status. */
const ENVELOPE = new Set(['jsonrpc', 'id', 'status', 'result', 'error']);

export interface RawOptions {
  /** Aborting rejects with the signal's reason. The wallet is not notified, and its answer is ignored. */
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request to a provider without changing it (SIP-030): no picker, no checks, no adjustments, no state.
 * Returns the result from the JSON-RPC envelope of the answer.
 *
 * @throws JsonRpcError for every failure; the signal's reason once the signal is aborted
 */
export async function requestRaw(
  provider: WalletProvider,
  method: string,
  params?: unknown,
  options?: RawOptions,
): Promise<unknown> {
  const { signal } = readOptions('requestRaw', options, { signal: aSignal });
  return sendRaw(provider, method, params, signal);
}

/** @param errorCodes codes of the wallet that mean something else in SIP-030, see {@link toJsonRpcError} */
export async function sendRaw(
  provider: WalletProvider,
  method: string,
  params: unknown,
  signal: AbortSignal | undefined,
  errorCodes?: Readonly<Record<number, number>>,
): Promise<unknown> {
  signal?.throwIfAborted();
  try {
    // It may throw, and may return any thenable.
    const answer = await abortable(Promise.resolve(provider.request(method, params)), signal);
    return unwrap(method, answer);
  } catch (error) {
    throw isAbortReason(signal, error) ? error : toJsonRpcError(error, errorCodes);
  }
}

/**
 * Returns the result of a wallet's answer: a JSON-RPC envelope, `{ result }`, `{ status, result }`, or the result
 * itself. `error: null` and `error: false` are not errors. Throws the answer itself if it contains an error, for
 * `toJsonRpcError`.
 */
function unwrap(method: string, answer: unknown): unknown {
  if (!isRecord(answer)) return answer;
  const fields = bare(answer);
  const { error, result } = fields;
  const hasResult = Object.hasOwn(fields, 'result');
  // An empty string is an error without a reason, unless there is also a result.
  if (Boolean(error) || (error === '' && !hasResult) || fields['status'] === 'error') {
    // oxlint-disable-next-line typescript/only-throw-error -- the caller converts it
    throw answer;
  }
  const isResponse = Object.hasOwn(fields, 'jsonrpc');
  if (isResponse && hasResult) return result;
  // A result may itself have a field named `result`. So an answer without `jsonrpc` is an envelope only if it has no
  // other fields than these.
  for (const [key] of Object.entries(fields)) if (!ENVELOPE.has(key)) return answer;
  if (!isResponse) return hasResult ? result : answer;
  throw new JsonRpcError(
    JsonRpcErrorCode.InternalError,
    `${method}: the wallet must answer with a result or an error; got ${describe(answer)}. It may have done what it was asked.`,
    { cause: answer },
  );
}

const MAX_DEPTH = 64;

/**
 * Converts params to JSON values, because wallets receive JSON: bigints to decimal digits. Refuses (-32602) what JSON
 * cannot represent and would drop, or what would block a wallet (a function, NaN, a cycle). The objects have ordinary
 * prototypes.
 */
export function toJsonParams(method: string, value: unknown, field = 'params', depth = 0): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'number' && !isFinite(value)) ||
    ArrayBuffer.isView(value)
  ) {
    throw invalidParams(method, field, value, 'a value that JSON can represent');
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw invalidParams(method, field, '…', 'nested less deeply');
  if (Array.isArray(value)) {
    return value.map((item, at) => toJsonParams(method, item, `${field}[${at}]`, depth + 1));
  }
  const prefix = field === 'params' ? '' : `${field}.`;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  for (const entry of entries) {
    entry[1] = toJsonParams(method, entry[1], prefix + entry[0], depth + 1);
  }
  return Object.fromEntries(entries);
}

/** Bitcoin and Ethereum wallets use 4001 (EIP-1193) for a rejection, which is -32000 in SIP-030. */
const COMMON_CODES: Readonly<Record<number, number>> = { 4001: JsonRpcErrorCode.UserRejection };

const REJECTED = '(?:cancell?ed|rejected|denied|declined|dismissed)';
const ENDED = `(?:${REJECTED}|abandoned|aborted|closed|disapproved|exited|refused)`;
const THING = '(?:action|approval|connect(?:ion)?|login|message|operation|pairing|process|psbt|request|sign(?:ing|ature)?|sign-?in|transaction|wallet)'; // prettier-ignore
const USER = '(?:the )?(?:wallet )?(?:user|you)';
const DEVICE = '(?:the |your )?(?:device|hardware wallet|ledger|trezor|wallet)';
const AGREE = '(?:accept|allow|approve|authori[sz]e|confirm|sign)';
/**
 * Messages of rejections that have no code. Legacy methods reject with such a string. Without the user in it, it must be
 * the whole message. `transaction rejected` is not one: a node of Stacks answers it. Nor is `The user aborted a request`,
 * the message of browsers for an aborted `fetch`.
 */
const REJECTION_TEXT = new RegExp(
  [
    `\\b(?!user aborted a request)(?:user|you)[ -](?:ha[sd] |have )?(?:(?:abort|cancel|reject)s?|rejection|cancell?ation|${ENDED})\\b(?! by\\b)`,
    `\\buser (?:did not|didn['’]t) ${AGREE}\\b(?!.* time)`,
    "\\buser (?:does not|doesn['’]t) want to\\b|\\buser (?:chose|decided) not to\\b",
    '\\buser (?:clicked|pressed|tapped)(?: on)? ["\'“]?(?:cancel|close|decline|deny|reject)\\b',
    `\\b(?:cancel|reject|${ENDED}|not ${AGREE}e?d) by ${USER}\\b(?!['’-]| agent)`,
    `\\b${REJECTED} (?:by ${USER} )?(?:in|on) ${DEVICE}(?: by ${USER})?\\W*$`,
    `^(?:the |your )?(?!transaction (?:was |has been )?rejected)(?:${THING} )+(?:was |has been )?${REJECTED}\\W*$`,
    `^(?:cancel|${REJECTED})\\W*$`,
    '^(?:the )?(?:(?:dialog|extension|modal|pop-?up|prompt|tab|wallet|window) )+(?:was |has been )?(?:closed|dismissed)\\W*$',
  ].join('|'),
  'i',
);

/** True for `Request canceled by user.` and `USER_REJECTED`. */
function isRejectionText(message: string): boolean {
  const words = message
    .slice(0, 500)
    .replace(/^\s*Error: /, '')
    .replaceAll('_', ' ');
  return REJECTION_TEXT.test(words.replace(/([a-z])(?=[A-Z])/g, '$1 ').trim());
}

/**
 * Converts anything that a wallet threw, rejected with or returned as an error to a {@link JsonRpcError}: an
 * Error, a string, undefined, `{ code, message }`, `{ error }`, a JSON-RPC response. The message is never empty
 * and the code is always a finite number; `data` is kept, and `cause` is the original value.
 *
 * `codes` maps codes of the wallet that mean something else in SIP-030. Never throws.
 */
export function toJsonRpcError(
  thrown: unknown,
  codes: Readonly<Record<number, number>> = {},
): JsonRpcError {
  if (isOurs(thrown)) return thrown;
  const body = errorIn(thrown);
  const data = read(body, 'data');
  const message = firstText(
    body,
    read(body, 'message'),
    read(thrown, 'message'),
    read(body, 'error'),
    read(data, 'message'),
  );
  const code = toCode(read(body, 'code') ?? read(thrown, 'code'), message, codes);
  return new JsonRpcError(code, message ?? defaultMessage(code), { data, cause: thrown });
}

/**
 * True for a valid {@link JsonRpcError} of this copy of the package. Any error can have that name, so one from
 * elsewhere is converted like other errors.
 */
function isOurs(thrown: unknown): thrown is JsonRpcError {
  if (!attempt(() => thrown instanceof JsonRpcError)) return false;
  const [code, message] = [read(thrown, 'code'), read(thrown, 'message')];
  return (
    Number.isFinite(code) &&
    !Object.hasOwn(COMMON_CODES, code as number) &&
    typeof message === 'string' &&
    message.trim() !== ''
  );
}

/** The innermost error of `{ error }`, `{ status, error }` and `{ jsonrpc, id, error }`. */
function errorIn(thrown: unknown): unknown {
  let body = thrown;
  for (let depth = 0; depth < 3 && isRecord(body); depth++) {
    const inner = read(body, 'error');
    if (!isRecord(inner) && (typeof inner !== 'string' || read(body, 'message') !== undefined))
      break;
    body = inner;
  }
  return body;
}

function toCode(
  value: unknown,
  message: string | undefined,
  codes: Readonly<Record<number, number>>,
): number {
  const code = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof code === 'number' && Number.isFinite(code)) {
    if (Object.hasOwn(codes, code)) return codes[code] as number;
    return Object.hasOwn(COMMON_CODES, code) ? (COMMON_CODES[code] as number) : code;
  }
  return message !== undefined && isRejectionText(message)
    ? JsonRpcErrorCode.UserRejection
    : JsonRpcErrorCode.UnknownError;
}

function firstText(...candidates: unknown[]): string | undefined {
  return candidates.find(
    (candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '',
  );
}

function defaultMessage(code: number): string {
  return code === JsonRpcErrorCode.UserRejection
    ? 'The request was rejected in the wallet.'
    : `${NO_REASON} (code ${code}).`;
}

/** True if `thrown` is the abort reason of this signal. */
export function isAbortReason(signal: AbortSignal | undefined, thrown: unknown): boolean {
  return !!signal?.aborted && Object.is(thrown, signal.reason);
}
