import { isPlain } from '../lib/plain-data.js';
import { read } from '../lib/safe-access.js';
import * as is from './checks.js';
import type { Method } from './method.js';

export interface UpdateProfileParams {
  /** The whole new profile. */
  profile: Record<string, unknown>;
}

export interface ProfileResult {
  /** The profile as the wallet has saved it. */
  readonly profile: Record<string, unknown>;
  readonly [extra: string]: unknown;
}

/**
 * Replaces the profile of the account.
 *
 * @example
 * { "profile": { "@type": "Person", "@context": "https://schema.org" } }
 */
export const stx_updateProfile: Method<UpdateProfileParams, ProfileResult> = {
  check: is.record({ profile: is.plainRecord }),
  effect: 'signs',
  read: (answer) => answer as ProfileResult,
  expectedResult: 'a `profile`',
  isExpectedResult: (result) => isPlain(read(result, 'profile')),
};
