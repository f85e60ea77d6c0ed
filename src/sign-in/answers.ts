import { describe, withDocs, type Refuse } from '../errors.js';
import { isRecord, read } from '../lib/safe-access.js';
import { getSignInChains, SIGN_IN_CHAINS } from './chains.js';
import { TIME } from './server/message.js';
import type { SignInIdentity, SignInRequest } from './types.js';

/** The server answered, and its answer has a mistake. The message names the field, its value and what was expected. */
export class SignInAnswerError extends TypeError {
  override readonly name = 'SignInAnswerError';

  constructor(message: string) {
    super(withDocs(`signIn: ${message}.`, 'verify'));
  }
}

/** Throws for a field of an answer. */
export const refuseAnswer: Refuse = (field, value, expected) => {
  const message = `\`${field}\` from the server must be ${expected}; got ${describe(value)}`;
  throw new SignInAnswerError(message);
};

/** What servers write for an absent field: `null` (Java, C#), or an empty text or list (Go). */
const isAbsent = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

/** For an absent time, also 0, and the first day of the year 1 (`time.Time` of Go, `DateTime` of C#). */
const isAbsentTime = (value: unknown) =>
  isAbsent(value) || value === 0 || (typeof value === 'string' && value.startsWith('0001-01-01T'));

/**
 * The answer with a nonce, without its absent fields. Checks what is needed to write a text; `createSignInMessage`
 * checks the rest.
 */
export function readRequest(answer: unknown): SignInRequest {
  if (typeof answer === 'string') return { nonce: answer };
  if (!isRecord(answer)) return refuseAnswer('nonce', answer, 'in an object');
  const field = (name: keyof SignInRequest, isLeftOut = isAbsent) => {
    const value = read(answer, name);
    return isLeftOut(value) ? undefined : value;
  };
  const time = (name: 'issuedAt' | 'expirationTime') => {
    const value = field(name, isAbsentTime);
    if (value === undefined || (typeof value === 'string' && !isNaN(Date.parse(value))))
      return value;
    return refuseAnswer(name, value, TIME[1]);
  };
  return {
    nonce: field('nonce') as string,
    statement: field('statement') as string | undefined,
    issuedAt: time('issuedAt'),
    expirationTime: time('expirationTime'),
    resources: field('resources') as readonly string[] | undefined,
  };
}

/** The account in an answer. Undefined if it is absent, or has neither a chain nor an address. */
export function readAccount(account: unknown): SignInIdentity | undefined {
  if (isAbsent(account)) return undefined;
  if (!isRecord(account))
    return refuseAnswer('account', account, 'an object with `chain` and `address`');
  const [address, name] = ['address', 'chain'].map((field) => read(account, field));
  if (isAbsent(address) && isAbsent(name)) return undefined;
  const chain = SIGN_IN_CHAINS.find((each) => each === name);
  if (!chain) return refuseAnswer('account.chain', name, `one of ${SIGN_IN_CHAINS.join(', ')}`);
  return typeof address === 'string' && getSignInChains(address).includes(chain)
    ? { chain, address }
    : refuseAnswer('account.address', address, `an address of ${chain}`);
}
