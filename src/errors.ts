/** The codes of SIP-030: those of JSON-RPC 2.0, those of wallets, and two of the page's own. */
export const JsonRpcErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  /** The user said no in the wallet. */
  UserRejection: -32000,
  MethodAddressMismatch: -32001,
  MethodAccessDenied: -32002,
  /** A failure outside JSON-RPC that the wallet did not explain, or no wallet to ask. */
  UnknownError: -31000,
  /** The user closed the picker: no wallet was asked. */
  UserCanceled: -31001,
} as const;
export type JsonRpcErrorCode = (typeof JsonRpcErrorCode)[keyof typeof JsonRpcErrorCode];

/**
 * Why a request failed. `code` is one of {@link JsonRpcErrorCode} or the wallet's own, always a finite
 * number; `data` is the wallet's; `cause` keeps what was thrown or answered, untouched.
 *
 * Tell it by `name` and `code`, or with {@link isJsonRpcError}: `instanceof` fails between two copies
 * of this package.
 */
export class JsonRpcError extends Error {
  override readonly name = 'JsonRpcError';
  readonly code: number;
  readonly data?: unknown;

  constructor(code: number, message: string, options: { data?: unknown; cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    if (options.data !== undefined) this.data = options.data;
  }
}

/** True for a {@link JsonRpcError} of this copy of the package or of another. */
export function isJsonRpcError(value: unknown): value is JsonRpcError {
  return (
    value instanceof Error &&
    value.name === 'JsonRpcError' &&
    Number.isFinite((value as { code?: unknown }).code) &&
    typeof value.message === 'string' &&
    value.message.trim() !== ''
  );
}

/** -32602 for one field: names it, shows the value and says what was expected. */
export function invalidParams(
  method: string,
  field: string,
  value: unknown,
  expected: string,
): JsonRpcError {
  return new JsonRpcError(
    JsonRpcErrorCode.InvalidParams,
    `${method}: \`${field}\` must be ${expected}; got ${describe(value)}.`,
    { data: { field, expected } },
  );
}

/** A value in a message: short, never throwing, telling `'1'` from `1` and `1n`. */
export function describe(value: unknown): string {
  const text = rawDescription(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function rawDescription(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if ((typeof value !== 'object' && typeof value !== 'string') || value === null) {
    return String(value);
  }
  try {
    // Undefined where the object says so by a toJSON of its own.
    const text = JSON.stringify(value, function (this: unknown, key, inner: unknown) {
      const item = keepArrays.call(this, key, inner);
      return typeof item === 'bigint' ? `${item}n` : item;
    }) as string | undefined;
    return text ?? 'an object';
  } catch {
    return 'an object';
  }
}

/**
 * A replacer for JSON.stringify that writes an array as an array: Prototype.js 1.6 gives every array a
 * `toJSON`, which returns a string.
 */
export function keepArrays(this: unknown, key: string, value: unknown): unknown {
  const own = (this as Record<string, unknown>)[key];
  return Array.isArray(own) ? own : value;
}

/** Stable codes of {@link MetadataError}. */
export type MetadataErrorCode =
  | 'not-found'
  | 'in-progress'
  | 'locale-not-found'
  | 'token-error'
  | 'invalid-principal'
  | 'invalid-base-url'
  | 'rate-limited'
  | 'network'
  | 'bad-response';

/** Why a token's metadata could not be had. `status` is the HTTP status, where there was one. */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';
  readonly code: MetadataErrorCode;
  readonly status?: number;
  /** Milliseconds that the service asked to wait, from `Retry-After`. */
  readonly retryAfter?: number;

  constructor(
    code: MetadataErrorCode,
    message: string,
    options: { status?: number; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    if (options.status !== undefined) this.status = options.status;
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter;
  }
}
