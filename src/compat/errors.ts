import { allowName, isJsonRpcError, keepArrays } from '../errors.js';
import { read } from '../lib/safe-access.js';

/** The error codes of SIP-030, as in version 8. */
export enum JsonRpcErrorCode {
  ParseError = -32_700,
  InvalidRequest = -32_600,
  MethodNotFound = -32_601,
  InvalidParams = -32_602,
  InternalError = -32_603,
  /** The user rejected the request in the wallet. Leather uses 4001. */
  UserRejection = -32_000,
  MethodAddressMismatch = -32_001,
  MethodAccessDenied = -32_002,
  UnknownError = -31_000,
  /** The user closed the list of wallets: no wallet was asked. */
  UserCanceled = -31_001,
}

/**
 * The error that a failed request rejects with, with the constructor of version 8. For an invalid parameter
 * (-32602), `data` is `{ field, expected }`, and the message contains the value.
 */
export class JsonRpcError extends Error {
  static {
    allowName(this);
  }

  override name = 'JsonRpcError';
  code: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- as apps of version 8 read it
  data?: any;
  override cause?: Error;

  constructor(message: string, code: number, data?: unknown, cause?: Error) {
    super(message);
    this.code = code;
    this.data = data;
    if (cause !== undefined) this.cause = cause;
  }

  static fromResponse({ message, code, data }: JsonRpcResponseError): JsonRpcError {
    return new JsonRpcError(message, code, data);
  }

  override toString(): string {
    const data = this.data ? `: ${JSON.stringify(this.data, keepArrays)}` : '';
    return `${this.name} (${this.code}): ${this.message}${data}`;
  }
}

/** The error of a JSON-RPC response. */
export interface JsonRpcResponseError {
  code: number;
  message: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  data?: any;
}

/** What EIP-1193 and Leather use for a rejection. Apps check for it, and for -32000. */
const EIP_1193_REJECTION = 4001;

/**
 * The error for a caller of this package. A rejection keeps the wallet's code 4001, which apps check for, and a
 * cancellation is spelled both ways, since apps look for either. The reason of an aborted signal is returned
 * unchanged.
 */
export function toError(error: unknown): unknown {
  if (read(error, 'name') === 'AbortError') return error;
  const isKnown = isJsonRpcError(error);
  const code = isKnown ? error.code : JsonRpcErrorCode.UnknownError;
  const { cause } = isKnown ? error : { cause: error };
  return new JsonRpcError(
    toMessage(code, isKnown ? error.message : String(read(error, 'message') ?? error)),
    isEip1193Rejection(code, cause) ? EIP_1193_REJECTION : code,
    isKnown ? error.data : undefined,
    cause as Error | undefined,
  );
}

function isEip1193Rejection(code: number, cause: unknown): boolean {
  const codes = [cause, read(cause, 'error')].map((from) => Number(read(from, 'code')));
  return code === (JsonRpcErrorCode.UserRejection as number) && codes.includes(EIP_1193_REJECTION);
}

function toMessage(code: number, message: string): string {
  if (code === (JsonRpcErrorCode.UserCanceled as number)) {
    return `User canceled the request. It was cancelled before a wallet was connected: ${message}`;
  }
  const isComplete = /cancelled/i.test(message) && /canceled/i.test(message);
  return isComplete || !/cancel/i.test(message)
    ? message
    : `${message.replace(/\.?$/, '.')} The user canceled the request: it was cancelled in the wallet.`;
}
