import { mergeOptions } from '../../lib/read-options.js';
import { isRecord, read } from '../../lib/safe-access.js';
import { isMultisig } from '../../stacks/address.js';
import { getChainLines, type SignInChain } from '../chains.js';
import type { SignInFields } from './lines.js';
import { parseSignInMessage, type FormatCode } from './message.js';
import { checkPolicy, hostOf, type CheckedPolicy, type SignInPolicy } from './policy.js';
import type {
  SignatureCode,
  SignatureProtocol,
  VerifiedSignature,
} from '../../stacks/stacks-message.js';
import { verifyMessage } from './verify-message.js';

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
 * @throws TypeError if the policy is incomplete; rejects with the error of the nonce store if that fails
 */
export async function verifySignIn(
  input: SignInAnswer,
  policy: SignInPolicy,
): Promise<SignInResult> {
  return createSignInVerifier(policy)(input);
}

/**
 * Checks a policy once, at the start of the server, and returns {@link verifySignIn} with it.
 *
 * @throws TypeError if the policy is incomplete
 */
export function createSignInVerifier(
  policy: SignInPolicy,
): (input: SignInAnswer) => Promise<SignInResult> {
  const checked = checkPolicy(policy);
  return async (input) => {
    const given: unknown = isRecord(input) ? input : {};
    // Read once, since a getter could return another text the second time.
    const message = read(given, 'message') as string;
    const parsed = parseSignInMessage(message);
    if (!parsed.ok) return parsed;
    const { fields } = parsed;
    // Without the properties of `Object.prototype`: optional fields are absent, or their own.
    const own = mergeOptions<SignInFields>(fields);
    const code = fieldFault(own, checked) ?? timeFault(own, checked);
    if (code) return { ok: false, code };
    const signed = verifyMessage({
      message,
      signature: read(given, 'signature') as string,
      address: fields.address,
      publicKey: read(given, 'publicKey') as string | undefined,
    });
    if (!signed.ok) return signed as SignInResult;
    const { address, protocol, multisig, lockTime, sequence } =
      mergeOptions<VerifiedSignature>(signed);
    const { chain } = fields;
    if (address !== fields.address) return { ok: false, code: 'address' };
    if (multisig) return { ok: false, code: 'multisig-unsupported' };
    // Valid only after a lock time, or for a coin of some age: a sign-in has no such condition.
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
  if (!policy.uris.includes(uri) || hostOf(uri) !== domain) return 'uri';
  if (!policy.chains.includes(chain)) return 'chain';
  if (isMultisig(address)) return 'multisig-unsupported';
  const asked =
    (statement === undefined
      ? policy.statements.length === 0
      : policy.statements.includes(statement)) &&
    requestId === undefined &&
    resources.length === policy.resources.length &&
    policy.resources.every((resource, at) => resource === resources[at]);
  return asked ? undefined : 'statement';
}

function timeFault(fields: SignInFields, policy: CheckedPolicy): SignInCode | undefined {
  const now = policy.now();
  const [skew, maxAge, maxLifetime] = [policy.clockSkew, policy.maxAge, policy.maxLifetime].map(
    (seconds) => seconds * 1000,
  ) as [number, number, number];
  // The parser has checked that the times are valid.
  const issued = Date.parse(fields.issuedAt);
  const expires = Date.parse(fields.expirationTime ?? '');
  const begins = Date.parse(fields.notBefore ?? fields.issuedAt);
  // A comparison with NaN is false, so each condition is for a valid time.
  if (!(issued <= now + skew)) return 'issued-in-future';
  if (!(issued >= now - maxAge)) return 'too-old';
  if (!(begins <= now + skew)) return 'not-yet-valid';
  if (!(expires > issued && expires - issued <= maxLifetime)) return 'lifetime';
  return now < expires ? undefined : 'expired';
}
