import { bare } from './lib/safe-access.js';

/** The page about a code or a topic, in the documentation that this package contains. */
export const getDocs = (topic: number | string): string =>
  `node_modules/stacks-wallet-elements/docs/errors.md#${topic}`;

/** Adds the page about a topic to a message for developers. Elements show the message without it. */
export const withDocs = (message: string, topic: number | string): string =>
  `${message} See ${getDocs(topic)}`;

/** The error codes of SIP-030: those of JSON-RPC 2.0, those of wallets, and two for errors in the page. */
export const JsonRpcErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  /** The user rejected the request in the wallet. */
  UserRejection: -32000,
  MethodAddressMismatch: -32001,
  MethodAccessDenied: -32002,
  /** The wallet failed without a JSON-RPC error code, or there is no wallet to ask. */
  UnknownError: -31000,
  /** The user closed the picker, or `disconnect()` was called before a wallet was connected. */
  UserCanceled: -31001,
} as const;
export type JsonRpcErrorCode = (typeof JsonRpcErrorCode)[keyof typeof JsonRpcErrorCode];

/**
 * Lets the instances of a class of errors have a `name`, also where a page has frozen `Error.prototype` (SES): an assignment
 * would throw, since the inherited property is not writable.
 */
export function allowName({ prototype }: { readonly prototype: Error }): void {
  const descriptor: PropertyDescriptor & ThisType<Error> = {
    configurable: true,
    get: () => 'Error',
    set(value: string) {
      const flags = { enumerable: true, configurable: true, writable: true };
      Reflect.defineProperty(this, 'name', bare({ value, ...flags }));
    },
  };
  Reflect.defineProperty(prototype, 'name', bare(descriptor));
}

/**
 * An error with a code, and the documentation page about the code. The message ends with the page if the calling code is
 * wrong.
 */
export class CodedError<Code extends number | string> extends Error {
  static {
    allowName(this);
  }

  readonly code: Code;

  constructor(
    code: Code,
    message: string,
    options: { cause?: unknown } | undefined,
    isMistake: boolean,
  ) {
    super(isMistake ? withDocs(message, code) : message, options);
    this.code = code;
  }

  /** The page about the code: a path in `node_modules`. */
  get docs(): string {
    return getDocs(this.code);
  }
}

/**
 * The error that a failed request rejects with. `code` is one of {@link JsonRpcErrorCode} or a code of the
 * wallet, always a finite number; `data` comes from the wallet; `cause` is the original error or answer; `docs` is
 * the page about the code, a path in `node_modules`. If this library refused the request, the message ends with it.
 *
 * Check `name` and `code`, or use {@link isJsonRpcError}: `instanceof` fails between two copies of this
 * package.
 */
export class JsonRpcError extends CodedError<number> {
  override readonly name = 'JsonRpcError';
  readonly data?: unknown;

  constructor(code: number, message: string, options: { data?: unknown; cause?: unknown } = {}) {
    const copy = bare(options);
    super(code, message, copy, !copy.cause && (code === -32600 || code === -32602));
    if (copy.data !== undefined) this.data = copy.data;
  }
}

/**
 * True for a {@link JsonRpcError}, including one from another copy of this package.
 *
 * @example
 * ```ts
 * import { connect, isJsonRpcError } from 'stacks-wallet-elements';
 *
 * await connect().catch((error: unknown) => {
 *   if (!isJsonRpcError(error)) throw error;
 *   console.error(error.code, error.message, error.docs);
 * });
 * ```
 */
export function isJsonRpcError(value: unknown): value is JsonRpcError {
  return (
    value instanceof Error &&
    value.name === 'JsonRpcError' &&
    Number.isFinite((value as { code?: unknown }).code) &&
    typeof value.message === 'string' &&
    value.message.trim() !== ''
  );
}

/**
 * True if the user rejected the request in the wallet (-32000) or closed the picker (-31001), or if `disconnect()` ended the
 * request (-31001): nothing to report. False for every other error, and for what is no {@link JsonRpcError}.
 *
 * @example
 * ```ts
 * import { connect, isDismissed } from 'stacks-wallet-elements';
 *
 * await connect().catch((error: unknown) => {
 *   if (!isDismissed(error)) throw error;
 * });
 * ```
 */
export function isDismissed(error: unknown): error is JsonRpcError {
  return (
    isJsonRpcError(error) &&
    (error.code === JsonRpcErrorCode.UserRejection || error.code === JsonRpcErrorCode.UserCanceled)
  );
}

/** The error of a call that was cancelled while its picker was loading. */
export const openingCancelled = () =>
  new JsonRpcError(
    JsonRpcErrorCode.UserCanceled,
    'The choice of a wallet was cancelled before the picker opened.',
  );

/** The start of the message of an error without a reason of the wallet. */
export const NO_REASON = 'The wallet failed without saying why';

const notAsked = new WeakSet<JsonRpcError>();

/** Marks an error before which no wallet was asked, if its code does not say so. */
export function markNotAsked(error: JsonRpcError): JsonRpcError {
  notAsked.add(error);
  return error;
}

/** True for an error of {@link markNotAsked}. A wallet cannot give its own errors this mark. */
export const wasNotAsked = (error: JsonRpcError): boolean => notAsked.has(error);

/** The text about a wrong value, for all errors. */
export const mustBe = (field: string, value: unknown, expected: string): string =>
  `\`${field}\` must be ${expected}; got ${describe(value)}.`;

/** Error -32602 for one field. The message contains the name of the field, the value and what was expected. */
export const invalidParams = (method: string, field: string, value: unknown, expected: string) =>
  invalid(`${method}: ${mustBe(field, value, expected)}`, { field, expected });

/** Error -32602 for a value that the wallet would drop, misread or never answer. The wallet is not asked. */
export const cannotSend = (method: string, field: string, value: unknown, reason: string) =>
  invalid(`${method}: \`${field}\` cannot be sent as asked (${describe(value)}): ${reason}.`, {
    field,
    reason,
  });

/** Error -32602 for a field that a method does not have. `hint`: a sentence that says which field may be meant. */
export const unknownField = (method: string, field: string, hint: string) =>
  invalid(`${method}: \`${field}\` is not a known field. ${hint}`, {
    field,
    expected: 'a known field',
  });

const invalid = (message: string, data: object) =>
  new JsonRpcError(JsonRpcErrorCode.InvalidParams, message, { data });

/** Called for a value that cannot be sent as it is. Throws the caller's error, which names the field. */
export type Refuse = (field: string, value: unknown, expected: string) => never;

/** Another account of the wallet than the connected one, which signed the answer. */
export interface OtherSigner {
  /** Its address. Undefined if the answer does not show it, but only that the account has not signed. */
  readonly signer: string | undefined;
  /** The addresses of the account that was to sign. */
  readonly expected: readonly string[];
  /** The id of what it signed, if that is a transaction. */
  readonly txid?: string | undefined;
}

/**
 * Called for an answer that is not what was asked. Throws the caller's error: `fault` follows "the wallet answered". With
 * `other`, the session ends, too: it shows an account that does not sign.
 */
export type Fail = (fault: string, other?: OtherSigner) => never;

/**
 * Describes a value for an error message, in at most 80 characters. `'1'`, `1` and `1n` have different descriptions.
 * Never throws.
 */
export function describe(value: unknown): string {
  return clip(rawDescription(value), LONGEST);
}

/** The characters of a description. */
const LONGEST = 80;

/** Marks the place where something was left out. */
export const CUT = '…';

/**
 * Shortens a text to at most `max` UTF-16 units, with `…` at its end. Never cuts inside a surrogate pair. The result keeps no
 * other text in memory: in V8 a slice of a long text keeps all of it.
 */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const units = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '').split(''); // prettier-ignore
  return [...units, CUT].join('');
}

function rawDescription(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if ((typeof value !== 'object' && typeof value !== 'string') || value === null) {
    return String(value);
  }
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  try {
    // Undefined if the object has a toJSON method that returns undefined.
    return toJson(value, LONGEST) ?? 'an object';
  } catch {
    return 'an object';
  }
}

/**
 * JSON of data that may contain bigint, which JSON.stringify refuses: the text `'1n'` for `1n`. `longest`: only the beginning, of
 * at least so many characters if there are as many; what follows may be left out.
 */
export function toJson(value: unknown, longest = Infinity): string | undefined {
  let left = longest;
  return JSON.stringify(value, function (this: unknown, key, inner: unknown) {
    const item = keepArrays.call(this, key, inner);
    if (typeof item === 'string') return item.slice(0, longest + 1);
    if (typeof item === 'bigint') return `${item}n`;
    // Each list and object, and each item, is at least a character. One object may be in many places.
    if (typeof item !== 'object' || item === null || longest === Infinity) return item;
    left -= 1;
    if (left < 0) return CUT;
    return Array.isArray(item) && item.length > longest ? item.slice(0, longest) : item;
  });
}

/**
 * A replacer for JSON.stringify that writes an array as an array: Prototype.js 1.6 gives every array a
 * `toJSON`, which returns a string.
 */
export function keepArrays(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key];
  return Array.isArray(original) ? original : value;
}
