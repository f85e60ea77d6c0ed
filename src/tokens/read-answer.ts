import { MetadataError, type MetadataErrorCode } from './metadata-error.js';
import { isRecord } from '../lib/safe-access.js';
import type { HttpAnswer } from '../http/fetch-json.js';
import { parseRetryAfter } from '../http/pauses.js';
import { cut } from './limits.js';

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
  readonly host: string;
  readonly now: number;
  readonly read: (json: unknown) => T;
}

/** Reads an answer of the service. Throws the corresponding MetadataError for any other answer. */
export function readAnswer<T>(answer: HttpAnswer, context: AnswerContext<T>): T {
  const { status, json, type } = answer;
  const service = `The metadata service at ${context.host}`;
  if (status !== 200) throw statedError(answer, context, service);
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    const what = type ? cut(type, 80) : 'no content type';
    throw new MetadataError(
      'bad-response',
      `${service} answered 200 with ${what} where JSON was expected; is baseUrl right?`,
      { status },
    );
  }
  if (json === undefined) {
    throw new MetadataError(
      'bad-response',
      `${service} answered with JSON that is incomplete or invalid.`,
      { status },
    );
  }
  return context.read(json);
}

function statedError(
  { status, json, retryAfter: header }: HttpAnswer,
  context: AnswerContext<unknown>,
  service: string,
): MetadataError {
  const retryAfter = parseRetryAfter(header, context.now);
  const options = { status, ...(retryAfter === undefined ? {} : { retryAfter }) };
  const error = isRecord(json) ? json['error'] : undefined;
  const said = isRecord(json) ? reason(json) : '';
  const { principal } = context;
  const token = principal ? `Token ${principal}` : 'The request';
  if (status === 429) {
    return new MetadataError('rate-limited', `${service} asks to slow down.`, options);
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
    `${service} answered ${status}${said}; is baseUrl right?`,
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
