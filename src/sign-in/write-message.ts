import { describe } from '../errors.js';
import { getChainLines } from './chains.js';
import { readLines } from './server/lines.js';
import { writeFields } from './server/message.js';
import { refuseAnswer, SignInAnswerError } from './answers.js';
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
  // Refuses what the server would refuse, before the user is asked to sign it.
  if (!createMessage) return writeFields(fields, refuseAnswer);
  const text = await createMessage(fields);
  const expected = fromPage({ ...fields, ...getChainLines(account.chain) });
  if (fromPage(readLines(text)) === expected) return text;
  throw new SignInAnswerError(
    `createMessage must return text with ${expected}; got ${describe(text)}`,
  );
}

/** The values that the text of a server must have in common with the page. No field of a text has a line break. */
const fromPage = (fields: Readonly<Record<string, unknown>> | undefined) =>
  ['domain', 'name', 'address', 'uri', 'id', 'nonce'].map((field) => fields?.[field]).join('\n');
