import { CodedError } from '../errors.js';
import { bare } from '../lib/safe-access.js';

/** Stable codes of {@link MetadataError}. */
export type MetadataErrorCode =
  | 'not-found'
  | 'in-progress'
  | 'locale-not-found'
  | 'token-error'
  | 'invalid-principal'
  | 'invalid-token-id'
  | 'invalid-base-url'
  | 'invalid-params'
  | 'rate-limited'
  | 'network'
  | 'bad-response';

/**
 * The error for token metadata that could not be loaded. `status` is the HTTP status, if there was one; `docs` is the
 * page about the code, which is also at the end of the message if an argument is invalid.
 */
export class MetadataError extends CodedError<MetadataErrorCode> {
  /** True for an error of every copy of this class: an app with the package and `/metadata` may have two. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'MetadataError';
  }

  override readonly name = 'MetadataError';
  readonly status?: number;
  /** Milliseconds to wait before the next request, from the `Retry-After` header. */
  readonly retryAfter?: number;

  constructor(
    code: MetadataErrorCode,
    message: string,
    options: { status?: number | undefined; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    const copy = bare(options);
    super(code, message, copy, code.startsWith('invalid-'));
    if (copy.status !== undefined) this.status = copy.status;
    if (copy.retryAfter !== undefined) this.retryAfter = copy.retryAfter;
  }
}
