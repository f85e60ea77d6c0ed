import { describe } from '../errors.js';
import { chainLines, CHAINS, chainsOf } from './chains.js';
import { MAX_MESSAGE, readLines, writeLines, type SignInFields } from './lines.js';

export type FormatCode = 'too-long' | 'malformed' | 'version' | 'chain' | 'network-mismatch';

export type ParsedSignIn =
  | { readonly ok: true; readonly fields: SignInFields }
  | { readonly ok: false; readonly code: FormatCode };

const A_TIME = 'a time in UTC, such as 2026-01-31T12:00:00.000Z';
/** What the errors of `createSignInMessage` expect, in words. */
const EXPECTED = {
  domain: 'a host, such as app.example.com or localhost:3000',
  chain: `one of ${CHAINS.join(', ')}`,
  address: 'an address of its chain',
  statement: 'one line of letters, digits, spaces and the punctuation of URLs',
  uri: 'an http or https URL in ASCII, without a user name',
  nonce: '8 to 128 letters and digits',
  issuedAt: A_TIME,
  expirationTime: A_TIME,
  notBefore: A_TIME,
  requestId: 'letters, digits and the punctuation of a URL path',
  resources: 'a list of one or more URIs in ASCII',
} satisfies Record<keyof SignInFields, string>;
const isField = (field: string): field is keyof SignInFields => Object.hasOwn(EXPECTED, field);

/** False for 30 February, which Date reads as 2 March. */
const isTime = (text: string) => {
  const time = new Date(text);
  return !Number.isNaN(+time) && time.toISOString().slice(0, 19) === text.slice(0, 19);
};

/**
 * The text to sign: the lines of EIP-4361, for Stacks and Bitcoin. Same fields, same bytes.
 *
 * @throws TypeError that names the field, its value and what was expected
 */
export function createSignInMessage(fields: SignInFields): string {
  const refuse = (field: string, value: unknown, expected: string): never => {
    throw new TypeError(
      `createSignInMessage: \`${field}\` must be ${expected}; got ${describe(value)}.`,
    );
  };
  const { chain, address } = fields;
  if (!CHAINS.includes(chain)) refuse('chain', chain, EXPECTED.chain);
  if (typeof address !== 'string' || !chainsOf(address).includes(chain)) {
    refuse('address', address, EXPECTED.address);
  }
  const text = writeLines(fields, (field, value) =>
    refuse(field, value, isField(field) ? EXPECTED[field] : `at most ${MAX_MESSAGE} bytes`),
  );
  for (const [field, value] of Object.entries(fields)) {
    if (!isField(field)) refuse(field, value, 'left out');
    else if (EXPECTED[field] === A_TIME && value && !isTime(value as string)) {
      refuse(field, value, A_TIME);
    }
  }
  return text;
}

/**
 * Reads a sign-in message. Accepts exactly what {@link createSignInMessage} writes: the fields must give the same
 * text again. Never throws.
 */
export function parseSignInMessage(text: unknown): ParsedSignIn {
  const failed = (code: FormatCode) => ({ ok: false, code }) as const;
  if (typeof text === 'string' && text.length > MAX_MESSAGE) return failed('too-long');
  const found = readLines(text);
  if (!found) return failed('malformed');
  const { name, version, id, address = '', ...rest } = found;
  if (version !== '1') return failed('version');
  const named = CHAINS.filter((each) => chainLines(each).name === name);
  const chain = named.find((each) => chainLines(each).id === id);
  if (!chain) return failed('chain');
  const possible = chainsOf(address);
  if (!possible.includes(chain)) {
    return failed(possible.some((each) => named.includes(each)) ? 'network-mismatch' : 'malformed');
  }
  const resources = found['resources']?.slice('\n- '.length).split('\n- ');
  const all = Object.entries({ ...rest, chain, address, resources });
  const present = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  const fields = present as unknown as SignInFields;
  try {
    return createSignInMessage(fields) === text ? { ok: true, fields } : failed('malformed');
  } catch {
    return failed('malformed');
  }
}
