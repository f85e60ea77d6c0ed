import { MetadataError } from '../errors.js';
import type { MetadataErrorCode } from '../errors.js';
import type { FtMetadata } from '../wire/ft-metadata.js';
import { clip } from '../lib/clip.js';
import { isRecord } from './parse-value.js';
import { parseFtMetadata } from './parse.js';
import { parseRetryAfter } from './retry.js';

/**
 * What the service says in `error`, which alone is stable; statuses and the other fields differ between
 * its versions (and `Contract not found` is what the public service says of a contract it never saw).
 */
const STATED_ERRORS = new Map<unknown, MetadataErrorCode>([
  ['Token not found', 'not-found'],
  ['Contract not found', 'not-found'],
  ['Token metadata fetch in progress', 'in-progress'],
  ['Locale not found', 'locale-not-found'],
  ['Token error', 'token-error'],
]);

export interface AnswerContext {
  readonly principal: string;
  readonly locale: string | undefined;
  readonly maxBytes: number;
  readonly now: number;
}

/** The metadata in an answer of the service; else throws the MetadataError that the answer means. */
export async function readAnswer(response: Response, context: AnswerContext): Promise<FtMetadata> {
  const { status } = response;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await discard(response);
    throw badResponse(redirectMessage(status), status);
  }
  const body = await readText(response, context.maxBytes);
  if (status !== 200) throw statedError(response, parseJson(body), context);
  const contentType = response.headers.get('content-type') ?? 'no content type';
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(contentType)) {
    throw badResponse(
      `The metadata service answered 200 with ${clip(contentType, 80)} where JSON was expected; is baseUrl right?`,
      status,
    );
  }
  const json = parseJson(body);
  if (json === undefined) {
    throw badResponse(
      'The metadata service answered with JSON that breaks off or is none.',
      status,
    );
  }
  return parseFtMetadata(json, context.principal);
}

function statedError(response: Response, json: unknown, context: AnswerContext): MetadataError {
  const { status } = response;
  const retryAfter = parseRetryAfter(response.headers.get('retry-after'), context.now);
  const options = { status, ...(retryAfter === undefined ? {} : { retryAfter }) };
  const error = isRecord(json) ? json['error'] : undefined;
  const said = isRecord(json) ? reason(json) : '';
  const token = `Token ${context.principal}`;
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
      'invalid-principal',
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

/** A 404 of the route carries `error` alone; that of a router which knows no such route, more or no JSON. */
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
  return typeof text === 'string' && text !== '' ? ` (${clip(text, 200)})` : '';
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

/** An unread body keeps its connection; this gives it back. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

function badResponse(message: string, status: number): MetadataError {
  return new MetadataError('bad-response', message, status ? { status } : {});
}

/**
 * The body of an answer as text, read piece by piece, so that a body without end is left after
 * `maxBytes` and not when memory is full. Throws `bad-response`.
 */
async function readText(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => undefined);
      throw new MetadataError(
        'bad-response',
        `The metadata service answered with more than ${maxBytes} bytes; they were not read.`,
        { status: response.status },
      );
    }
    text += decoder.decode(value, { stream: true });
  }
}
