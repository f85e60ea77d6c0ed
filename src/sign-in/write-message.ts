import { describe } from '../errors.js';
import { chainLines } from '../verify/chains.js';
import { readLines, writeLines } from '../verify/lines.js';
import type { SignInIdentity, SignInOptions, SignInRequest } from './types.js';

const LIFETIME = 600_000; // milliseconds

/**
 * The text to sign, for this page.
 *
 * @throws TypeError that names the field and its value
 */
export async function writeMessage(
  account: SignInIdentity,
  request: SignInRequest,
  createMessage: SignInOptions['createMessage'],
): Promise<string> {
  const page = { domain: location.host, uri: location.origin, nonce: request.nonce };
  const issuedAt = request.issuedAt ?? new Date().toISOString();
  const expirationTime =
    request.expirationTime ?? new Date(Date.parse(issuedAt) + LIFETIME).toISOString();
  const { statement, resources } = request;
  const fields = { ...page, ...account, statement, resources, issuedAt, expirationTime };
  if (!createMessage) {
    return writeLines(fields, (field, value) => {
      throw new TypeError(`The \`${field}\` of a sign-in cannot be ${describe(value)}.`);
    });
  }
  const text = await createMessage(fields);
  const found = readLines(text);
  const expected = { ...page, address: account.address, ...chainLines(account.chain) };
  if (Object.entries(expected).every(([field, value]) => found?.[field] === value)) return text;
  throw new TypeError(
    `createMessage must return a sign-in with ${Object.values(expected).join(' ')}; got ${describe(text)}.`,
  );
}
