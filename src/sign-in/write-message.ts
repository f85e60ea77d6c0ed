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
  const { nonce, statement, resources, issuedAt = new Date().toISOString() } = request;
  const { expirationTime = new Date(Date.parse(issuedAt) + LIFETIME).toISOString() } = request;
  const { host: domain, origin: uri } = location;
  const times = { issuedAt, expirationTime };
  const fields = { domain, uri, ...account, nonce, statement, resources, ...times };
  const lines: Readonly<Record<string, unknown>> = { ...fields, ...chainLines(account.chain) };
  if (!createMessage) {
    return writeLines(lines, (field, value) => {
      throw new TypeError(`Sign-in: \`${field}\` cannot be ${describe(value)}.`);
    });
  }
  const text = await createMessage(fields);
  const found = readLines(text);
  if (OF_PAGE.every((field) => found?.[field] === lines[field])) return text;
  const expected = OF_PAGE.map((field) => lines[field]).join();
  throw new TypeError(`createMessage must return a text with ${expected}; got ${describe(text)}.`);
}

/** What the text of a server must have from the page. */
const OF_PAGE = ['domain', 'name', 'address', 'uri', 'id', 'nonce'];
