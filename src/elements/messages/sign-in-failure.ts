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

/** By the topic of a `SignInAnswerError`, also of another copy of this package. */
const FAULTS: Readonly<Record<string, 'signInMissing' | 'signInNever'>> = {
  'sign-in-route': 'signInMissing',
  'sign-in-origin': 'signInNever',
};

/** The text for an error that only the website can correct: its code, or the settings of its server. */
export function websiteFault(error: unknown): 'signInMissing' | 'signInNever' | undefined {
  const [name, topic] = ['name', 'topic'].map((key) => String(read(error, key)));
  // Nothing was asked.
  if (name === 'SignInOriginError') return 'signInNever';
  return name === 'SignInAnswerError' && Object.hasOwn(FAULTS, topic!) ? FAULTS[topic!] : undefined;
}

/** The text for the failure of a sign-in. `reason`: the code of the server, if it refused. */
export function signInFailure(
  code: keyof typeof SIGN_IN_FAILURES,
  reason: unknown,
  error: unknown,
): (typeof SIGN_IN_FAILURES)[typeof code] | 'signInChain' | 'signInNever' | 'signInMissing' {
  const fault = websiteFault(error);
  if (fault) return fault;
  return code === 'server-refused' && typeof reason === 'string' && Object.hasOwn(REFUSED, reason)
    ? REFUSED[reason]!
    : SIGN_IN_FAILURES[code];
}
