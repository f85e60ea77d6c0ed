import { describe, withDocs } from '../errors.js';
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
  const { nonce, statement, resources, issuedAt = new Date().toISOString() } = request;
  const { expirationTime = new Date(Date.parse(issuedAt) + LIFETIME).toISOString() } = request;
  const { host: domain, origin: uri } = location;
  const times = { issuedAt, expirationTime };
  const fields = { domain, uri, ...account, nonce, statement, resources, ...times };
  const lines: Readonly<Record<string, unknown>> = { ...fields, ...chainLines(account.chain) };
  if (!createMessage) {
    return writeLines(lines, (field, value) => mistake(`${field} must not be ${describe(value)}.`));
  }
  const text = await createMessage(fields);
  const expected = fromPage(lines);
  if (fromPage(readLines(text)) === expected) return text;
  return mistake(`createMessage must return text with ${expected}; got ${describe(text)}.`);
}

const mistake = (message: string): never => {
  throw new TypeError(withDocs(`signIn: ${message}`, 'verify'));
};

/** The values that the text of a server must have in common with the page. No field of a text has a line break. */
const fromPage = (fields: Readonly<Record<string, unknown>> | undefined) =>
  ['domain', 'name', 'address', 'uri', 'id', 'nonce'].map((field) => fields?.[field]).join('\n');
