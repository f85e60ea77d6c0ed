/** A sign-in of `createSignIn`. */
import { mustBe, withDocs } from '../errors.js';
import { isBrowser } from '../lib/page.js';
import { read } from '../lib/safe-access.js';
import { toIdentity } from '../lib/to-key.js';
import type { SignIn, SignInState } from '../sign-in/types.js';
import { toHook, type Watched, type Watcher } from './watcher.js';

/** The functions of a sign-in, see `createSignIn`. */
export type SignInActions = Pick<SignIn, 'prepare' | 'signIn' | 'signOut' | 'refresh' | 'cancel'>;

/** @param signIn what `createSignIn` has returned: created once, not in a component */
export function watchSignIn(signIn: SignIn): Watched<Watcher<SignInState>> {
  const key = typeof read(signIn, 'signIn') === 'function' ? toIdentity(signIn) : '';
  if (isBrowser()) setTimeout(() => recentSignIns.delete(key), 1_000);
  if (!key || (isBrowser() && recentSignIns.add(key).size > 20)) {
    const message = mustBe(
      'signIn',
      signIn,
      'what createSignIn() returns outside of components: one that a component creates is new at each render',
    );
    throw new TypeError(withDocs(`useSignIn: ${message}`, 'options'));
  }
  const create = (): Watcher<SignInState> => ({
    ...toHook(signIn),
    initial: signIn.initialState ?? signIn.state,
  });
  return { key, create };
}

/** Those of the last second. A component that creates one renders without an end: each has another state. */
const recentSignIns = new Set<string>();

export const signInActions = (getCurrent: () => SignIn): SignInActions => ({
  prepare: () => getCurrent().prepare(),
  signIn: () => getCurrent().signIn(),
  signOut: () => getCurrent().signOut(),
  refresh: () => getCurrent().refresh(),
  cancel: () => getCurrent().cancel(),
});
