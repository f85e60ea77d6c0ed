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
const RESOURCE = `[A-Za-z][A-Za-z0-9+.-]*:${IN_URI}+`;
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
 * The text to sign: the lines of EIP-4361, for Stacks and Bitcoin. Same fields, same bytes.
 *
 * @throws TypeError that names the field, its value and the regular expression that it must match
 */
export function createSignInMessage({ resources, ...fields }: SignInFields): string {
  const rest: Record<string, unknown> = fields;
  const refuse = (field: string, value: unknown, expected: string): never => {
    throw new TypeError(
      `createSignInMessage: \`${field}\` must be ${expected}; got ${String(value)}.`,
    );
  };
  const checked = (field: string, pattern: string, value: unknown): string =>
    matches(pattern, value) && (pattern !== TIME || isTime(value))
      ? value
      : refuse(field, value, `a text that matches ${pattern}`);
  /** The field, `before` in front of it, which makes it optional. */
  const take = (field: string, pattern: string, before?: string): string => {
    const { [field]: value } = rest;
    delete rest[field];
    return value === undefined && before ? '' : (before ?? '') + checked(field, pattern, value);
  };
  const list = (values: unknown): string =>
    Array.isArray(values) && values.length
      ? values.map((each) => `\n- ${checked('resources', RESOURCE, each)}`).join('')
      : refuse('resources', values, 'a list of URIs');
  const { name, id, address } = CHAINS[take('chain', CHAIN_NAMES) as SignInChain];
  const text =
    `${take('domain', DOMAIN)} wants you to sign in with your ${name} account:\n${take('address', address)}\n` +
    // Without a statement there are two empty lines, as in EIP-4361.
    `${take('statement', `(?! )[${CHARACTERS} ]+(?<! )`, '\n')}\n\n` +
    `URI: ${take('uri', `https?://(?=[^/?#@]+([/?#]|$))${IN_URI}+`)}\nVersion: 1\nChain ID: ${id}\n` +
    `Nonce: ${take('nonce', '[A-Za-z0-9]{8,128}')}\nIssued At: ${take('issuedAt', TIME)}` +
    take('expirationTime', TIME, '\nExpiration Time: ') +
    take('notBefore', TIME, '\nNot Before: ') +
    take('requestId', "([\\w\\-.~:@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+", '\nRequest ID: ') +
    (resources === undefined ? '' : `\nResources:${list(resources)}`);
  for (const [field, value] of Object.entries(rest)) refuse(field, value, 'left out');
  return text.length > MAX_MESSAGE ? refuse('message', text.length, 'at most 1024 bytes') : text;
}

/** The lines, in their order. Optional fields are optional groups, so a line in another place does not match. */
const lines = () =>
  new RegExp(
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
  const groups = lines().exec(text)?.groups;
  if (!groups) return failed('malformed');
  const { name = '', version, id = '', resources, ...rest } = groups;
  if (version !== '1') return failed('version');
  const chain = chainOf(name, id);
  if (!chain) return failed('chain');
  const { address = '' } = rest;
  if (!matches(CHAINS[chain].address, address)) {
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
