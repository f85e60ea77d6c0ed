import { describe, withDocs, type Refuse } from '../errors.js';
import { fetchJson } from '../http/fetch-json.js';
import { isRecord, read } from '../lib/safe-access.js';
import { getSignInChains, SIGN_IN_CHAINS, TIME } from './server/message.js';
import type {
  SignInCall,
  SignInIdentity,
  SignInOptions,
  SignInRequest,
  SignInVerdict,
} from './types.js';

/** Bytes. No answer of these routes needs more. */
const MAX_ANSWER = 65_536;

/**
 * The callbacks of `createSignIn` for a server with four routes under `base`. Each takes `POST` with JSON, so that no
 * cache stores the answers. `/nonce` answers a {@link SignInRequest}. `/verify` takes a {@link SignInProof} and answers
 * `{ ok, account }` or `{ ok, code }`. `/session` answers `{ account }`, which may be null. `/sign-out` ends the
 * session.
 *
 * Each callback rejects if there is no answer in 15 seconds, for an HTTP error, a redirect, and an answer that is not
 * JSON. `/verify` may refuse with an HTTP error: 401, 403, or any with `{ ok: false }` in its body.
 *
 * @example
 * ```ts
 * import { createSignIn, fetchSignIn } from 'stacks-wallet-elements/sign-in';
 *
 * const signIn = createSignIn({ ...fetchSignIn('/sign-in'), chain: 'bitcoin' });
 * console.log(signIn.state.status);
 * ```
 */
export function fetchSignIn(
  base: string,
): Required<Pick<SignInOptions, 'getNonce' | 'verify' | 'getSession' | 'signOut'>> {
  const post = async (path: string, call: SignInCall | undefined, body = {}) => {
    const document = globalThis.document as Document | undefined;
    const url = new URL(`${base}/${path}`, document?.baseURI);
    const { status, json } = await fetchJson({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body, null),
      credentials: 'same-origin',
      maxBytes: MAX_ANSWER,
      signal: call?.signal,
    });
    return { href: url.href, status, isOk: status >= 200 && status < 300, json };
  };
  type Answer = Awaited<ReturnType<typeof post>>;
  /** The JSON of a success. */
  const content = ({ href, status, isOk, json }: Answer): unknown => {
    if (isOk && json !== undefined) return json;
    throw new SignInAnswerError(`${href} answered ${status}${isOk ? ' without JSON' : ''}`);
  };
  return {
    getNonce: async (call) => content(await post('nonce', call)) as SignInRequest,
    verify: async (proof, call) => {
      const answer = await post('verify', call, proof);
      const { status, isOk, json } = answer;
      if (isOk || (status !== 401 && status !== 403 && read(json, 'ok') !== false)) {
        return content(answer) as SignInVerdict;
      }
      return { ok: false, code: read(json, 'code') as string | undefined };
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

/** The server answered, and its answer has a mistake. The message names the field, its value and what was expected. */
export class SignInAnswerError extends TypeError {
  override readonly name = 'SignInAnswerError';

  constructor(message: string) {
    super(withDocs(`signIn: ${message}.`, 'verify'));
  }
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
  if (typeof answer === 'string') return { nonce: answer };
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
  const chain = SIGN_IN_CHAINS.find((each) => each === name);
  if (!chain) return refuseAnswer('account.chain', name, `one of ${SIGN_IN_CHAINS.join(', ')}`);
  return typeof address === 'string' && getSignInChains(address).includes(chain)
    ? { chain, address }
    : refuseAnswer('account.address', address, `an address of ${chain}`);
}
