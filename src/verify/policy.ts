import { describe, withDocs } from '../errors.js';
import { CHAINS, type SignInChain } from './chains.js';
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
  const given = (policy ?? {}) as unknown as Readonly<Record<string, unknown>>;
  const refuse = (field: string, expected: string): never => {
    throw new TypeError(
      withDocs(
        `verifySignIn: the policy's \`${field}\` must be ${expected}; got ${describe(given[field])}.`,
        'verify',
      ),
    );
  };
  const list = (
    field: keyof SignInPolicy,
    isValid: (item: string) => boolean,
    expected: string,
  ) => {
    const items: unknown = given[field];
    if (
      !Array.isArray(items) ||
      items.length === 0 ||
      !items.every((item) => fitsInto(item) && isValid(item))
    ) {
      return refuse(field, expected);
    }
    return [...(items as string[])] as [string, ...string[]];
  };
  const seconds = (field: keyof SignInPolicy, standard: number) => {
    const value = given[field] ?? standard;
    return typeof value === 'number' && value >= 0 && Number.isFinite(value)
      ? value
      : refuse(field, 'a number of seconds, 0 or more');
  };
  const texts = (field: keyof SignInPolicy) =>
    given[field] === undefined ? [] : list(field, Boolean, TEXTS);

  const domains = list('domains', (domain) => match(DOMAIN, domain) !== null, HOSTS);
  const uris = list('uris', (uri) => domains.includes(hostOf(uri) ?? ''), URLS);
  const chains = list('chains', (chain) => CHAINS.some((each) => each === chain), NAMES);
  const { nonces, now = Date.now } = policy;
  if (typeof nonces?.consume !== 'function') refuse('nonces', 'a store with a method `consume`');
  if (typeof now !== 'function') refuse('now', 'a function');
  return {
    ...{ domains, uris, nonces, now },
    chains: chains as unknown as CheckedPolicy['chains'],
    statements: texts('statements'),
    resources: texts('resources'),
    maxAge: seconds('maxAge', 300),
    maxLifetime: seconds('maxLifetime', 3600),
    clockSkew: seconds('clockSkew', 60),
  };
}

const HOSTS = 'an array of one or more hosts, such as app.example.com or localhost:3000';
const URLS = 'an array of one or more URLs, each of one of the `domains`';
const TEXTS = `an array of texts, each of at most ${MAX_MESSAGE} bytes, or left out`;
const NAMES = `an array of one or more of ${CHAINS.join(', ')}`;

/** A longer text fits into no message. */
const fitsInto = (item: unknown): item is string =>
  typeof item === 'string' && item.length <= MAX_MESSAGE;

/** The host of an http or https URL, with its port; undefined for anything else. */
export function hostOf(uri: string): string | undefined {
  // Not URL.host, which leaves out a port that is the default one of its scheme.
  return /^https?:\/\/([^/?#@\s]+)(?:[/?#]|$)/.exec(uri)?.[1];
}
