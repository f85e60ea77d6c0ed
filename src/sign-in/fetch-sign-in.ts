import type { SignInIdentity, SignInOptions, SignInRequest, SignInVerdict } from './types.js';

/**
 * The callbacks of `createSignIn` for a server with four routes under `base`. Each takes `POST` with JSON, so that no
 * cache stores the answers. `/nonce` answers a {@link SignInRequest}. `/verify` takes a {@link SignInProof} and answers
 * `{ ok, account }` or `{ ok, code }`. `/session` answers `{ account }`, which may be null. `/sign-out` ends the
 * session.
 */
export function fetchSignIn(
  base: string,
): Required<Pick<SignInOptions, 'getNonce' | 'verify' | 'getSession' | 'signOut'>> {
  const post = async (path: string, body = {}): Promise<unknown> => {
    const response = await fetch(`${base}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body, null),
    });
    // A refusal has its code in the answer.
    if (response.ok || path === 'verify') return response.json();
    throw new Error(`${response.url}: ${response.status}`);
  };
  return {
    getNonce: () => post('nonce') as Promise<SignInRequest>,
    verify: (proof) => post('verify', proof) as Promise<SignInVerdict>,
    getSession: async () => ((await post('session')) as { account?: SignInIdentity }).account,
    signOut: () => post('sign-out'),
  };
}
