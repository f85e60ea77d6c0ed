import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { attempt, isRecord, read } from '../lib/safe-access.js';

/** Bitcoin and Ethereum wallets use 4001 (EIP-1193) for a rejection, which is -32000 in SIP-030. */
const COMMON_CODES: Readonly<Record<number, number>> = { 4001: JsonRpcErrorCode.UserRejection };

/** Messages of rejections that have no code. Legacy methods reject with such a string. */
const REJECTION_TEXT =
  /^(?:cancel|cancell?ed|rejected|denied)\W*$|\buser (?:has )?(?:rejected|denied|cancell?ed)\b/i;

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
  const code = codeOf(read(body, 'code') ?? read(thrown, 'code'), message, codes);
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

function codeOf(
  given: unknown,
  message: string | undefined,
  codes: Readonly<Record<number, number>>,
): number {
  const code = typeof given === 'string' && /^-?\d{1,9}$/.test(given) ? Number(given) : given;
  if (typeof code === 'number' && Number.isFinite(code)) {
    if (Object.hasOwn(codes, code)) return codes[code] as number;
    return Object.hasOwn(COMMON_CODES, code) ? (COMMON_CODES[code] as number) : code;
  }
  return message !== undefined && REJECTION_TEXT.test(message.trim())
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
    : `The wallet failed without saying why (code ${code}).`;
}

/** True if `thrown` is the abort reason of this signal. */
export function isAbortOf(signal: AbortSignal | undefined, thrown: unknown): boolean {
  return !!signal?.aborted && Object.is(thrown, signal.reason);
}
