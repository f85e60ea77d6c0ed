import { describe } from '../errors.js';
import { CHAIN_NAMES, CHAINS, chainOf, isAddressOf, type SignInChain } from './chains.js';

/** The fields of a sign-in message. Texts are ASCII; times are in UTC, as `Date.prototype.toISOString` writes them. */
export interface SignInFields {
  /** The host of the page, with its port: `location.host`. */
  readonly domain: string;
  readonly chain: SignInChain;
  readonly address: string;
  /** One line that the user reads. */
  readonly statement?: string | undefined;
  /** An http or https URL of the page. */
  readonly uri: string;
  /** 8 to 128 letters and digits, made by the server. */
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime?: string | undefined;
  readonly notBefore?: string | undefined;
  readonly requestId?: string | undefined;
  /** URIs, at least one. */
  readonly resources?: readonly string[] | undefined;
}

/** Bytes. Wallets pass the message in the URL of a popup. */
export const MAX_MESSAGE = 1024;

export type FormatCode = 'too-long' | 'malformed' | 'version' | 'chain' | 'network-mismatch';

export type ParsedSignIn =
  | { readonly ok: true; readonly fields: SignInFields }
  | { readonly ok: false; readonly code: FormatCode };

/** The characters of a URI and, with spaces, of a statement (RFC 3986, EIP-4361). */
const CHARACTERS = "\\w\\-.~:/?#[\\]@!$&'()*+,;=";
const IN_URI = `[${CHARACTERS}%]`;
const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z';
/** A DNS name, an IPv4 address or an IPv6 address in brackets, with an optional port, as browsers write them. */
export const DOMAIN = '(([a-z0-9-]+\\.)*[a-z0-9-]+|\\[[0-9a-f:.]+])(:[1-9]\\d{0,4})?';

/** True if the pattern matches the whole text. */
export const matches = (pattern: string, text: unknown): text is string =>
  typeof text === 'string' &&
  text.length <= MAX_MESSAGE &&
  new RegExp(`^(?:${pattern})$`).test(text);

/** False for 30 February, which Date reads as 2 March. */
const isTime = (text: string) => {
  const time = new Date(text);
  return !Number.isNaN(+time) && time.toISOString().slice(0, 19) === text.slice(0, 19);
};

/**
 * Takes a field: its value, or the group of a regular expression. `expected` says in words what the pattern matches.
 * A field with a text `before` it is optional; one with a text `between` is a list.
 */
type Take = (
  field: string,
  pattern: string,
  expected: string,
  before?: string,
  between?: string,
) => string;

/** The lines of EIP-4361. The only place that knows their order: for writing, and for reading. */
const lines = (take: Take, name: string, version: string, id: string, address: string): string =>
  `${take('domain', DOMAIN, 'a host, such as app.example.com or localhost:3000')} wants you to sign in with your ${name} account:\n` +
  `${take('address', address, 'an address of its chain')}\n` +
  // Without a statement there are two empty lines.
  take(
    'statement',
    `(?! )[${CHARACTERS} ]+(?<! )`,
    'one line of letters, digits, spaces and the punctuation of URLs',
    '\n',
  ) +
  `\n\nURI: ${take('uri', `https?://(?=[^/?#@\\n]+([/?#\\n]|$))${IN_URI}+`, 'an http or https URL in ASCII, without a user name')}\n` +
  `Version: ${version}\nChain ID: ${id}\n` +
  `Nonce: ${take('nonce', '[A-Za-z0-9]{8,128}', '8 to 128 letters and digits')}\n` +
  `Issued At: ${take('issuedAt', TIME, A_TIME)}` +
  take('expirationTime', TIME, A_TIME, '\nExpiration Time: ') +
  take('notBefore', TIME, A_TIME, '\nNot Before: ') +
  take(
    'requestId',
    "([\\w\\-.~:@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+",
    'letters, digits and the punctuation of a URL path',
    '\nRequest ID: ',
  ) +
  take(
    'resources',
    `[A-Za-z][A-Za-z0-9+.-]*:${IN_URI}+`,
    'a list of one or more URIs in ASCII',
    '\nResources:',
    '\n- ',
  );
const A_CHAIN = `one of ${CHAIN_NAMES.replaceAll('|', ', ')}`;
const A_TIME = 'a time in UTC, such as 2026-01-31T12:00:00.000Z';

/**
 * The text to sign: the lines of EIP-4361, for Stacks and Bitcoin. Same fields, same bytes.
 *
 * @throws TypeError that names the field, its value and what was expected
 */
export function createSignInMessage(fields: SignInFields): string {
  const rest: Record<string, unknown> = { ...fields };
  const refuse = (field: string, value: unknown, expected: string): never => {
    throw new TypeError(
      `createSignInMessage: \`${field}\` must be ${expected}; got ${describe(value)}.`,
    );
  };
  const take: Take = (field, pattern, expected, before = '', between) => {
    const { [field]: value } = rest;
    delete rest[field];
    if (before && value === undefined) return '';
    const checked = (each: unknown) =>
      matches(pattern, each) && (pattern !== TIME || isTime(each))
        ? each
        : refuse(field, each, expected);
    if (!between) return before + checked(value);
    return Array.isArray(value) && value.length
      ? before + value.map((each) => between + checked(each)).join('')
      : refuse(field, value, expected);
  };
  const { name, id, address } = CHAINS[take('chain', CHAIN_NAMES, A_CHAIN) as SignInChain];
  const text = lines(take, name, '1', id, address);
  for (const [field, value] of Object.entries(rest)) refuse(field, value, 'left out');
  return text.length > MAX_MESSAGE ? refuse('message', text.length, 'at most 1024 bytes') : text;
}

interface ReadLines {
  readonly name: string;
  readonly version: string;
  readonly id: string;
  /** All but the chain, which `name` and `id` say. */
  readonly fields: Omit<SignInFields, 'chain'>;
}

/** The values in a text, whose address and times may be invalid. Undefined if the lines are others. */
export function readLines(text: unknown): ReadLines | undefined {
  if (typeof text !== 'string' || text.length > MAX_MESSAGE) return undefined;
  const take: Take = (field, pattern, _expected, before, between) => {
    const group = `(?<${field}>${between ? `(${between}${pattern})+` : pattern})`;
    return before ? `(?:${before}${group})?` : group;
  };
  const all = lines(take, '(?<name>Stacks|Bitcoin)', '(?<version>.+)', '(?<id>.+)', '.+');
  const found = new RegExp(`^${all}$`).exec(text)?.groups;
  if (!found) return undefined;
  const { resources, ...texts } = found;
  const list = resources?.slice(3).split('\n- ');
  const present = Object.entries({ ...texts, resources: list }).filter(([, value]) => value);
  const { name, version, id, ...fields } = Object.fromEntries(present);
  return { name, version, id, fields } as unknown as ReadLines;
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
  const { name, version, id } = found;
  if (version !== '1') return failed('version');
  const chain = chainOf(name, id);
  if (!chain) return failed('chain');
  const { address } = found.fields;
  if (!matches(CHAINS[chain].address, address)) {
    return failed(isAddressOf(name, address) ? 'network-mismatch' : 'malformed');
  }
  const fields = { ...found.fields, chain };
  try {
    return createSignInMessage(fields) === text ? { ok: true, fields } : failed('malformed');
  } catch {
    return failed('malformed');
  }
}
