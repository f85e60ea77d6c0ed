import { describe } from '../errors.js';
import { createSignInMessage, readLines } from '../verify/message.js';
import type { SignInIdentity, SignInOptions, SignInRequest } from './types.js';

const LIFETIME = 600_000; // milliseconds

/**
 * The text to sign, for this page. It is in a file of its own, since a page needs it only when somebody signs in.
 *
 * @throws TypeError that names the field, its value and what was expected
 */
export async function writeMessage(
  account: SignInIdentity,
  request: SignInRequest,
  createMessage: SignInOptions['createMessage'],
): Promise<string> {
  const { nonce, statement, resources, issuedAt = new Date().toISOString() } = request;
  // A time that cannot be read is refused below, with its name.
  const expires = new Date((Date.parse(issuedAt) || 0) + LIFETIME).toISOString();
  const { host: domain, origin: uri } = location;
  const { expirationTime = expires } = request;
  const page = { domain, uri, nonce, ...account };
  const fields = { ...page, statement, resources, issuedAt, expirationTime };
  if (!createMessage) return createSignInMessage(fields);

  const text = await createMessage(fields);
  const found = readLines(text)?.fields;
  // The text must be what its fields give, with those of this page and account in place of its own.
  if (found && createSignInMessage({ ...found, ...page }) === text) return text;
  throw new TypeError(
    `createMessage must return a sign-in message for ${domain}, ${uri}, ${account.chain}, ${account.address} and ${nonce}; got ${describe(text)}.`,
  );
}
