import { getSettings } from '../core/configure.js';
import { allowName, describe, mustBe, withDocs, type Refuse } from '../errors.js';
import { fetchJson } from '../http/fetch-json.js';
import {
  describeOriginRefusal,
  describeOwnUrl,
  findRoute,
  getPage,
  hasOrigin,
  resolveRoute,
} from '../http/own-origin.js';
import * as option from '../lib/read-options.js';
import { bare, getGlobal, isRecord, read, toPlain } from '../lib/safe-access.js';
import { getSignInChains, SIGN_IN_CHAINS, TIME } from './message.js';
import type {
  SignInCall,
  SignInIdentity,
  SignInOptions,
  SignInRequest,
  SignInVerdict,
} from './types.js';

/** Bytes. No answer of these routes needs more. */
const MAX_ANSWER = 65_536;
/** Milliseconds for which a request for a nonce waits for those of other tabs. */
const TURN_TIMEOUT = 5_000;

export interface FetchSignInOptions {
  /**
   * Origins of your servers, such as `https://auth.example.com`, besides that of the page and `signInOrigins` of
   * `configure`. Write them in the code: what gets a proof of a sign-in can sign in as the user.
   */
  readonly origins?: readonly string[] | undefined;
}

const OPTIONS: option.OptionTable<FetchSignInOptions> = { origins: option.origins };

/**
 * The callbacks of `createSignIn` for a server with four routes under `base`. Each takes `POST` with JSON, so that no
 * cache stores the answers. `/nonce` answers a {@link SignInRequest}. `/verify` takes a {@link SignInProof} and answers
 * `{ ok, account }` or `{ ok, code }`. `/session` answers `{ account }`, which may be null. `/sign-out` ends the
 * session.
 *
 * `base` is resolved against the URL of the page, not against `<base>`, and is of the page's own origin. Another origin,
 * which the code names in `origins` or in `configure`, is asked with its cookies, so its CORS headers must allow
 * credentials.
 *
 * Each callback rejects if there is no answer in 15 seconds, for an HTTP error, a redirect, an answer that is not JSON, and
 * before it asks anything for another origin. `/verify` may refuse with an HTTP error: 401, 403, or any with
 * `{ ok: false }` in its body.
 *
 * @example
 * ```ts
 * import { createSignIn, fetchSignIn } from 'stacks-wallet-elements/sign-in';
 *
 * const signIn = createSignIn({ ...fetchSignIn('/sign-in'), chain: 'bitcoin' });
 * console.log(signIn.state.status);
 * ```
 *
 * @throws TypeError that names a wrong option, or a `base` of another origin: call `configure` with its `signInOrigins` before, or
 *   pass `origins`
 */
export function fetchSignIn(base: string, options?: FetchSignInOptions): SignInCalls {
  if (typeof base !== 'string' || !base) {
    const expected = 'a text: the path or URL of the routes, such as /auth';
    throw new TypeError(withDocs(`fetchSignIn: ${mustBe('base', base, expected)}`, 'options'));
  }
  const { origins = [] } = option.readOptions('fetchSignIn', options, OPTIONS);
  const isKnown = getPage() !== undefined && hasOrigin();
  if (isKnown && !findServer(base, '', origins)) {
    const expected = `${describeOwnUrl()}, or of one in \`origins\`, or in \`signInOrigins\` of \`configure\` before`;
    throw new SignInOriginError(`fetchSignIn: ${mustBe('base', base, expected)}`);
  }
  return callsOf(base, origins);
}

/** The callbacks for a server. */
type SignInCalls = Required<
  Pick<SignInOptions, 'endpoint' | 'getNonce' | 'verify' | 'getSession' | 'signOut'>
>;

/** Those of {@link fetchSignIn}, for an element: the page may name the origin after it has created the element. */
export function callsOf(base: string, origins: readonly string[] = []): SignInCalls {
  const post = async (path: string, call: SignInCall | undefined, body = {}) => {
    const server = findServer(base, path, origins);
    if (!server) {
      const expected = `${describeOwnUrl()}, or of one in \`signInOrigins\` of \`configure\``;
      throw new SignInOriginError(`fetchSignIn: ${mustBe('endpoint', base, expected)}`);
    }
    const { href, isPageOrigin } = server;
    const { status, json } = await fetchJson({
      url: href,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body, null),
      credentials: isPageOrigin ? 'same-origin' : 'include',
      maxBytes: MAX_ANSWER,
      signal: call?.signal,
    }).catch((error: unknown) => {
      const code = read(error, 'code');
      if (!isPageOrigin && code === 'network') logHeaders(href);
      if (code === 'redirect') throw noRoute(`${href} answered with a redirect`);
      throw error;
    });
    return { href, status, isOk: status >= 200 && status < 300, json };
  };
  type Answer = Awaited<ReturnType<typeof post>>;
  /** The JSON of a success. */
  const content = ({ href, status, isOk, json }: Answer): unknown => {
    if (isOk && json !== undefined) return toPlain(json);
    const what = `${href} answered ${status}${isOk ? ' without JSON' : describeRefusal(json)}`;
    if (!isOk && status !== 404 && status !== 405) {
      const isForOthers = read(json, 'code') === 'origin';
      throw new SignInAnswerError(what, isForOthers ? 'sign-in-origin' : 'verify');
    }
    throw noRoute(what);
  };
  const endpoint = resolveRoute(base, '')?.href ?? String(base);
  return {
    endpoint,
    getNonce: async (call) =>
      content(
        await inTurn(resolveRoute(base, '')?.origin ?? '', () => post('nonce', call)),
      ) as SignInRequest,
    verify: async (proof, call) => {
      const answer = await post('verify', call, proof);
      const { href, status, isOk, json } = answer;
      if (isOk || (status !== 401 && status !== 403 && read(json, 'ok') !== false)) {
        return content(answer) as SignInVerdict;
      }
      const code = read(json, 'code') as string | undefined;
      if (code === 'origin') {
        console.error(`signIn: ${href} answered ${status}${describeRefusal(json)}.`);
      }
      return { ok: false, code };
    },
    getSession: async (call) => {
      const answer = await post('session', call);
      const json = content(answer);
      if (json === null) return null;
      if (isRecord(json)) return read(json, 'account') as SignInIdentity | null;
      throw new SignInAnswerError(`${answer.href} must answer an object with \`account\``);
    },
    signOut: async (call) => {
      const answer = await post('sign-out', call);
      if (!answer.isOk) content(answer);
    },
  };
}

/** Undefined for a server of another origin than the code of the page has named. */
const findServer = (base: string, path: string, origins: readonly string[]) =>
  findRoute(base, path, [...origins, ...(getSettings().signInOrigins ?? [])]);

/** Origins of servers whose headers were logged. */
const logged = new Set<string>();

/** A browser does not say whether there was no answer, or one that the page may not read. Once for each server. */
function logHeaders(href: string): void {
  const { origin } = new URL(href);
  if (logged.has(origin)) return;
  logged.add(origin);
  const own = getPage()?.origin;
  const message = `fetchSignIn: ${href} gave no answer that this page can read. ${origin} is another origin than that of the page, so if it runs, its answers, also to OPTIONS, need the headers \`Access-Control-Allow-Origin: ${own}\`, \`Access-Control-Allow-Credentials: true\` and \`Access-Control-Allow-Headers: content-type\`.`;
  console.error(withDocs(message, 'sign-in-origin'));
}

/** Requests for nonces, by origin of the server, where a page has no locks. */
const turns = new Map<string, Promise<unknown>>();

/**
 * One request for a nonce at a time, in all elements and tabs: a server binds each nonce to the cookie of the browser, which
 * the first answer sets. Does not wait long for a tab that the browser has paused.
 */
async function inTurn<T>(origin: string, send: () => Promise<T>): Promise<T> {
  const locks = read(getGlobal('navigator'), 'locks') as LockManager | undefined;
  let isTurn = false;
  const take = () => {
    isTurn = true;
    return send();
  };
  try {
    if (locks) {
      const name = `stacks-wallet-elements/sign-in ${origin}`;
      // Safari before 16 has no `AbortSignal.timeout`.
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), TURN_TIMEOUT);
      try {
        return await locks.request(name, bare({ signal: late.signal }), take);
      } finally {
        clearTimeout(timer);
      }
    }
    // Pages on http have no locks, except on localhost.
    const turn = (turns.get(origin) ?? Promise.resolve()).then(take, take);
    turns.set(origin, turn);
    return await turn;
  } catch (error) {
    if (isTurn) throw error;
    return send();
  }
}

/** What the server says about an HTTP error: its code, and with `origin` the origin that it expects. */
function describeRefusal(json: unknown): string {
  const code = read(json, 'code');
  if (typeof code !== 'string' || !code) return '';
  return code === 'origin' ? describeOriginRefusal(json) : ` with the code ${describe(code)}`;
}

/** The endpoint is of an origin that the code of the page has not named. Nothing was asked. */
export class SignInOriginError extends TypeError {
  static {
    allowName(this);
  }

  override readonly name = 'SignInOriginError';

  constructor(message: string) {
    super(withDocs(message, 'sign-in-origin'));
  }
}

/**
 * The server answered, and its answer has a mistake. The message names the field, its value and what was expected. `topic`:
 * `sign-in-route` if no route of a sign-in has answered, `sign-in-origin` if the server is for other origins: only the website
 * can be corrected.
 */
export class SignInAnswerError extends TypeError {
  static {
    allowName(this);
  }

  override readonly name = 'SignInAnswerError';

  readonly topic: 'verify' | 'sign-in-route' | 'sign-in-origin';

  constructor(message: string, topic: SignInAnswerError['topic'] = 'verify') {
    super(withDocs(`signIn: ${message}.`, topic));
    this.topic = topic;
  }
}

function noRoute(what: string): SignInAnswerError {
  const remedy =
    'no route of a sign-in is there for POST: check the route, such as that of `createSignInHandler`, or the proxy of the development server';
  return new SignInAnswerError(`${what}: ${remedy}`, 'sign-in-route');
}

export const refuseAnswer: Refuse = (field, value, expected) => {
  const message = `\`${field}\` from the server must be ${expected}; got ${describe(value)}`;
  throw new SignInAnswerError(message);
};

/** What servers write for an absent field: `null` (Java, C#), or an empty text or list (Go). */
const isAbsent = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

/** For an absent time, also 0, and the first day of the year 1 (`time.Time` of Go, `DateTime` of C#). */
const isAbsentTime = (value: unknown) =>
  isAbsent(value) || value === 0 || (typeof value === 'string' && value.startsWith('0001-01-01T'));

/**
 * The answer with a nonce, without its absent fields. Checks what is needed to write a text; the rest is checked when it
 * is written.
 */
export function readNonceAnswer(answer: unknown): SignInRequest {
  if (typeof answer === 'string') return bare<SignInRequest>({ nonce: answer });
  if (!isRecord(answer)) return refuseAnswer('nonce', answer, 'in an object');
  const field = (name: keyof SignInRequest, isLeftOut = isAbsent) => {
    const value = read(answer, name);
    return isLeftOut(value) ? undefined : value;
  };
  const time = (name: 'issuedAt' | 'expirationTime') => {
    const value = field(name, isAbsentTime);
    if (value === undefined || (typeof value === 'string' && !isNaN(Date.parse(value))))
      return value;
    return refuseAnswer(name, value, TIME[1]);
  };
  return {
    nonce: field('nonce') as string,
    statement: field('statement') as string | undefined,
    issuedAt: time('issuedAt'),
    expirationTime: time('expirationTime'),
    resources: field('resources') as readonly string[] | undefined,
  };
}

/** The account in an answer. Undefined if it is absent, or has neither a chain nor an address. */
export function readAccount(account: unknown): SignInIdentity | undefined {
  if (isAbsent(account)) return undefined;
  if (!isRecord(account))
    return refuseAnswer('account', account, 'an object with `chain` and `address`');
  const [address, name] = ['address', 'chain'].map((field) => read(account, field));
  if (isAbsent(address) && isAbsent(name)) return undefined;
  const chain = SIGN_IN_CHAINS.find((candidate) => candidate === name);
  if (!chain) return refuseAnswer('account.chain', name, `one of ${SIGN_IN_CHAINS.join(', ')}`);
  return typeof address === 'string' && getSignInChains(address).includes(chain)
    ? { chain, address }
    : refuseAnswer('account.address', address, `an address of ${chain}`);
}
