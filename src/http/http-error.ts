/**
 * `timeout`: no answer, or an incomplete one, in time. `network`: no connection, a broken one, or an answer that the page
 * may not read. `too-large`: more bytes than are allowed. `redirect`: an answer that names another URL. `paused`: the
 * request was not sent, because the host refused or failed before.
 */
export type HttpErrorCode = 'timeout' | 'network' | 'too-large' | 'redirect' | 'paused';

/** The error for a request without an answer that can be read. The message names the host and the reason. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: HttpErrorCode;
  /** The HTTP status, if there was an answer. A browser hides that of a redirect. */
  readonly status: number | undefined;
  /** Milliseconds until the end of the pause. */
  readonly retryAfter: number | undefined;
  /** True for a pause that began with an answer (429 or 503), false for one after network errors. */
  readonly isLimited: boolean;

  constructor(code: HttpErrorCode, message: string, fields: HttpErrorFields = {}) {
    // A page may have added such properties to `Object.prototype`.
    const { status, retryAfter, isLimited, cause } = {
      __proto__: null,
      ...fields,
    } as HttpErrorFields;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.isLimited = isLimited ?? false;
  }
}

interface HttpErrorFields {
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly isLimited?: boolean | undefined;
  readonly cause?: unknown;
}
