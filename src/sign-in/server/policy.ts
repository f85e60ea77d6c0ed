import { describe, withDocs } from '../../errors.js';
import * as read from '../../lib/read-options.js';
import { read as property } from '../../lib/safe-access.js';
import { SIGN_IN_CHAINS, type SignInChain } from '../chains.js';
import { match, MAX_MESSAGE } from './lines.js';
import { DOMAIN } from './message.js';
import type { NonceStore } from './nonces.js';

type OneOrMore<T> = readonly [T, ...T[]];

/**
 * The requirements for a sign-in. Write them in the configuration of the server. Never take them from a header (`Host`,
 * `Origin`) or the body of the request that is verified.
 */
export interface SignInPolicy {
  /** The hosts of your pages, with their ports: `app.example.com`. */
  readonly domains: OneOrMore<string>;
  /** The URLs that your pages put into `URI`: `https://app.example.com`. Each must be of one of the domains. */
  readonly uris: OneOrMore<string>;
  readonly chains: OneOrMore<SignInChain>;
  readonly nonces: NonceStore;
  /** The statements of your pages. Default: a message must have none. */
  readonly statements?: readonly string[] | undefined;
  /** The resources of your pages, in their order. Default: a message must have none. */
  readonly resources?: readonly string[] | undefined;
  /** Seconds from `Issued At` until a message is too old. Default: 300. */
  readonly maxAge?: number | undefined;
  /** Maximum seconds from `Issued At` to `Expiration Time`, which a message must have. Default: 3600. */
  readonly maxLifetime?: number | undefined;
  /** Seconds by which the clocks of page and server may differ. Does not prolong `Expiration Time`. Default: 60. */
  readonly clockSkew?: number | undefined;
  /** The current time in milliseconds. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

export type CheckedPolicy = {
  readonly [K in keyof SignInPolicy]-?: NonNullable<SignInPolicy[K]>;
};

/** A copy with its defaults. @throws TypeError that names the field, its value and what was expected */
export function checkPolicy(policy: SignInPolicy): CheckedPolicy {
  const refuse = (message: string) => new TypeError(withDocs(message, 'verify'));
  const given = read.readOptions(
    'verifySignIn, the policy',
    policy,
    POLICY,
    refuse,
    true,
    'policy',
  );
  const { domains, uris } = given;
  for (const field of ['domains', 'uris', 'chains', 'nonces'] as const) {
    if (given[field] === undefined) throw refuse(missing(field));
  }
  if (!uris.every((uri) => domains.includes(hostOf(uri) ?? ''))) {
    throw refuse(`verifySignIn, the policy: \`uris\` must be ${URLS}; got ${describe(uris)}.`);
  }
  return { ...DEFAULTS, ...given } as CheckedPolicy;
}

const HOSTS = 'an array of one or more hosts, such as app.example.com or localhost:3000';
const URLS = 'an array of one or more URLs, each of one of the `domains`';
const TEXTS = `an array of texts, each of at most ${MAX_MESSAGE} bytes, or left out`;
const NAMES = `an array of one or more of ${SIGN_IN_CHAINS.join(', ')}`;

/** A list of texts. `least`: how many it must have. */
const list = (expected: string, accepts: (item: string) => boolean, least = 1): read.Option =>
  read.option(
    expected,
    (value) =>
      Array.isArray(value) &&
      value.length >= least &&
      (value as unknown[]).every((item) => fitsInto(item) && accepts(item)),
  );
const seconds = read.option(
  'a number of seconds, 0 or more',
  (value) => Number.isFinite(value) && (value as number) >= 0,
);

/** A longer text fits into no message. */
const fitsInto = (item: unknown): item is string =>
  typeof item === 'string' && item.length <= MAX_MESSAGE;

/** The host of an http or https URL, with its port; undefined for anything else. */
export function hostOf(uri: string): string | undefined {
  // Not URL.host, which leaves out a port that is the default one of its scheme.
  return /^https?:\/\/([^/?#@\s]+)(?:[/?#]|$)/.exec(uri)?.[1];
}

const POLICY: read.OptionsOf<SignInPolicy> = {
  domains: list(HOSTS, (domain) => match(DOMAIN, domain) !== null),
  uris: list(URLS, () => true),
  chains: list(NAMES, (chain) => SIGN_IN_CHAINS.some((each) => each === chain)),
  nonces: read.shared(
    'a store with a method `consume`',
    (store) => typeof property(store, 'consume') === 'function',
  ),
  // An empty list is the default.
  statements: list(TEXTS, Boolean, 0),
  resources: list(TEXTS, Boolean, 0),
  maxAge: seconds,
  maxLifetime: seconds,
  clockSkew: seconds,
  now: read.func,
};

const DEFAULTS = {
  statements: [],
  resources: [],
  maxAge: 300,
  maxLifetime: 3600,
  clockSkew: 60,
  now: Date.now,
} satisfies Partial<CheckedPolicy>;

const missing = (field: keyof SignInPolicy) =>
  `verifySignIn, the policy: \`${field}\` must be ${POLICY[field].expected}; got nothing.`;
