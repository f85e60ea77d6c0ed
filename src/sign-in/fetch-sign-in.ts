import type { SignInIdentity, SignInOptions, SignInRequest, SignInVerdict } from './types.js';

/**
 * The callbacks of `createSignIn` for a server with four addresses under `base`: `GET /nonce` answers a
 * {@link SignInRequest}, `POST /verify` takes a {@link SignInProof} and answers `{ ok, account }` or `{ ok, code }`,
 * `GET /session` answers `{ account }`, which may be null, and `POST /sign-out`. All are JSON.
 */
export function fetchSignIn(
  base: string,
): Required<Pick<SignInOptions, 'getNonce' | 'verify' | 'getSession' | 'signOut'>> {
  const send = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${base}/${path}`, {
      cache: 'no-store',
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body, null),
      }),
    });
    const answer: unknown = await response.json();
    // A refusal has its code in the answer.
    if (response.ok || (path === 'verify' && response.status < 500)) return answer;
    throw new Error(`${base}/${path} answered ${response.status}.`);
  };
  return {
    getNonce: () => send('nonce') as Promise<SignInRequest>,
    verify: (proof) => send('verify', proof) as Promise<SignInVerdict>,
    getSession: async () => {
      const { account } = (await send('session')) as { account?: SignInIdentity | null };
      return account;
    },
    signOut: () => send('sign-out', {}),
  };
}
