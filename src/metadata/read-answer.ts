import { MetadataError, type MetadataErrorCode } from './metadata-error.js';
import { isRecord } from '../lib/safe-access.js';
import { readText } from '../lib/read-text.js';
import { cut } from './limits.js';
import { retryAfterOf } from '../lib/retry-after.js';

/**
 * Values of the field `error`, the only stable part of an error answer: statuses and other fields differ between
 * versions. `Contract not found` is the public service's answer for an unknown contract.
 */
const STATED_ERRORS = new Map<unknown, MetadataErrorCode>([
  ['Token not found', 'not-found'],
  ['Contract not found', 'not-found'],
  ['Token metadata fetch in progress', 'in-progress'],
  ['Locale not found', 'locale-not-found'],
  ['Token error', 'token-error'],
]);

/** The `cause` of the error for an answer of too many bytes. */
export const TOO_LARGE = 'too large';

export interface AnswerContext<T> {
  readonly principal?: string | undefined;
  readonly locale?: string | undefined;
  readonly maxBytes: number;
  readonly now: number;
  readonly read: (json: unknown) => T;
}

/** Reads an answer of the service. Throws the corresponding MetadataError for any other answer. */
export async function readAnswer<T>(response: Response, context: AnswerContext<T>): Promise<T> {
  const { status } = response;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await discard(response);
    throw badResponse(redirectMessage(status), status);
  }
  const body = await readText(response, context.maxBytes);
  if (body === undefined) {
    throw new MetadataError(
      'bad-response',
      `The metadata service answered with more than ${context.maxBytes} bytes.`,
      { status, cause: TOO_LARGE },
    );
  }
  if (status !== 200) throw statedError(response, parseJson(body), context);
  const contentType = response.headers.get('content-type') ?? 'no content type';
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(contentType)) {
    throw badResponse(
      `The metadata service answered 200 with ${cut(contentType, 80)} where JSON was expected; is baseUrl right?`,
      status,
    );
  }
  const json = parseJson(body);
  if (json === undefined) {
    throw badResponse(
      'The metadata service answered with JSON that is incomplete or invalid.',
      status,
    );
  }
  return context.read(json);
}

function statedError(
  response: Response,
  json: unknown,
  context: AnswerContext<unknown>,
): MetadataError {
  const { status } = response;
  const retryAfter = retryAfterOf(response, context.now);
  const options = { status, ...(retryAfter === undefined ? {} : { retryAfter }) };
  const error = isRecord(json) ? json['error'] : undefined;
  const said = isRecord(json) ? reason(json) : '';
  const { principal } = context;
  const token = principal ? `Token ${principal}` : 'The request';
  if (status === 429) {
    return new MetadataError('rate-limited', 'The metadata service asks to slow down.', options);
  }
  const code =
    STATED_ERRORS.get(error) ?? (isRouteNotFound(status, json) ? 'not-found' : undefined);
  switch (code) {
    case 'not-found':
      return new MetadataError(code, `${token} is not known to the metadata service.`, options);
    case 'in-progress':
      return new MetadataError(code, `${token}: its metadata is still being fetched.`, options);
    case 'locale-not-found':
      return new MetadataError(code, `${token} has no locale ${context.locale ?? ''}.`, options);
    case 'token-error':
      return new MetadataError(code, `${token}: its metadata cannot be processed${said}.`, options);
  }
  if (status === 400 && typeof error === 'string') {
    return new MetadataError(
      principal ? 'invalid-principal' : 'invalid-params',
      `${token} was refused by the metadata service${said}.`,
      options,
    );
  }
  return new MetadataError(
    'bad-response',
    `The metadata service answered ${status}${said}; is baseUrl right?`,
    options,
  );
}

/**
 * True for a 404 of this route, which has only `error`. A router's 404 for an unknown route has more fields, or no
 * JSON.
 */
function isRouteNotFound(status: number, json: unknown): boolean {
  return (
    status === 404 &&
    isRecord(json) &&
    typeof json['error'] === 'string' &&
    json['statusCode'] === undefined
  );
}

function reason(json: Record<string, unknown>): string {
  const text = json['message'] ?? json['error'];
  return typeof text === 'string' && text !== '' ? ` (${cut(text, 200)})` : '';
}

function redirectMessage(status: number): string {
  if (status === 304) return 'The metadata service answered 304, though no condition was sent.';
  return `The metadata service answered with a redirect${status ? ` (${status})` : ''}, which is not followed; give its final address as baseUrl.`;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Cancels the body: an unread body would keep the connection open. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

function badResponse(message: string, status: number): MetadataError {
  return new MetadataError('bad-response', message, status ? { status } : {});
}
