import { mustBe, withDocs, type Refuse } from '../errors.js';
import { anything, readOptions, scalar, type OptionTable } from '../lib/read-options.js';
import { attempt, bare } from '../lib/safe-access.js';
import { getAddressFormat, canBeOn } from '../stacks/address.js';

/**
 * The line `Chain ID`. Stacks: the chain id in its transactions. Bitcoin: the reference of CAIP-2 (`bip122`), the first
 * 32 hex digits of the hash of the first block. No standard defines this line for Bitcoin.
 */
const IDS = {
  'stacks:mainnet': '1',
  'stacks:testnet': '2147483648',
  'bitcoin:mainnet': '000000000019d6689c085ae165831e93',
  'bitcoin:testnet': '000000000933ea01ad0ee984209779ba',
  'bitcoin:testnet4': '00000000da84f2bafbbc53dee25a72ae',
  'bitcoin:signet': '00000008819873e925422c1ff0f99f7c',
  'bitcoin:regtest': '0f9188f13cb7b2c71f2a335e3a4fc328',
} as const satisfies Readonly<Record<SignInChain, string>>;

/** A network on which an account signs in. */
export type SignInChain =
  | 'stacks:mainnet'
  | 'stacks:testnet'
  | 'bitcoin:mainnet'
  | 'bitcoin:testnet'
  | 'bitcoin:testnet4'
  | 'bitcoin:signet'
  | 'bitcoin:regtest';

export const SIGN_IN_CHAINS = Object.entries(IDS).map(([name]) => name as SignInChain);

/** The values in a message that depend only on the chain. */
export const getChainLines = (chain: SignInChain) => ({
  name: chain[0] === 's' ? 'Stacks' : 'Bitcoin',
  id: IDS[chain],
});

/**
 * The chains that have addresses in this format. None for a contract, and for Bech32 in upper case. Test networks of
 * Bitcoin share addresses. Checksums are checked with the signature.
 */
export function getSignInChains(address: string): readonly SignInChain[] {
  const format = getAddressFormat(address);
  if (!format || !/^(?![BT])\w+$/.test(address)) return [];
  return SIGN_IN_CHAINS.filter((name) => {
    const [chain, network] = name.split(':') as [string, string];
    return chain === format.chain && canBeOn(format, network);
  });
}

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

export type FormatCode = 'too-long' | 'malformed' | 'version' | 'chain' | 'network-mismatch';

export type ParsedSignIn =
  | { readonly ok: true; readonly fields: SignInFields }
  | { readonly ok: false; readonly code: FormatCode };

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

/** The text of checked fields, with those of `getChainLines`. */
const writeLines = (fields: object): string =>
  lines((field, before = '', between = '') => {
    const value = (fields as Readonly<Record<string, string | string[] | undefined>>)[field];
    if (value === undefined) return '';
    return (
      before +
      [value]
        .flat()
        .map((item) => between + item)
        .join('')
    );
  });

/** Characters of the message with these fields and an address of some length. */
export const getMessageLength = (fields: Omit<SignInFields, 'address'>, address: number): number =>
  writeLines(bare({ ...fields, ...getChainLines(fields.chain), address: ' '.repeat(address) }))
    .length;

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

/**
 * A DNS name, an IPv4 address or an IPv6 address in brackets, with an optional port, as browsers write them: a name may
 * contain underscores and end with a dot.
 */
export const DOMAIN = '(([a-z0-9_-]+\\.)*[a-z0-9_-]+\\.?|\\[[0-9a-f:.]+])(:[1-9]\\d{0,4})?';
const IN_URI = "[\\w\\-.~:/?#[\\]@!$&'()*+,;=%]";
export const TIME = [
  '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z',
  'a time in UTC, such as 2026-01-31T12:00:00.000Z',
] as const;
/** The pattern of each field, and its description. */
const FIELDS: Readonly<Record<keyof SignInFields, readonly [pattern: string, expected: string]>> = {
  domain: [DOMAIN, 'a host, such as app.example.com or localhost:3000'],
  chain: [SIGN_IN_CHAINS.join('|'), `one of ${SIGN_IN_CHAINS.join(', ')}`],
  address: ['\\w+', 'an address of its chain'],
  statement: [
    '(?! )[ !#$&-;=?-[\\]\\w~]+(?<! )',
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
/** What a message may have in a field, for the options of other functions. */
export const describeField = (field: keyof SignInFields) => {
  const [pattern, expected] = FIELDS[field];
  return { expected, accepts: (value: unknown) => match(pattern, value) !== null };
};
const OPTIONAL: readonly string[] = [
  'statement',
  'expirationTime',
  'notBefore',
  'requestId',
  'resources',
];
/** The values are checked when they are written. */
const KNOWN = Object.fromEntries(
  Object.entries(FIELDS).map(([field]) => [field, field === 'resources' ? anything : scalar]),
) as unknown as OptionTable<SignInFields>;

/** False for 30 February, which Date reads as 2 March. */
const isTime = (text: string) => {
  const time = new Date(text);
  return !Number.isNaN(+time) && time.toISOString().slice(0, 19) === text.slice(0, 19);
};

/**
 * The text to sign: the lines of EIP-4361, for Stacks and Bitcoin. The same fields give the same bytes.
 *
 * @example
 * ```ts
 * import { createNonce, createSignInMessage } from 'stacks-wallet-elements/verify';
 *
 * const message = createSignInMessage({
 *   domain: 'app.example.com',
 *   uri: 'https://app.example.com',
 *   chain: 'stacks:mainnet',
 *   address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
 *   nonce: createNonce(),
 *   issuedAt: new Date().toISOString(),
 * });
 * console.log(message);
 * ```
 *
 * @throws TypeError that names the field, its value and what was expected
 */
export function createSignInMessage(fields: SignInFields): string {
  const toError = (message: string) => new TypeError(withDocs(message, 'verify'));
  const checked = readOptions('createSignInMessage', fields, KNOWN, toError, 'fields');
  return writeFields(checked, (field, value, expected) => {
    throw toError(`createSignInMessage: ${mustBe(field, value, expected)}`);
  });
}

/** {@link createSignInMessage} with another error: `refuse` throws it. */
export function writeFields(input: SignInFields, refuse: Refuse): string {
  const fields = bare(input);
  for (const [field, [pattern, expected]] of Object.entries(FIELDS)) {
    const value: unknown = fields[field as keyof SignInFields];
    if (value === undefined && OPTIONAL.includes(field)) continue;
    const items: unknown = field === 'resources' ? value : [value];
    if (!Array.isArray(items) || !items.length) return refuse(field, value, expected);
    if (items.length > MAX_MESSAGE) refuse(field, `${items.length} URIs`, expected);
    for (const item of items as readonly unknown[]) {
      if (!match(pattern, item) || (pattern === TIME[0] && !isTime(item as string)))
        refuse(field, item, expected);
    }
  }
  const { chain, address } = fields;
  if (!getSignInChains(address).includes(chain)) refuse('address', address, FIELDS.address[1]);
  const text = writeLines(bare({ ...fields, ...getChainLines(chain) }));
  return text.length > MAX_MESSAGE
    ? refuse('message', text.length, `at most ${MAX_MESSAGE} bytes`)
    : text;
}

/**
 * Reads a sign-in message. Accepts exactly what {@link createSignInMessage} writes: the fields must give the same
 * text again. Never throws.
 *
 * @example
 * ```ts
 * import { parseSignInMessage } from 'stacks-wallet-elements/verify';
 *
 * const parsed = parseSignInMessage('app.example.com wants you to sign in');
 * console.log(parsed.ok ? parsed.fields.address : parsed.code);
 * ```
 */
export function parseSignInMessage(text: unknown): ParsedSignIn {
  const failed = (code: FormatCode) => ({ ok: false, code }) as const;
  if (typeof text !== 'string') return failed('malformed');
  if (text.length > MAX_MESSAGE) return failed('too-long');
  const texts = readLines(text);
  if (!texts) {
    return failed(readLines(text.replace(/^Version: .+/m, 'Version: 1')) ? 'version' : 'malformed');
  }
  const { name, id, address = '', ...rest } = texts;
  const sameName = SIGN_IN_CHAINS.filter((candidate) => getChainLines(candidate).name === name);
  if (!sameName.length) return failed('malformed');
  const chain = sameName.find((candidate) => getChainLines(candidate).id === id);
  if (!chain) return failed('chain');
  const possible = getSignInChains(address);
  if (!possible.includes(chain)) {
    return failed(
      possible.some((candidate) => sameName.includes(candidate)) ? 'network-mismatch' : 'malformed',
    );
  }
  const resources = texts['resources']?.slice('\n- '.length).split('\n- ');
  const all = Object.entries({ ...rest, chain, address, resources });
  const present = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  const fields = present as unknown as SignInFields;
  const isSame = attempt(() => createSignInMessage(fields)) === text;
  return isSame ? { ok: true, fields } : failed('malformed');
}
