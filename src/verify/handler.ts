import { mustBe, withDocs } from '../errors.js';
import {
  answerJson,
  createPostHandler,
  findOriginFault,
  readBody,
  tooLong,
  type PostRoute,
} from '../http/post-routes.js';
import { findRequestIn, type NodeRequest } from '../http/to-node.js';
import * as option from '../lib/read-options.js';
import { attempt, isPlain, parseJson, read } from '../lib/safe-access.js';
import {
  describeField,
  getMessageLength,
  MAX_MESSAGE,
  type SignInChain,
} from '../sign-in/message.js';
import { CHAIN_LIST } from './chain-list.js';
import { createNonce } from './nonces.js';
import { createSignInVerifier, type SignInAccount, type SignInAnswer } from './verify-sign-in.js';
import type { Request, Response } from '../lib/web-types.js';

/** Where a server keeps its nonces and sessions, such as Redis or a table. */
export interface SignInStore {
  /** Stores a text for some milliseconds. */
  set(key: string, value: string, lifetime: number): void | Promise<void>;
  get(key: string): string | undefined | Promise<string | undefined>;
  /** Removes a text and returns it, atomically: of two calls with the same key, at most one gets it. */
  take(key: string): string | undefined | Promise<string | undefined>;
}

export interface SignInHandlerOptions {
  /**
   * The origin of the page, as the address bar shows it: `https://app.example.com`, or `http://localhost:5173` behind Vite's server.
   * From the configuration, never from a header of the request.
   */
  readonly origin: string;
  /** What the user reads above the technical lines: one line in ASCII. Default: no statement. */
  readonly statement?: string | undefined;
  /** Default: Stacks and Bitcoin, mainnet. For an account of a test network, also of devnet: `stacks:testnet`. */
  readonly chains?: readonly [SignInChain, ...SignInChain[]] | undefined;
  /** Default: the memory of this process, as {@link memorySignInStore}; in production with a warning in the console. */
  readonly store?: SignInStore | undefined;
  /** Milliseconds. Default: 7 days. Not prolonged by use. */
  readonly sessionLifetime?: number | undefined;
}

/** The part of a server that signs users in, see {@link createSignInHandler}. */
export interface SignInHandler {
  /**
   * Answers a `POST` to `/nonce`, `/verify`, `/session` and `/sign-out`, under any path. Never rejects: it answers 413 for
   * a body of more than 64 kB, and 500 if the store fails, with the error in the console.
   */
  readonly handle: (request: Request) => Promise<Response>;
  /**
   * The account that is signed in in the browser of this request, or undefined. For your own routes: also takes a request of
   * Node, as in Express, and an event of AWS Lambda. Rejects with the error of the store.
   */
  readonly getAccount: (
    request: Pick<Request, 'headers'> | Pick<NodeRequest, 'headers'>,
  ) => Promise<SignInAccount | undefined>;
}

const STATEMENT = describeField('statement');
const OPTIONS: option.OptionTable<SignInHandlerOptions> = {
  origin: option.someText,
  statement: option.custom(STATEMENT.expected, STATEMENT.accepts),
  chains: CHAIN_LIST,
  store: option.shared('a store with the methods `set`, `get` and `take`', (store) =>
    ['set', 'get', 'take'].every((name) => typeof read(store, name) === 'function'),
  ),
  // A shorter one is a number of seconds, by mistake.
  sessionLifetime: option.milliseconds(60_000),
};

/** Milliseconds. A page uses a nonce for two minutes, and then waits for the wallet for at most five. */
const NONCE_LIFETIME = 600_000;
const WEEK = 7 * 24 * 3_600_000;

const mistake = (message: string) =>
  new TypeError(withDocs(`createSignInHandler: ${message}`, 'verify'));

/**
 * Creates the server's part of `<wallet-sign-in endpoint="…">` and `fetchSignIn`: the four routes, with sessions in a
 * cookie. Takes a `Request` and returns a `Response`, as the route handlers of Next, SvelteKit, Nuxt, Astro, Hono and
 * Cloudflare Workers do. For Express, Fastify and Node's own server, {@link toNode} makes it one of their requests.
 *
 * The cookie is `HttpOnly`, `SameSite=Lax`, and on https `Secure` with the prefix `__Host-`. A nonce is valid once, for 10
 * minutes, in the browser that asked for it. A sign-in starts a session with a new id. A request of another origin is
 * refused with 403, and a body of more than 64 kB with 413.
 *
 * @example
 * ```ts
 * import { createSignInHandler } from 'stacks-wallet-elements/verify';
 *
 * const auth = createSignInHandler({ origin: 'https://app.example.com', statement: 'Sign in to Example.' });
 * export const POST = auth.handle;
 * ```
 *
 * @throws TypeError for a wrong option, which it names
 */
export function createSignInHandler(options: SignInHandlerOptions): SignInHandler {
  const {
    origin,
    statement,
    chains = ['stacks:mainnet', 'bitcoin:mainnet'],
    store = defaultStore(),
    sessionLifetime = WEEK,
  } = option.readOptions('createSignInHandler', options, OPTIONS);
  const fault = findOriginFault(origin);
  if (fault !== undefined) throw mistake(fault);
  const page = new URL(origin);
  const isSecure = page.protocol === 'https:';
  const cookie = isSecure ? '__Host-session' : 'session';
  const policy = {
    domains: [page.host],
    uris: [origin],
    chains,
    statements: statement === undefined ? [] : [statement],
  } as const;
  const longest = Math.max(...chains.map((chain) => longestMessage({ chain, statement, page })));
  if (longest > MAX_MESSAGE) {
    const expected = `${STATEMENT.expected}, ${longest - MAX_MESSAGE} characters shorter`;
    throw mistake(mustBe('statement', statement, expected));
  }
  // Throws for a mistake in the policy.
  createSignInVerifier({ ...policy, nonces: { consume: () => 'unknown' } });

  const idPattern = new RegExp(`(?:^|; *)${cookie}=([A-Z0-9]{26})(?:;|$)`);
  const readId = (request: AnyRequest) => idPattern.exec(readCookie(request))?.[1];
  const getAccount = async (request: AnyRequest): Promise<SignInAccount | undefined> => {
    if (!hasHeaders(request)) throw mistake(`getAccount: ${describeOther(request)}`);
    const id = readId(request);
    const text = id && (await store.get(`session ${id}`));
    const stored = text ? attempt(() => parseJson(text)) : undefined;
    const fields = ['id', 'chain', 'address'].map((field) => read(stored, field));
    if (!fields.every((value) => typeof value === 'string')) return undefined;
    const [account, chain, address] = fields as [string, SignInChain, string];
    return { id: account, chain, address };
  };
  /** `id`: for the cookie; an empty one removes it. */
  const answer = (body: object, status = 200, id?: string): Response => {
    const headers = new Headers();
    if (id !== undefined) {
      const seconds = id ? Math.floor(sessionLifetime / 1000) : 0;
      const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
      headers.set('set-cookie', `${cookie}=${id}; ${attributes}`);
    }
    return answerJson(body, status, headers);
  };

  const routes: Readonly<Record<string, PostRoute>> = {
    async nonce(request) {
      const cookieId = readId(request);
      const id = cookieId ?? createNonce();
      const nonce = createNonce();
      await store.set(`nonce ${id} ${nonce}`, '1', NONCE_LIFETIME);
      // From the clock of the server: that of the browser may be wrong.
      const issuedAt = new Date().toISOString();
      return answer({ nonce, statement, issuedAt }, 200, cookieId ? undefined : id);
    },
    async verify(request) {
      const id = readId(request);
      const text = await readBody(request);
      if (text === undefined) return tooLong();
      const input = attempt(() => parseJson(text)) as SignInAnswer;
      const result = await createSignInVerifier({
        ...policy,
        nonces: {
          consume: async (nonce) =>
            id && (await store.take(`nonce ${id} ${nonce}`)) ? 'consumed' : 'unknown',
        },
      })(input);
      if (!result.ok) {
        const expected = ['message', 'signature'].filter((name) => !read(input, name));
        const missing = expected.length > 0 ? { expected } : undefined;
        return answer({ ok: false, code: result.code, ...missing }, 401);
      }
      const { account } = result;
      // A new id: one from before the sign-in must not become that of a session (session fixation).
      if (id) await store.take(`session ${id}`);
      const started = createNonce();
      await store.set(`session ${started}`, JSON.stringify(account, null), sessionLifetime);
      return answer({ ok: true, account }, 200, started);
    },
    async session(request) {
      return answer({ account: (await getAccount(request)) ?? null });
    },
    async 'sign-out'(request) {
      const id = readId(request);
      if (id) await store.take(`session ${id}`);
      return answer({}, 200, '');
    },
  };
  return { handle: createPostHandler(origin, routes, mistake), getAccount };
}

type AnyRequest = Parameters<SignInHandler['getAccount']>[0];

/** True for a Request, a request of Node, and `{ headers }`. */
function hasHeaders(request: unknown): boolean {
  const headers = read(request, 'headers');
  return typeof read(headers, 'get') === 'function' || (isPlain(headers) && !isPromise(headers));
}

const isPromise = (value: unknown): boolean => typeof read(value, 'then') === 'function';

/** What is wrong with another value, and what to pass. */
function describeOther(request: unknown): string {
  const wrong = mustBe('request', request, 'a Request, or a request of Node, with its headers');
  if (isPromise(request)) return `${wrong} It is a promise: await it.`;
  if (isPromise(read(request, 'headers'))) return `${wrong} \`headers\` is a promise: await it.`;
  // Before the headers alone: a context may have `get`, too, as that of Hono.
  const place = findRequestIn(request, hasHeaders);
  if (place) return `${wrong} Pass \`${place}\` of what you have passed.`;
  return typeof read(request, 'get') === 'function'
    ? `${wrong} For headers alone, write \`{ headers }\`.`
    : wrong;
}

function readCookie(request: AnyRequest): string {
  const { headers } = request;
  const get: unknown = read(headers, 'get');
  if (typeof get === 'function') return (headers as Headers).get('cookie') ?? '';
  // An event of AWS Lambda has its cookies beside its headers (payload 2.0), or the names of headers as they were sent (1.0).
  const cookies = read(request, 'cookies');
  if (Array.isArray(cookies)) return cookies.join('; ');
  const all = Object.entries<unknown>(headers as Record<string, unknown>);
  const cookie = all.find(([name]) => name.toLowerCase() === 'cookie')?.[1];
  return typeof cookie === 'string' ? cookie : '';
}

/** Characters of the longest message of the page for a chain. */
function longestMessage({
  chain,
  statement,
  page: { host: domain, origin: uri },
}: Pick<SignInHandlerOptions, 'statement'> & { readonly chain: SignInChain; readonly page: URL }) {
  const issuedAt = new Date().toISOString();
  // As long as a nonce of `createNonce`, which a Worker may call only in a request.
  const fields = { domain, uri, chain, statement, nonce: '0'.repeat(26) };
  // The longest addresses of Bitcoin are P2TR and P2WSH. On regtest, their prefix has two more characters.
  const bitcoin = chain === 'bitcoin:regtest' ? 64 : 62;
  const address = chain.startsWith('stacks:') ? 41 : bitcoin;
  return getMessageLength({ ...fields, issuedAt, expirationTime: issuedAt }, address);
}

function defaultStore(): SignInStore {
  // Runtimes other than Node may have no `process`.
  if (read(read(read(globalThis, 'process'), 'env'), 'NODE_ENV') === 'production')
    console.warn(mistake(NO_STORE).message);
  return memorySignInStore();
}

const NO_STORE =
  'without a `store`, a restart signs users out, and a second process does not know their sessions. Pass the `store` of your database, or memorySignInStore() if this process is the only one.';

/** The most nonces, and the most sessions, of the store in memory, about 30 MB: anyone can ask a server for nonces. */
const MAX_ENTRIES = 100_000;

/**
 * Creates a {@link SignInStore} in the memory of this process, for development and a server with one process: a restart signs
 * users out, and other processes do not know the session.
 *
 * @example
 * ```ts
 * import { createSignInHandler, memorySignInStore } from 'stacks-wallet-elements/verify';
 *
 * const auth = createSignInHandler({ origin: 'https://app.example.com', store: memorySignInStore() });
 * ```
 */
export function memorySignInStore(): SignInStore {
  type Entries = Map<string, { readonly value: string; readonly expires: number }>;
  // Two maps, so that many nonces remove no session. The entries of each expire in the order in which they were added.
  const [nonces, sessions]: readonly [Entries, Entries] = [new Map(), new Map()];
  const find = (key: string): Entries => (key.startsWith('nonce ') ? nonces : sessions);
  const get = (key: string): string | undefined => {
    const entry = find(key).get(key);
    return entry && entry.expires > Date.now() ? entry.value : undefined;
  };
  return {
    get,
    set(key, value, lifetime) {
      const entries = find(key);
      for (const [name, { expires }] of entries) {
        if (expires > Date.now() && entries.size < MAX_ENTRIES) break;
        entries.delete(name);
      }
      entries.set(key, { value, expires: Date.now() + lifetime });
    },
    take(key) {
      const value = get(key);
      find(key).delete(key);
      return value;
    },
  };
}
