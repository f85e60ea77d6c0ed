import { read } from '../../lib/safe-access.js';
import { SIGN_IN_FAILURES } from './failures.js';

/** What the server refused, where another press cannot help. See `SignInCode` of /verify. */
const REFUSED: Readonly<Record<string, 'signInChain' | 'signInNever'>> = {
  chain: 'signInChain',
  domain: 'signInNever',
  uri: 'signInNever',
  statement: 'signInNever',
  lifetime: 'signInNever',
  origin: 'signInNever',
};

/**
 * The text for the failure of a sign-in. `reason`: the code of the server, if it refused. After a `SignInOriginError`, nothing
 * was asked: only the code of the website can be corrected.
 */
export function signInFailure(
  code: keyof typeof SIGN_IN_FAILURES,
  reason: unknown,
  error: unknown,
): (typeof SIGN_IN_FAILURES)[typeof code] | 'signInChain' | 'signInNever' {
  if (read(error, 'name') === 'SignInOriginError') return 'signInNever';
  return code === 'server-refused' && typeof reason === 'string' && Object.hasOwn(REFUSED, reason)
    ? REFUSED[reason]!
    : SIGN_IN_FAILURES[code];
}
