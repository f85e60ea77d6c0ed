import type { SignInChain } from '../chains.js';

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

/** What a line can contain: the characters of a URI, and spaces (RFC 3986, EIP-4361). A field may allow less. */
const TEXT = '[ !#-;=?-[\\]\\w~]+';

/**
 * Returns the text of a field, or a group of a regular expression for it. A field with a text `before` it is optional;
 * one with a text `between` is a list.
 */
type Take = (field: string, before?: string, between?: string, pattern?: string) => string;

/** The lines of EIP-4361, in their order: for writing and for reading. */
const lines = (take: Take): string =>
  // Without a statement there are two empty lines.
  `${take('domain')} wants you to sign in with your ${take('name')} account:
${take('address')}
${take('statement', '\n')}

URI: ${take('uri')}
Version: 1
Chain ID: ${take('id')}
Nonce: ${take('nonce', '', '', '\\w{8,128}')}
Issued At: ${take('issuedAt')}` +
  take('expirationTime', '\nExpiration Time: ') +
  take('notBefore', '\nNot Before: ') +
  take('requestId', '\nRequest ID: ') +
  take('resources', '\nResources:', '\n- ');

/**
 * The text of fields, with those of `getChainLines`. Checks only that each fits into its line: `createSignInMessage`
 * checks the rest, and so do servers when they verify. `refuse` throws an error for a field.
 */
export const writeLines = (
  fields: object,
  refuse: (field: string, value: unknown) => never,
): string =>
  lines((field, before = '', between = '', pattern = TEXT) => {
    const value = (fields as Readonly<Record<string, unknown>>)[field];
    if (before && value === undefined) return '';
    const items = ([value].flat() as readonly string[]).map((item) =>
      match(pattern, item) ? between + item : refuse(field, item),
    );
    return before + (items.join('') || refuse(field, value));
  });

/** The texts in the lines. Undefined if the text has other lines. */
export function readLines(text: unknown): Readonly<Record<string, string>> | undefined {
  const all = lines((field, before, between, pattern = TEXT) => {
    const group = `(?<${field}>${between ? `(${between}${pattern})+` : pattern})`;
    return before ? `(${before}${group})?` : group;
  });
  return match(all, text)?.groups;
}

/** Bytes. Wallets pass the message in the URL of a popup. */
export const MAX_MESSAGE = 1024;

/** The match of the whole text. Null for anything else, and for a text that fits into no message. */
export function match(pattern: string, value: unknown): RegExpExecArray | null {
  if (typeof value !== 'string' || value.length > MAX_MESSAGE) return null;
  return new RegExp(`^(?:${pattern})$`).exec(value);
}
