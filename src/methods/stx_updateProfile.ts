import { isPlain, read } from '../lib/safe-access.js';
import * as is from './fields.js';
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
  chain: 'stacks',
  kind: 'sign',
  checkParams: is.record({ profile: is.plainRecord }),
  hasNoNetwork: true,
  expected: 'a `profile`',
  readAnswer: (answer) =>
    isPlain(read(answer, 'profile')) ? (answer as ProfileResult) : undefined,
};
