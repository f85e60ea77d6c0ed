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

/** What each field must be, and whether it can be absent. */
const FIELDS: Readonly<Record<keyof SignInFields, readonly [pattern: string, optional?: 1]>> = {
  domain: [DOMAIN],
  chain: [CHAIN_NAMES],
  address: ['\\w+'],
  statement: [`(?! )[${CHARACTERS} ]+(?<! )`, 1],
  uri: [`https?://(?=[^/?#@]+([/?#]|$))${IN_URI}+`],
  nonce: ['[A-Za-z0-9]{8,128}'],
  issuedAt: [TIME],
  expirationTime: [TIME, 1],
  notBefore: [TIME, 1],
  requestId: ["([\\w\\-.~:@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+", 1],
  resources: [`[A-Za-z][A-Za-z0-9+.-]*:${IN_URI}+`, 1],
};

/** True if the pattern matches the whole text. */
export const matches = (pattern: string, text: unknown): boolean =>
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
export function createSignInMessage(fields: SignInFields): string {
  const refuse = (field: string, value: unknown, expected: string): never => {
    throw new TypeError(
      `createSignInMessage: \`${field}\` must be ${expected}; got ${String(value)}.`,
    );
  };
  for (const [field, value] of Object.entries(fields)) {
    if (!Object.hasOwn(FIELDS, field)) refuse(field, value, 'left out');
  }
  for (const [field, [pattern, optional]] of Object.entries(FIELDS)) {
    const value: unknown = fields[field as keyof SignInFields];
    if (value === undefined && optional) continue;
    const values: unknown = field === 'resources' ? value : [value];
    if (!Array.isArray(values) || !values.length) return refuse(field, value, 'a list of URIs');
    for (const each of values as unknown[]) {
      if (!matches(pattern, each) || (pattern === TIME && !isTime(each as string))) {
        refuse(field, each, `a text that matches ${pattern}`);
      }
    }
  }
  const { domain, chain, address, statement, resources } = fields;
  const { name, id, address: pattern } = CHAINS[chain];
  if (!pattern.test(address)) refuse('address', address, `one of ${chain}`);
  const lines = [
    `${domain} wants you to sign in with your ${name} account:\n${address}\n`,
    // An empty line too much without a statement, as in EIP-4361.
    ...(statement === undefined ? [] : [statement]),
    ...Object.entries({
      '\nURI': fields.uri,
      Version: 1,
      'Chain ID': id,
      Nonce: fields.nonce,
      'Issued At': fields.issuedAt,
      'Expiration Time': fields.expirationTime,
      'Not Before': fields.notBefore,
      'Request ID': fields.requestId,
    }).flatMap(([label, value]) => (value === undefined ? [] : `${label}: ${value}`)),
    ...(resources ? ['Resources:', ...resources.map((each) => `- ${each}`)] : []),
  ];
  const text = lines.join('\n');
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
