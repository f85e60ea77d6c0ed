import { clip, CUT, describe } from '../errors.js';
import { bare, isRecord, readField } from '../lib/safe-access.js';
import { getAddressFormat, isAssetName } from '../stacks/address.js';
import { MetadataError } from './metadata-error.js';
import type {
  FtAttribute,
  FtLocalization,
  FtMetadata,
  FtOffChainMetadata,
  SftMetadata,
} from './metadata-types.js';

/**
 * The limits for token metadata. Anyone who can deploy a contract can write it, and the public service stores up
 * to 1 MB of it and returns it unchecked.
 */
export const limits = {
  nameLength: 200,
  symbolLength: 60,
  descriptionLength: 5_000,
  /** Longer links are dropped. */
  urlLength: 2_048,
  /** Of a `data:` image: about 190 kB. */
  dataUrlLength: 262_144,
  attributes: 100,
  properties: 100,
  keyLength: 100,
  /** Of a string inside an attribute or a property. */
  valueLength: 1_000,
  /** Entries of one list or object inside a value. */
  valueEntries: 50,
  valueDepth: 4,
  /** Total number of values in all properties, and in all attributes. */
  valueNodes: 1_000,
  /** Total UTF-16 units of the keys and strings in all properties, and in all attributes. */
  valueText: 65_536,
  locales: 100,
} as const;

/** The pattern that the metadata service defines for principals. Does not verify the checksum. */
const FT_PRINCIPAL =
  /^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{28,41}\.[a-zA-Z]([a-zA-Z0-9]|[-_]){0,39}$/;

/**
 * True for a contract principal in the format of the metadata service.
 *
 * @example
 * ```ts
 * import { isFtPrincipal } from 'stacks-wallet-elements/metadata';
 *
 * isFtPrincipal('SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.age000-governance-token'); // true
 * isFtPrincipal('SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9'); // false: no contract
 * ```
 */
export function isFtPrincipal(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 82 && FT_PRINCIPAL.test(value);
}

/** Throws `invalid-principal` unless {@link isFtPrincipal} is true. */
export function checkFtPrincipal(value: unknown): asserts value is string {
  if (isFtPrincipal(value)) return;
  throw new MetadataError(
    'invalid-principal',
    `\`principal\` must be the principal of a contract: <address>.<contract-name>; got ${describe(value)}.${explain(value)}`,
  );
}

/** What to write instead of what is often passed. */
function explain(value: unknown): string {
  if (typeof value !== 'string') return '';
  const [contract, asset] = value.split('::');
  if (asset !== undefined && isFtPrincipal(contract)) {
    return ` Drop \`::${clip(asset, 80)}\`: write ${contract}.`;
  }
  if (getAddressFormat(value)) return ' Add the name of its contract to the address.';
  return value.toLowerCase() === 'stx'
    ? ' STX has no contract, and no metadata; `<ft-amount>` takes `stx`.'
    : '';
}

/** True for an integer from 0 to 38. 10^38 is the largest power of ten below 2^128. */
export function isDecimals(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 38;
}

const LOCALE = /^[A-Za-z0-9]{1,8}(?:[-_][A-Za-z0-9]{1,8}){0,7}$/;

/** True for a string in the format of a locale code: `es`, `es-MX`, `zh-Hant-TW`, `pt_BR`. */
export function isLocaleCode(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 35 && LOCALE.test(value);
}

/**
 * The locales to request in turn; undefined is the token's default. The service matches codes exactly, and most
 * tokens have no localization, so `es-MX` falls back to `es` and then to the default.
 */
export function localeChain(locale: string | undefined): readonly (string | undefined)[] {
  if (!isLocaleCode(locale)) return [undefined];
  const language = locale.split(/[-_]/)[0]!.toLowerCase();
  return language === locale ? [locale, undefined] : [locale, language, undefined];
}

const AMOUNTS = ['decimals', 'total_supply'] as const;
/** The fields that are read, of a token and of the objects in it. */
const FT_FIELDS = [
  'symbol',
  'decimals',
  'total_supply',
  'invalid',
  'name',
  'token_uri',
  'description',
  'image_uri',
  'image_thumbnail_uri',
  'image_canonical_uri',
  'tx_id',
  'sender_address',
  'asset_identifier',
  'metadata',
] as const;
const OFF_CHAIN_FIELDS = [
  'sip',
  'name',
  'description',
  'image',
  'cached_image',
  'cached_thumbnail_image',
  'attributes',
  'properties',
  'localization',
] as const;
const ATTRIBUTE_FIELDS = ['trait_type', 'display_type', 'value'] as const;
const LOCALIZATION_FIELDS = ['uri', 'default', 'locales'] as const;

/**
 * Parses the metadata of a token: returns a new, frozen object with only the known fields, each of the right type
 * and within {@link limits}. Fields that are missing, empty or of another type are absent. Throws `bad-response`
 * if `record` is not an object, or if `asset_identifier` belongs to another contract than `principal` (if given);
 * `not-found` if the contract defines no fungible token and has no fact of one.
 *
 * @example
 * ```ts
 * import { parseFtMetadata } from 'stacks-wallet-elements/metadata';
 *
 * parseFtMetadata({ symbol: 'AGE', decimals: 400 }); // { symbol: 'AGE', invalid: ['decimals'] }
 * ```
 */
export function parseFtMetadata(record: unknown, principal?: string): FtMetadata {
  if (!isRecord(record)) throw badResponse('an object', record);
  const value = pick(record, FT_FIELDS);
  const facts = {
    symbol: text(value.symbol, limits.symbolLength),
    // The service returns up to 2147483647.
    decimals: isDecimals(value.decimals) ? value.decimals : undefined,
    total_supply: isSupply(value.total_supply) ? value.total_supply : undefined,
  };
  // A record that was parsed before has no value, but lists the field in `invalid`.
  const before = Array.isArray(value.invalid) ? value.invalid : [];
  const invalid = AMOUNTS.filter(
    (field) => facts[field] === undefined && (!isMissing(value[field]) || before.includes(field)),
  );
  const { symbol, decimals: places, total_supply } = facts;
  const isFungible = (symbol ?? places ?? total_supply ?? invalid[0]) !== undefined;
  return compact<FtMetadata>({
    name: text(value.name, limits.nameLength),
    ...facts,
    invalid: invalid.length > 0 ? Object.freeze(invalid) : undefined,
    token_uri: link(value.token_uri),
    description: text(value.description, limits.descriptionLength),
    image_uri: link(value.image_uri),
    image_thumbnail_uri: link(value.image_thumbnail_uri),
    image_canonical_uri: link(value.image_canonical_uri),
    tx_id: text(value.tx_id, limits.nameLength),
    sender_address: text(value.sender_address, limits.nameLength),
    asset_identifier: assetIdentifier(value.asset_identifier, principal, isFungible),
    metadata: isRecord(value.metadata) ? offChainMetadata(value.metadata) : undefined,
  });
}

function offChainMetadata(record: Record<string, unknown>): FtOffChainMetadata {
  const value = pick(record, OFF_CHAIN_FIELDS);
  return compact<FtOffChainMetadata>({
    sip: Number.isSafeInteger(value.sip) ? (value.sip as number) : undefined,
    name: text(value.name, limits.nameLength),
    description: text(value.description, limits.descriptionLength),
    image: link(value.image),
    cached_image: link(value.cached_image),
    cached_thumbnail_image: link(value.cached_thumbnail_image),
    attributes: attributes(value.attributes),
    properties: isRecord(value.properties)
      ? copyEntries(value.properties, limits.properties, valueBudget())
      : undefined,
    localization: isRecord(value.localization) ? localization(value.localization) : undefined,
  });
}

function attributes(value: unknown): readonly FtAttribute[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const budget = valueBudget();
  const kept = value
    .slice(0, limits.attributes)
    .filter(isRecord)
    .map((item) => pick(item, ATTRIBUTE_FIELDS))
    .map((item) =>
      compact<FtAttribute>({
        trait_type: text(item.trait_type, limits.keyLength) ?? '',
        display_type: text(item.display_type, limits.keyLength),
        value: copyValue(item.value ?? null, budget),
      }),
    );
  return kept.length > 0 ? Object.freeze(kept) : undefined;
}

function localization(record: Record<string, unknown>): FtLocalization {
  const value = pick(record, LOCALIZATION_FIELDS);
  const { locales } = value;
  return compact<FtLocalization>({
    uri: link(value.uri),
    default: isLocaleCode(value.default) ? value.default : undefined,
    locales: Array.isArray(locales)
      ? Object.freeze([...new Set(locales.slice(0, limits.locales).filter(isLocaleCode))])
      : undefined,
  });
}

/**
 * Fields of an object, each read once, also behind the getters of its class, but not those that a page added to
 * `Object.prototype`.
 */
function pick<K extends string>(record: object, names: readonly K[]): Record<K, unknown> {
  const entries = names.map((name) => [name, readField(record, name)]);
  return bare(Object.fromEntries(entries) as Record<K, unknown>);
}

function text(value: unknown, max: number): string | undefined {
  return typeof value === 'string' && value !== '' ? clip(value, max) : undefined;
}

function link(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const isImage = /^data:image\//i.test(value);
  return value.length <= (isImage ? limits.dataUrlLength : limits.urlLength) ? value : undefined;
}

function isSupply(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,39}$/.test(value);
}

/** The service returns `""` for a missing value. */
function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function assetIdentifier(
  value: unknown,
  principal: string | undefined,
  isFungible: boolean,
): string | undefined {
  if (isMissing(value)) return undefined;
  const id = typeof value === 'string' ? value : '';
  const separator = id.indexOf('::');
  const owner = id.slice(0, Math.max(separator, 0));
  const belongs = principal === undefined ? isFtPrincipal(owner) : owner === principal;
  const name = id.slice(separator + 2);
  if (belongs && isAssetName(name)) {
    // The service returns `null` for a contract that defines no fungible token, such as an NFT's. A contract that
    // wraps the token of another contract defines none either, but has the facts of a fungible token.
    if (name !== 'null') return id;
    if (isFungible) return undefined;
    throw new MetadataError('not-found', `${owner} is not the contract of a fungible token.`);
  }
  throw new MetadataError(
    'bad-response',
    `asset_identifier must be ${principal ?? '<contract principal>'}::<asset name>; got ${describe(value)}.`,
  );
}

export type NftType = 'nft' | 'sft';

/**
 * Like {@link parseFtMetadata}, for the record of an NFT, which does not say which token it is. A semi-fungible token also
 * has amounts.
 */
export function parseNftMetadata(record: unknown, type: NftType): SftMetadata {
  if (!isRecord(record)) throw badResponse('an object', record);
  const names = ['token_uri', 'metadata', ...(type === 'sft' ? AMOUNTS : [])];
  return parseFtMetadata(pick(record, names));
}

/** The error for an answer of another type. */
export function badResponse(expected: string, got: unknown): MetadataError {
  return new MetadataError(
    'bad-response',
    `The metadata service must answer with ${expected}; got ${describe(got)}.`,
  );
}

/** Removes undefined fields and freezes the object, which all callers for the token share. */
function compact<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.freeze(
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  ) as T;
}

/** The value of an attribute or a property, within the limits. Objects are plain, with keys of any name. */
export type MetadataValue =
  | string
  | number
  | boolean
  | null
  | readonly MetadataValue[]
  | { readonly [key: string]: MetadataValue };

/** The number of values and of UTF-16 units that may still be copied. */
interface ValueBudget {
  nodes: number;
  text: number;
}

const valueBudget = (): ValueBudget => ({ nodes: limits.valueNodes, text: limits.valueText });

function copyText(text: string, max: number, budget: ValueBudget): string {
  const copy = clip(text, Math.max(Math.min(max, budget.text), 1));
  budget.text -= copy.length;
  return copy;
}

/**
 * Makes a frozen copy of a JSON value with limited depth, counts and lengths. Its objects are plain, so that a Server Component
 * can pass them to a Client Component; keys such as `__proto__` and `constructor` are own properties.
 */
function copyValue(value: unknown, budget: ValueBudget, depth = 0): MetadataValue {
  budget.nodes -= 1;
  if (budget.nodes < 0) return CUT;
  if (typeof value === 'string') return copyText(value, limits.valueLength, budget);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object' || depth >= limits.valueDepth) return CUT;
  if (!Array.isArray(value)) {
    return copyEntries(value as Record<string, unknown>, limits.valueEntries, budget, depth);
  }
  const kept = value
    .slice(0, limits.valueEntries)
    .map((item) => copyValue(item, budget, depth + 1));
  return Object.freeze(value.length > kept.length ? [...kept, CUT] : kept);
}

/** Copies the first `max` entries of an object, like {@link copyValue}. */
function copyEntries(
  value: Record<string, unknown>,
  max: number,
  budget: ValueBudget,
  depth = 0,
): { readonly [key: string]: MetadataValue } {
  const entries: [string, MetadataValue][] = [];
  for (const [key, inner] of Object.entries(value).slice(0, max)) {
    if (budget.nodes <= 0 || budget.text <= 0) break;
    entries.push([copyText(key, limits.keyLength, budget), copyValue(inner, budget, depth + 1)]);
  }
  // Not by assignment, which would set the prototype for `__proto__`.
  return Object.freeze(Object.fromEntries(entries));
}
