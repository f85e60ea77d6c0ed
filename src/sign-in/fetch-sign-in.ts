import { fetchJson } from '../http/fetch-json.js';
import { native } from '../lib/page.js';
import { isRecord, read } from '../lib/safe-access.js';
import { SignInAnswerError } from './answers.js';
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
 */
export function fetchSignIn(
  base: string,
): Required<Pick<SignInOptions, 'getNonce' | 'verify' | 'getSession' | 'signOut'>> {
  const post = async (path: string, call: SignInCall | undefined, body = {}) => {
    const document = globalThis.document as Document | undefined;
    const url = new URL(`${base}/${path}`, document && native(document, 'baseURI'));
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
