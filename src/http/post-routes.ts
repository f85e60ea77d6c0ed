/** What the handlers for servers share: their routes, their origin, and the limits of what they read. */
import { mustBe } from '../errors.js';
import { isOrigin } from '../lib/read-options.js';
import { bare, read } from '../lib/safe-access.js';
import { findRequestIn, refuseMethod, writeToNode, type NodeResponse } from './to-node.js';

/** Answers one route. What it throws is answered with 500. */
export type PostRoute = (request: Request) => Promise<Response>;

/** Bytes of a body. The longest, the proof of a sign-in, has about 12,000. */
const MAX_BODY = 65_536;

/** An answer that no cache keeps. */
export function answerJson(body: object, status = 200, headers = new Headers()): Response {
  headers.set('cache-control', 'no-store');
  return Response.json(body, bare({ status, headers }));
}

/** What is wrong with the `origin` of a handler, as a sentence. Undefined for an origin. */
export function findOriginFault(origin: unknown): string | undefined {
  const expected = 'an origin such as https://app.example.com, without a slash at the end';
  return isOrigin(origin) ? undefined : mustBe('origin', origin, expected);
}

/**
 * Answers a `POST` to one of the routes, under any path: 404 with the names of the routes for another,
 * 405 for another method, 403 for a page of another origin, and 500 for an error, which it shows in the console. Never rejects.
 */
export function createPostHandler(
  origin: string,
  routes: Readonly<Record<string, PostRoute>>,
  mistake: (message: string) => Error,
): PostRoute {
  const route = async (request: Request): Promise<Response> => {
    // Next and Astro can be set to add a slash to each path.
    const name = new URL(request.url).pathname.split('/').filter(Boolean).at(-1) ?? '';
    if (!Object.hasOwn(routes, name)) {
      const expected = Object.entries(routes).map(([known]) => known);
      return answerJson({ ok: false, code: 'not-found', expected }, 404);
    }
    if (request.method !== 'POST') return refuseMethod();
    // Browsers send `Origin` with each POST: a page of another site can do nothing in the name of a visitor.
    if (request.headers.get('origin') !== origin) {
      return answerJson({ ok: false, code: 'origin', expected: origin }, 403);
    }
    if (read(request, 'bodyUsed') === true) {
      throw mistake(
        'the body of the request was read before `handle`: mount it before what reads the body, or pass a `request.clone()` of before.',
      );
    }
    return routes[name]!(request);
  };
  return async (request: Request, res?: unknown) => {
    try {
      if (!isRequest(request)) return await refuseOther(request, res, mistake);
      return await route(request);
    } catch (error) {
      // A rejection that nothing handles ends a process of Node.
      console.error(error);
      return answerJson({ ok: false, code: 'server' }, 500);
    }
  };
}

const isRequest = (request: unknown): boolean =>
  typeof read(read(request, 'headers'), 'get') === 'function' &&
  typeof read(request, 'url') === 'string';

/**
 * Express calls `handle` with a request of Node, and its types allow that. It would wait for an answer for ever. Others pass a
 * context that has the request.
 */
async function refuseOther(
  request: unknown,
  res: unknown,
  mistake: (message: string) => Error,
): Promise<Response> {
  const place = findRequestIn(request, isRequest);
  const where = place && ` Pass \`${place}\` of what you have passed.`;
  const node =
    ' For a request and a response of Node, as in Express, write `toNode(handle)`. In h3 1: `handle(toWebRequest(event))`.';
  const lambda =
    read(request, 'requestContext') === undefined
      ? undefined
      : ' An event of AWS Lambda is none: the guide "Your server" has the lines that make one.';
  console.error(mistake(`\`handle\` takes a Request.${where ?? lambda ?? node}`));
  const answer = answerJson({ ok: false, code: 'server' }, 500);
  if (typeof read(res, 'setHeader') === 'function') {
    await writeToNode(res as NodeResponse, answer.clone());
  }
  return answer;
}

/** The answer to a body that is longer than what {@link readBody} reads. */
export const tooLong = (): Response => answerJson({ ok: false, code: 'too-long' }, 413);

/** The text of a body; undefined if it has more than 64 kB, which are not read. */
export async function readBody({ headers, body }: Request): Promise<string | undefined> {
  if (Number(headers.get('content-length')) > MAX_BODY) return undefined;
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let bytes = 0; reader;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > MAX_BODY) {
        reader.cancel().catch(() => {});
        return undefined;
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return ''; // The client has closed the connection.
  }
  return text + decoder.decode();
}
