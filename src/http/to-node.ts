/** The handlers for servers in frameworks that have Node's request and response, such as Express. */
import { mustBe, withDocs } from '../errors.js';
import { bare, read } from '../lib/safe-access.js';
import type { Headers, Request, Response } from '../lib/web-types.js';

/** What is read of a request of Node, of Express, Fastify (`request.raw`) or Connect. */
export interface NodeRequest {
  readonly method?: string | undefined;
  /** The path with the query. */
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  on(event: string, listener: (value: unknown) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** What is written of a response of Node. */
export interface NodeResponse {
  statusCode: number;
  getHeader?(name: string): unknown;
  setHeader(name: string, value: string | readonly string[]): unknown;
  end(body?: string): unknown;
}

/** Where frameworks have the request in what they pass: Hono, h3 1, h3 2, Koa and Nest, SvelteKit and Astro, Fastify. */
const PLACES = ['req.raw', 'node.req', 'req', 'request', 'raw'];

/** The place of a request in what a framework passes. Undefined if there is none that is accepted. */
export const findRequestIn = (
  context: unknown,
  accepts: (request: unknown) => boolean,
): string | undefined =>
  PLACES.find((place) => accepts(place.split('.').reduce<unknown>(read, context)));

const isNodeRequest = (request: unknown): boolean =>
  typeof read(request, 'on') === 'function' && typeof read(request, 'headers') === 'object';

/**
 * Makes the `handle` of `createSignInHandler` or `createPaymentHandler` one for Node's own server, Express, Fastify and Connect,
 * which have a request and a response of Node.
 *
 * A body that a parser has read before, such as `express.json()`, is taken from `req.body`. The path is that of the browser
 * (`originalUrl`), so it works behind `app.use('/auth', …)`. Never rejects.
 *
 * @param handle takes a `Request` and returns a `Response`
 * @example
 * ```ts
 * import { createSignInHandler, toNode } from 'stacks-wallet-elements/verify';
 *
 * const auth = createSignInHandler({ origin: 'https://app.example.com' });
 * // In Express: app.use('/auth', signIn). In Node: createServer(signIn).
 * export const signIn = toNode(auth.handle);
 * ```
 */
export function toNode(
  handle: (request: Request) => Promise<Response>,
): (req: NodeRequest, res: NodeResponse) => Promise<void> {
  if (typeof handle !== 'function') {
    const expected = '`handle` of createSignInHandler() or createPaymentHandler()';
    throw new TypeError(withDocs(`toNode: ${mustBe('handle', handle, expected)}`, 'verify'));
  }
  return async (req, res) => {
    try {
      const isMade = isNodeRequest(req) && typeof read(res, 'setHeader') === 'function';
      if (!isMade) throw new TypeError(withDocs(PAIR, 'verify'));
      const isRefused = FORBIDDEN.includes(req.method?.toUpperCase() ?? '');
      await writeToNode(res, isRefused ? refuseMethod() : await handle(toRequest(req)));
    } catch (error) {
      console.error(error);
      const answer = Response.json({ ok: false, code: 'server' }, bare({ status: 500 }));
      await writeToNode(res, answer).catch(() => {});
    }
  };
}

const PAIR =
  'toNode: `req` and `res` must be the request and the response of Node. Fastify: `toNode(handle)(request.raw, reply.raw)`. Koa: `(ctx.req, ctx.res)`. h3 1: `(event.node.req, event.node.res)`. For a Request, call `handle(request)`.';

/** Methods that no `Request` may have (Fetch standard). */
const FORBIDDEN: readonly string[] = ['CONNECT', 'TRACE', 'TRACK'];

/** The answer to a method other than POST (RFC 9110, section 15.5.6). */
export const refuseMethod = (): Response =>
  Response.json(
    { ok: false, code: 'method', expected: 'POST' },
    bare({ status: 405, headers: { allow: 'POST', 'cache-control': 'no-store' } }),
  );

/** Headers of a request. Of HTTP/2, names that begin with a colon are no headers. */
export function readHeaders({ headers }: Pick<NodeRequest, 'headers'>): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(':')) continue;
    for (const text of typeof value === 'string' ? [value] : value) all.append(name, text);
  }
  return all;
}

function toRequest(req: NodeRequest): Request {
  const { method = 'GET' } = req;
  // Express shortens `url` to what is below the path of `use`.
  const path = String(read(req, 'originalUrl') ?? req.url ?? '/');
  // Only the path is read: the origin of the page comes from the configuration.
  const url = new URL(`http://localhost/${path.replace(/^\/+/, '')}`);
  const init: RequestInit & { duplex?: 'half' } = { method, headers: readHeaders(req) };
  if (method !== 'GET' && method !== 'HEAD') {
    init.body = readBody(req);
    init.duplex = 'half';
  }
  // The global one of the server: no library of a page replaces it.
  return new globalThis.Request(url, init);
}

/** The body as a parser has left it, or else as it arrives. */
function readBody(req: NodeRequest): BodyInit {
  const body: unknown = read(req, 'body');
  // Parsers of Express 4 also set an empty body if they have read nothing.
  if (read(req, 'readableDidRead') === false || (body === undefined && !wasRead(req))) {
    return toStream(req);
  }
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  if (typeof body === 'object' && body !== null) return JSON.stringify(body, null);
  throw new TypeError(
    'toNode: the body of the request was read before, and is not in `req.body`. Use toNode before what reads it, or a parser such as express.json().',
  );
}

const wasRead = (req: NodeRequest): boolean =>
  read(req, 'readableDidRead') === true || read(req, 'readableEnded') === true;

/** Stops to read where the reader does: a body without an end is not read. */
function toStream(req: NodeRequest): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isOver = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (close: () => void) => {
        if (!isOver) close();
        isOver = true;
      };
      req.on('data', (chunk) => {
        if (isOver) return;
        controller.enqueue(
          typeof chunk === 'string' ? encoder.encode(chunk) : (chunk as Uint8Array),
        );
        if ((controller.desiredSize ?? 0) <= 0) req.pause();
      });
      req.on('end', () => end(() => controller.close()));
      const failed = () => end(() => controller.error(new Error('the client closed the request')));
      req.on('error', failed);
      req.on('close', failed);
    },
    pull() {
      req.resume();
    },
    cancel() {
      isOver = true;
      req.pause();
    },
  });
}

/** Writes a response to that of Node. */
export async function writeToNode(res: NodeResponse, response: Response): Promise<void> {
  const text = await response.text();
  // The client has left.
  if (read(res, 'writableEnded') === true || read(res, 'destroyed') === true) return;
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') res.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) {
    res.setHeader('set-cookie', withEarlier(res.getHeader?.('set-cookie'), cookies));
  }
  // The rest of a body that is too long is not read.
  if (response.status === 413) res.setHeader('connection', 'close');
  res.end(text);
}

/** These cookies, after those of other names that earlier code has set, such as a middleware. */
function withEarlier(earlier: unknown, cookies: readonly string[]): readonly string[] {
  const getName = (cookie: string) => cookie.split('=', 1)[0];
  const names = cookies.map(getName);
  const others = [earlier ?? []].flat().map(String);
  return [...others.filter((cookie) => !names.includes(getName(cookie))), ...cookies];
}
