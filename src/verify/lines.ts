import { chainLines, type SignInChain } from './chains.js';

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

/** The characters of a URI and, with spaces, of a statement (RFC 3986, EIP-4361). */
const CHARACTERS = "\\w\\-.~:/?#[\\]@!$&'()*+,;=";
const IN_URI = `[${CHARACTERS}%]`;
const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z';
/** A DNS name, an IPv4 address or an IPv6 address in brackets, with an optional port, as browsers write them. */
const DOMAIN = '(([a-z0-9-]+\\.)*[a-z0-9-]+|\\[[0-9a-f:.]+])(:[1-9]\\d{0,4})?';

/** True for a text that matches the pattern as a whole. */
const matches = (pattern: string, value: unknown): boolean =>
  new RegExp(`^(?:${pattern})$`).exec(value as string)?.[0] === value;
export const isDomain = (value: unknown): boolean => matches(DOMAIN, value);

/**
 * Takes a field: its value, or the group of a regular expression. A field with a text `before` it is optional; one with
 * a text `between` is a list.
 */
type Take = (field: string, pattern: string, before?: string, between?: string) => string;

/** The lines of EIP-4361. The only place that knows their order: for writing, and for reading. */
const lines = (take: Take): string =>
  `${take('domain', DOMAIN)} wants you to sign in with your ${take('name', 'Stacks|Bitcoin')} account:\n` +
  `${take('address', '\\w+')}\n` +
  // Without a statement there are two empty lines.
  take('statement', `(?! )[${CHARACTERS} ]+(?<! )`, '\n') +
  `\n\nURI: ${take('uri', `https?://${DOMAIN}([/?#]${IN_URI}*)?`)}\n` +
  `Version: ${take('version', '.+')}\nChain ID: ${take('id', '.+')}\n` +
  `Nonce: ${take('nonce', '[A-Za-z0-9]{8,128}')}\n` +
  `Issued At: ${take('issuedAt', TIME)}` +
  take('expirationTime', TIME, '\nExpiration Time: ') +
  take('notBefore', TIME, '\nNot Before: ') +
  take('requestId', "([\\w\\-.~:@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+", '\nRequest ID: ') +
  take('resources', `[A-Za-z][A-Za-z0-9+.-]*:${IN_URI}+`, '\nResources:', '\n- ');

/**
 * The text of fields, whose address is of the chain. `refuse` throws an error for a field.
 */
export function writeLines(
  given: SignInFields,
  refuse: (field: string, value: unknown) => never,
): string {
  const fields: Readonly<Record<string, unknown>> = { ...given, ...chainLines(given.chain) };
  const text = lines((field, pattern, before = '', between = '') => {
    const value = fields[field];
    if (before && value === undefined) return '';
    const items = between ? value : [value];
    if (!Array.isArray(items) || !items.length) return refuse(field, value);
    const checked = (item: string) => (matches(pattern, item) ? item : refuse(field, item));
    return before + items.map((item) => between + checked(item)).join('');
  });
  return text.length > MAX_MESSAGE ? refuse('message', text.length) : text;
}

/** The texts in the lines, of which only the form is checked. Undefined if the lines are others. */
export function readLines(text: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof text !== 'string' || text.length > MAX_MESSAGE) return undefined;
  const all = lines((field, pattern, before, between) => {
    const group = `(?<${field}>${between ? `(${between}${pattern})+` : pattern})`;
    return before ? `(${before}${group})?` : group;
  });
  return new RegExp(`^${all}$`).exec(text)?.groups;
}

