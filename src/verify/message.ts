import { CHAINS, chainOf, isAddressOf, type SignInChain } from './chains.js';

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

/** The characters of a URI (RFC 3986). */
const URI = "[\\w\\-.~:/?#[\\]@!$&'()*+,;=%]";
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

/** What each field must be, with the words for an error. */
const RULES: Readonly<
  Record<keyof SignInFields, readonly [expected: string, isValid: (value: string) => boolean]>
> = {
  domain: ['a host in lower case, with an optional port', isDomain],
  chain: ['a chain, such as stacks:mainnet', (value) => Object.hasOwn(CHAINS, value)],
  address: ['an address of that chain', () => true],
  statement: [
    'one line of the characters of a URI and spaces',
    matches("^[\\w\\-.~:/?#[\\]@!$&'()*+,;=](?:[\\w\\-.~:/?#[\\]@!$&'()*+,;= ]*[^ ])?$"),
  ],
  uri: ['an http or https URL', matches(`^https?://[^/?#@]+(?:[/?#]${URI}*)?$`, `^${URI}+$`)],
  nonce: ['8 to 128 letters and digits', matches('^[A-Za-z0-9]{8,128}$')],
  issuedAt: ['a time in UTC', isTime],
  expirationTime: ['a time in UTC', isTime],
  notBefore: ['a time in UTC', isTime],
  requestId: [
    'characters of a path segment',
    matches("^(?:[\\w\\-.~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})+$"),
  ],
  resources: ['a URI', matches(`^[A-Za-z][A-Za-z0-9+.-]*:${URI}+$`)],
};

function matches(...patterns: readonly string[]): (value: string) => boolean {
  return (value) => patterns.every((pattern) => new RegExp(pattern).test(value));
}

/** A DNS name, an IPv4 address or an IPv6 address in brackets. Browsers write hosts in lower case. */
export function isDomain(value: string): boolean {
  const [, host = '', port] =
    /^((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.(?!:|$)|(?=:|$)))+|\[[0-9a-f:.]{2,45}\])(?::([1-9]\d{0,4}))?$/.exec(
      value,
    ) ?? [];
  return host !== '' && host.length <= 253 && Number(port ?? 0) <= 65_535;
}

/** True for a time that exists: `2026-02-30T00:00:00Z` does not. */
function isTime(value: string): boolean {
  const time = TIME.test(value) ? new Date(value) : new Date(NaN);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === value.slice(0, 19);
}

/**
 * The text to sign: the lines of EIP-4361, for Stacks and Bitcoin. Same fields, same bytes.
 *
 * @throws TypeError that names the field, its value and what was expected
 */
export function createSignInMessage(fields: SignInFields): string {
  const refuse = (field: string, value: unknown, expected: string) => {
    throw new TypeError(
      `createSignInMessage: \`${field}\` must be ${expected}; got ${String(value)}.`,
    );
  };
  const given = Object.entries(fields as unknown as Record<string, unknown>);
  for (const [field, value] of given) {
    if (!Object.hasOwn(RULES, field)) refuse(field, value, 'left out: there is no such field');
  }
  const optional = ['statement', 'expirationTime', 'notBefore', 'requestId', 'resources'];
  for (const [field, [expected, isValid]] of Object.entries(RULES)) {
    const value: unknown = fields[field as keyof SignInFields];
    if (value === undefined && optional.includes(field)) continue;
    const values: unknown = field === 'resources' ? value : [value];
    if (!Array.isArray(values) || values.length === 0)
      return refuse(field, value, 'a list of URIs');
    for (const each of values as unknown[]) {
      if (typeof each !== 'string' || each.length > MAX_MESSAGE || !isValid(each)) {
        refuse(field, each, expected);
      }
    }
  }
  const { name, id, address } = CHAINS[fields.chain];
  if (!address.test(fields.address)) refuse('address', fields.address, RULES.address[0]);
  const line = (label: string, value: string | undefined) =>
    value === undefined ? [] : [`${label}: ${value}`];
  const text = [
    `${fields.domain} wants you to sign in with your ${name} account:`,
    fields.address,
    '',
    ...(fields.statement === undefined ? [] : [fields.statement]),
    '',
    ...line('URI', fields.uri),
    'Version: 1',
    `Chain ID: ${id}`,
    ...line('Nonce', fields.nonce),
    ...line('Issued At', fields.issuedAt),
    ...line('Expiration Time', fields.expirationTime),
    ...line('Not Before', fields.notBefore),
    ...line('Request ID', fields.requestId),
    ...(fields.resources ? ['Resources:', ...fields.resources.map((each) => `- ${each}`)] : []),
  ].join('\n');
  if (text.length > MAX_MESSAGE) {
    refuse('message', `${text.length} bytes`, `at most ${MAX_MESSAGE} bytes`);
  }
  return text;
}

/** The lines, in their order. Optional fields are optional groups, so a line in another place does not match. */
const MESSAGE = new RegExp(
  '^(?<domain>[^ \\n]+) wants you to sign in with your (?<name>Stacks|Bitcoin) account:\\n' +
    '(?<address>[^\\n]+)\\n\\n(?:(?<statement>[^\\n]+)\\n)?\\n' +
    'URI: (?<uri>[^\\n]+)\\nVersion: (?<version>[^\\n]+)\\nChain ID: (?<id>[^\\n]+)\\n' +
    'Nonce: (?<nonce>[^\\n]+)\\nIssued At: (?<issuedAt>[^\\n]+)' +
    '(?:\\nExpiration Time: (?<expirationTime>[^\\n]+))?(?:\\nNot Before: (?<notBefore>[^\\n]+))?' +
    '(?:\\nRequest ID: (?<requestId>[^\\n]+))?(?:\\nResources:(?<resources>(?:\\n- [^\\n]+)+))?$',
);

/**
 * Reads a sign-in message. Accepts exactly what {@link createSignInMessage} writes: the fields must give the same
 * text again. Never throws.
 */
export function parseSignInMessage(text: unknown): ParsedSignIn {
  const failed = (code: FormatCode) => ({ ok: false, code }) as const;
  if (typeof text !== 'string') return failed('malformed');
  if (text.length > MAX_MESSAGE) return failed('too-long');
  const groups = MESSAGE.exec(text)?.groups;
  if (!groups) return failed('malformed');
  const { name = '', version, id = '', resources, ...rest } = groups;
  if (version !== '1') return failed('version');
  const chain = chainOf(name, id);
  if (!chain) return failed('chain');
  const { address = '' } = rest;
  if (!CHAINS[chain].address.test(address)) {
    return failed(isAddressOf(name, address) ? 'network-mismatch' : 'malformed');
  }
  const fields = {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    chain,
    ...(resources !== undefined && { resources: resources.slice(3).split('\n- ') }),
  } as unknown as SignInFields;
  try {
    return createSignInMessage(fields) === text ? { ok: true, fields } : failed('malformed');
  } catch {
    return failed('malformed');
  }
}
