import { describe, withDocs, type Refuse } from '../../errors.js';
import { anything, mergeOptions, readOptions, type OptionsOf } from '../../lib/read-options.js';
import { getChainLines, SIGN_IN_CHAINS, getSignInChains } from '../chains.js';
import { match, MAX_MESSAGE, readLines, writeLines, type SignInFields } from './lines.js';

export type FormatCode = 'too-long' | 'malformed' | 'version' | 'chain' | 'network-mismatch';

export type ParsedSignIn =
  | { readonly ok: true; readonly fields: SignInFields }
  | { readonly ok: false; readonly code: FormatCode };

/** A DNS name, an IPv4 address or an IPv6 address in brackets, with an optional port, as browsers write them. */
export const DOMAIN = '(([a-z0-9-]+\\.)*[a-z0-9-]+|\\[[0-9a-f:.]+])(:[1-9]\\d{0,4})?';
const IN_URI = "[\\w\\-.~:/?#[\\]@!$&'()*+,;=%]";
export const TIME = [
  '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z',
  'a time in UTC, such as 2026-01-31T12:00:00.000Z',
] as const;
/** The pattern of each field, and its description. The patterns of the lines allow more. */
const FIELDS: Readonly<Record<keyof SignInFields, readonly [pattern: string, expected: string]>> = {
  domain: [DOMAIN, 'a host, such as app.example.com or localhost:3000'],
  chain: [SIGN_IN_CHAINS.join('|'), `one of ${SIGN_IN_CHAINS.join(', ')}`],
  address: ['\\w+', 'an address of its chain'],
  statement: [
    '(?! )[^%]+(?<! )',
    'one line of letters, digits, spaces and the punctuation of URLs',
  ],
  uri: [
    `https?://${DOMAIN}([/?#]${IN_URI}*)?`,
    'an http or https URL in ASCII, without a user name',
  ],
  nonce: ['[A-Za-z0-9]{8,128}', '8 to 128 letters and digits'],
  issuedAt: TIME,
  expirationTime: TIME,
  notBefore: TIME,
  requestId: [
    "([\\w\\-.~:@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+",
    'letters, digits and the punctuation of a URL path',
  ],
  resources: [`[A-Za-z][A-Za-z0-9+.-]*:${IN_URI}+`, 'a list of one or more URIs in ASCII'],
};
/** The values are checked when they are written. */
const KNOWN = Object.fromEntries(
  Object.entries(FIELDS).map(([field]) => [field, anything]),
) as unknown as OptionsOf<SignInFields>;
const isField = (field: string): field is keyof SignInFields => Object.hasOwn(FIELDS, field);

/** False for 30 February, which Date reads as 2 March. */
const isTime = (text: string) => {
  const time = new Date(text);
  return !Number.isNaN(+time) && time.toISOString().slice(0, 19) === text.slice(0, 19);
};

/**
 * The text to sign: the lines of EIP-4361, for Stacks and Bitcoin. The same fields give the same bytes.
 *
 * @throws TypeError that names the field, its value and what was expected
 */
export function createSignInMessage(given: SignInFields): string {
  const toError = (message: string) => new TypeError(withDocs(message, 'verify'));
  const fields = readOptions('createSignInMessage', given, KNOWN, toError, false, 'fields');
  return writeFields(fields, (field, value, expected) => {
    throw toError(`createSignInMessage: \`${field}\` must be ${expected}; got ${describe(value)}.`);
  });
}

/** {@link createSignInMessage} with another error: `refuse` throws it. */
export function writeFields(given: SignInFields, refuse: Refuse): string {
  const fields = mergeOptions<SignInFields>(given);
  for (const [field, value] of Object.entries(fields)) {
    if (!isField(field)) return refuse(field, value, 'left out');
    if (value === undefined) continue; // Left out, or refused below.
    const [pattern, expected] = FIELDS[field];
    const isList = field === 'resources' && Array.isArray(value);
    if (isList !== (field === 'resources')) refuse(field, value, expected);
    if (isList && value.length > MAX_MESSAGE) refuse(field, `${value.length} URIs`, expected);
    for (const item of isList ? (value as readonly unknown[]) : [value]) {
      if (!match(pattern, item) || (pattern === TIME[0] && !isTime(item as string)))
        refuse(field, item, expected);
    }
  }
  const { chain, address } = fields;
  if (!chain) refuse('chain', chain, FIELDS.chain[1]);
  if (!getSignInChains(address).includes(chain)) refuse('address', address, FIELDS.address[1]);
  const text = writeLines(mergeOptions<object>(fields, getChainLines(chain)), (field, value) =>
    refuse(field, value, FIELDS[field as keyof SignInFields][1]),
  );
  return text.length > MAX_MESSAGE
    ? refuse('message', text.length, `at most ${MAX_MESSAGE} bytes`)
    : text;
}

/**
 * Reads a sign-in message. Accepts exactly what {@link createSignInMessage} writes: the fields must give the same
 * text again. Never throws.
 */
export function parseSignInMessage(text: unknown): ParsedSignIn {
  const failed = (code: FormatCode) => ({ ok: false, code }) as const;
  if (typeof text !== 'string') return failed('malformed');
  if (text.length > MAX_MESSAGE) return failed('too-long');
  const found = readLines(text);
  if (!found) {
    return failed(readLines(text.replace(/^Version: .+/m, 'Version: 1')) ? 'version' : 'malformed');
  }
  const { name, id, address = '', ...rest } = found;
  const named = SIGN_IN_CHAINS.filter((each) => getChainLines(each).name === name);
  if (!named.length) return failed('malformed');
  const chain = named.find((each) => getChainLines(each).id === id);
  if (!chain) return failed('chain');
  const possible = getSignInChains(address);
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
