import { mustBe, withDocs } from '../errors.js';
import * as option from '../lib/read-options.js';
import { bare, isRecord, read } from '../lib/safe-access.js';
import { isMultisig } from '../stacks/address.js';
import type { SignatureCode, SignatureProtocol } from '../stacks/stacks-message.js';
import {
  describeField,
  DOMAIN,
  getChainLines,
  getMessageLength,
  match,
  MAX_MESSAGE,
  parseSignInMessage,
  type FormatCode,
  type SignInChain,
  type SignInFields,
} from '../sign-in/message.js';
import { CHAIN_LIST } from './chain-list.js';
import type { NonceStore } from './nonces.js';
import { verifyMessage } from './verify-message.js';

/** Characters, of Bitcoin. */
const SHORTEST_ADDRESS = 26;

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
  readonly maxAgeSeconds?: number | undefined;
  /** Maximum seconds from `Issued At` to `Expiration Time`, which a message must have. Default: 3600. */
  readonly maxLifetimeSeconds?: number | undefined;
  /** Seconds by which the clocks of page and server may differ. Does not prolong `Expiration Time`. Default: 60. */
  readonly clockSkewSeconds?: number | undefined;
  /** The current time in milliseconds. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

type CheckedPolicy = {
  readonly [K in keyof SignInPolicy]-?: NonNullable<SignInPolicy[K]>;
};

/** What a page sends to its server. No field is trusted. */
export interface SignInAnswer {
  readonly message: string;
  readonly signature: string;
  readonly publicKey?: string | undefined;
}

/** Why a sign-in was refused. The list is complete; a new code is a breaking change. */
export type SignInCode =
  | FormatCode
  | Exclude<SignatureCode, 'message'>
  | 'domain'
  | 'uri'
  | 'statement'
  | 'not-yet-valid'
  | 'expired'
  | 'lifetime'
  | 'issued-in-future'
  | 'too-old'
  | 'nonce-unknown'
  | 'nonce-used';

/** The only identity of a sign-in. Store `id`, or `chain` and `address`. */
export interface SignInAccount {
  /** The account as CAIP-10 writes it: `stacks:1:SP…`. */
  readonly id: string;
  readonly chain: SignInChain;
  readonly address: string;
}

export type SignInResult =
  | {
      readonly ok: true;
      readonly account: SignInAccount;
      readonly protocol: SignatureProtocol;
      readonly fields: SignInFields;
    }
  | { readonly ok: false; readonly code: SignInCode };

/**
 * Verifies a sign-in: the text, then the signature, then the nonce, which is used up last, so that only a valid
 * signature uses it up. Never throws for the input.
 *
 * @example
 * ```ts
 * import { memoryNonceStore, verifySignIn } from 'stacks-wallet-elements/verify';
 *
 * const result = await verifySignIn(
 *   { message: '', signature: '' },
 *   {
 *     domains: ['app.example.com'],
 *     uris: ['https://app.example.com'],
 *     chains: ['stacks:mainnet'],
 *     nonces: memoryNonceStore(),
 *   },
 * );
 * console.log(result.ok ? result.account.id : result.code);
 * ```
 *
 * @throws TypeError if the policy is incomplete; rejects with the error of the nonce store if that fails
 */
export async function verifySignIn(
  input: SignInAnswer,
  policy: SignInPolicy,
): Promise<SignInResult> {
  return createVerifier('verifySignIn', policy)(input);
}

/**
 * Checks a policy once, at the start of the server, and returns {@link verifySignIn} with it.
 *
 * @example
 * ```ts
 * import { createSignInVerifier, memoryNonceStore } from 'stacks-wallet-elements/verify';
 *
 * const verify = createSignInVerifier({
 *   domains: ['app.example.com'],
 *   uris: ['https://app.example.com'],
 *   chains: ['stacks:mainnet'],
 *   nonces: memoryNonceStore(),
 * });
 * const result = await verify({ message: '', signature: '' });
 * console.log(result.ok ? result.account.id : result.code);
 * ```
 *
 * @throws TypeError if the policy is incomplete
 */
export function createSignInVerifier(
  policy: SignInPolicy,
): (input: SignInAnswer) => Promise<SignInResult> {
  return createVerifier('createSignInVerifier', policy);
}

/** @param door the function that the page has called, for the errors */
function createVerifier(
  door: string,
  policy: SignInPolicy,
): (input: SignInAnswer) => Promise<SignInResult> {
  const checked = checkPolicy(`${door}, the policy`, policy);
  return async (input) => {
    const proof: unknown = isRecord(input) ? input : {};
    // Read once, since a getter could return another text the second time.
    const message = read(proof, 'message') as string;
    const parsed = parseSignInMessage(message);
    if (!parsed.ok) return parsed;
    const fields = bare(parsed.fields);
    const code = fieldFault(fields, checked) ?? timeFault(fields, checked);
    if (code) return { ok: false, code };
    const signed = verifyMessage({
      message,
      signature: read(proof, 'signature') as string,
      address: fields.address,
      publicKey: read(proof, 'publicKey') as string | undefined,
    });
    if (!signed.ok) return signed as SignInResult;
    const { address, protocol, multisig, lockTime, sequence } = bare(signed);
    const { chain } = fields;
    if (address !== fields.address) return { ok: false, code: 'address' };
    if (multisig) return { ok: false, code: 'multisig-unsupported' };
    // A signature with a lock time is valid only later: that of a sign-in must be valid now.
    if (lockTime || sequence) return { ok: false, code: 'signature-inconclusive' };
    const answer = await checked.nonces.consume(fields.nonce);
    if (answer !== 'consumed') {
      return { ok: false, code: answer === 'used' ? 'nonce-used' : 'nonce-unknown' };
    }
    const { name, id } = getChainLines(chain);
    // The namespaces of CAIP-2.
    const namespace = name === 'Stacks' ? 'stacks' : 'bip122';
    return {
      ok: true,
      account: { id: `${namespace}:${id}:${address}`, chain, address },
      protocol,
      fields,
    };
  };
}

function fieldFault(fields: SignInFields, policy: CheckedPolicy): SignInCode | undefined {
  const { domain, uri, chain, address, statement, requestId, resources = [] } = fields;
  if (!policy.domains.includes(domain)) return 'domain';
  if (!policy.uris.includes(uri) || getHost(uri) !== domain) return 'uri';
  if (!policy.chains.includes(chain)) return 'chain';
  if (isMultisig(address)) return 'multisig-unsupported';
  const isAllowed =
    (statement === undefined
      ? policy.statements.length === 0
      : policy.statements.includes(statement)) &&
    requestId === undefined &&
    resources.length === policy.resources.length &&
    policy.resources.every((resource, at) => resource === resources[at]);
  return isAllowed ? undefined : 'statement';
}

function timeFault(fields: SignInFields, policy: CheckedPolicy): SignInCode | undefined {
  const now = policy.now();
  const skew = policy.clockSkewSeconds * 1000;
  // The parser has checked that the times are valid.
  const issued = Date.parse(fields.issuedAt);
  const expires = Date.parse(fields.expirationTime ?? '');
  const begins = Date.parse(fields.notBefore ?? fields.issuedAt);
  // A comparison with NaN is false, so each condition is for a valid time.
  if (!(issued <= now + skew)) return 'issued-in-future';
  if (!(issued >= now - policy.maxAgeSeconds * 1000)) return 'too-old';
  if (!(begins <= now + skew)) return 'not-yet-valid';
  if (!(expires > issued && expires - issued <= policy.maxLifetimeSeconds * 1000))
    return 'lifetime';
  return now < expires ? undefined : 'expired';
}

/** The host of an http or https URL, with its port; undefined for anything else. */
function getHost(uri: string): string | undefined {
  // Not URL.host, which leaves out a port that is the default one of its scheme.
  return /^https?:\/\/([^/?#@\s]+)(?:[/?#]|$)/.exec(uri)?.[1];
}

/** A list of texts. `least`: how many it must have. */
const list = (expected: string, accepts: (item: unknown) => boolean, least = 1): option.Option =>
  option.custom(
    expected,
    (value) => Array.isArray(value) && value.length >= least && value.every(accepts),
  );
/** A list of what messages may have in a field. An empty list is the default. */
const listOf = (field: 'statement' | 'resources', item: string): option.Option =>
  list(`an array, or left out; each is ${item}`, describeField(field).accepts, 0);
const seconds = option.custom(
  'a number of seconds, 0 or more',
  (value) => Number.isFinite(value) && (value as number) >= 0,
);

const POLICY: option.OptionTable<SignInPolicy> = {
  domains: list(
    'an array of one or more hosts, such as app.example.com or localhost:3000',
    (domain) => match(DOMAIN, domain) !== null,
  ),
  uris: list(
    'an array of one or more URLs, each of one of the `domains`',
    describeField('uri').accepts,
  ),
  chains: CHAIN_LIST,
  nonces: option.shared(
    'a store with a method `consume`',
    (store) => typeof read(store, 'consume') === 'function',
  ),
  statements: listOf('statement', describeField('statement').expected),
  resources: listOf('resources', 'a URI in ASCII'),
  maxAgeSeconds: seconds,
  maxLifetimeSeconds: seconds,
  clockSkewSeconds: seconds,
  now: option.func,
};

/** Characters of the shortest message that the policy accepts, with this statement. */
function shortest({ uris, chains, resources }: SignInPolicy, statement: string): number {
  const [nonce, time] = ['0'.repeat(8), '2026-01-31T12:00:00Z'];
  const rest = { statement, resources, nonce, issuedAt: time, expirationTime: time };
  const lengths = uris.flatMap((uri) =>
    chains.map((chain) =>
      getMessageLength({ ...rest, domain: getHost(uri) ?? '', uri, chain }, SHORTEST_ADDRESS),
    ),
  );
  return Math.min(...lengths);
}

/** A copy with its defaults. @throws TypeError that names the field, its value and what was expected */
function checkPolicy(caller: string, policy: SignInPolicy): CheckedPolicy {
  const toError = (message: string) => new TypeError(withDocs(message, 'verify'));
  const checked = option.readOptions(caller, policy, POLICY, toError, 'policy');
  const { domains, uris } = checked;
  for (const field of ['domains', 'uris', 'chains', 'nonces'] as const) {
    const isOfDomains =
      field !== 'uris' || uris?.every((uri) => domains.includes(getHost(uri) ?? ''));
    if (checked[field] !== undefined && isOfDomains) continue;
    throw toError(`${caller}: ${mustBe(field, checked[field], POLICY[field].expected)}`);
  }
  for (const statement of checked.statements ?? []) {
    if (shortest(checked, statement) <= MAX_MESSAGE) continue;
    const expected = `so short that a message has at most ${MAX_MESSAGE} bytes`;
    throw toError(`${caller}: ${mustBe('statements', statement, expected)}`);
  }
  return option.withDefaults(checked, {
    statements: [],
    resources: [],
    maxAgeSeconds: 300,
    maxLifetimeSeconds: 3600,
    clockSkewSeconds: 60,
    now: Date.now,
  }) as CheckedPolicy;
}
