import { describe } from '../errors.js';
import { MetadataError } from './metadata-error.js';
import type {
  FtAttribute,
  FtLocalization,
  FtMetadata,
  FtOffChainMetadata,
} from './token-metadata.js';
import { isAssetName } from '../stacks/address.js';
import { isRecord } from '../lib/safe-access.js';
import { cut, detached, isDecimals, limits } from './limits.js';
import { isLocaleCode } from './locale.js';
import { isFtPrincipal } from './principal.js';
import { copyEntries, copyValue, valueBudget } from './parse-value.js';

/**
 * Parses the metadata of a token: returns a new, frozen object with only the known fields, each of the right type
 * and within {@link limits}. Fields that are missing, empty or of another type are absent. Throws `bad-response`
 * if `value` is not an object, or if `asset_identifier` belongs to another contract than `principal` (if given);
 * `not-found` if the contract defines no fungible token and has no fact of one.
 */
export function parseFtMetadata(value: unknown, principal?: string): FtMetadata {
  if (!isRecord(value)) {
    throw badResponse(`The metadata service must answer with an object; got ${describe(value)}.`);
  }
  const facts = {
    symbol: text(value['symbol'], limits.symbolLength),
    decimals: decimals(value['decimals']),
    total_supply: supply(value['total_supply']),
  };
  // A record that was parsed before has no value, but lists the field in `invalid`.
  const before = Array.isArray(value['invalid']) ? value['invalid'] : [];
  const invalid = (['decimals', 'total_supply'] as const).filter(
    (field) => facts[field] === undefined && (!isMissing(value[field]) || before.includes(field)),
  );
  const { symbol, decimals: places, total_supply } = facts;
  const link = linkReader();
  const isFungible = (symbol ?? places ?? total_supply ?? invalid[0]) !== undefined;
  return compact<FtMetadata>({
    name: text(value['name'], limits.nameLength),
    ...facts,
    invalid: invalid.length > 0 ? Object.freeze(invalid) : undefined,
    token_uri: link(value['token_uri']),
    description: text(value['description'], limits.descriptionLength),
    image_uri: link(value['image_uri']),
    image_thumbnail_uri: link(value['image_thumbnail_uri']),
    image_canonical_uri: link(value['image_canonical_uri']),
    tx_id: text(value['tx_id'], limits.nameLength),
    sender_address: text(value['sender_address'], limits.nameLength),
    asset_identifier: assetIdentifier(value['asset_identifier'], principal, isFungible),
    metadata: isRecord(value['metadata']) ? offChainMetadata(value['metadata'], link) : undefined,
  });
}

function offChainMetadata(value: Record<string, unknown>, link: ReadLink): FtOffChainMetadata {
  return compact<FtOffChainMetadata>({
    sip: Number.isSafeInteger(value['sip']) ? (value['sip'] as number) : undefined,
    name: text(value['name'], limits.nameLength),
    description: text(value['description'], limits.descriptionLength),
    image: link(value['image']),
    cached_image: link(value['cached_image']),
    cached_thumbnail_image: link(value['cached_thumbnail_image']),
    attributes: attributes(value['attributes']),
    properties: isRecord(value['properties'])
      ? copyEntries(value['properties'], limits.properties, valueBudget())
      : undefined,
    localization: isRecord(value['localization'])
      ? localization(value['localization'], link)
      : undefined,
  });
}

function attributes(value: unknown): readonly FtAttribute[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const budget = valueBudget();
  const kept = value
    .slice(0, limits.attributes)
    .filter(isRecord)
    .map((item) =>
      compact<FtAttribute>({
        trait_type: text(item['trait_type'], limits.keyLength) ?? '',
        display_type: text(item['display_type'], limits.keyLength),
        value: copyValue(item['value'] ?? null, budget),
      }),
    );
  return kept.length > 0 ? Object.freeze(kept) : undefined;
}

function localization(value: Record<string, unknown>, link: ReadLink): FtLocalization {
  const { locales } = value;
  return compact<FtLocalization>({
    uri: link(value['uri']),
    default: isLocaleCode(value['default']) ? value['default'] : undefined,
    locales: Array.isArray(locales)
      ? Object.freeze([...new Set(locales.slice(0, limits.locales).filter(isLocaleCode))])
      : undefined,
  });
}

function text(value: unknown, max: number): string | undefined {
  return typeof value === 'string' && value !== '' ? cut(value, max) : undefined;
}

type ReadLink = (value: unknown) => string | undefined;

/** The links of one record. Only the first long `data:` image is kept; several fields may repeat it. */
function linkReader(): ReadLink {
  let image: string | undefined;
  return (value) => {
    if (typeof value !== 'string' || value === '') return undefined;
    if (value.length <= limits.urlLength) return value;
    if (value.length > limits.dataUrlLength || !/^data:image\//i.test(value)) return undefined;
    image ??= value;
    return value === image ? image : undefined;
  };
}

/** The service returns up to 2147483647. */
function decimals(value: unknown): number | undefined {
  return isDecimals(value) ? value : undefined;
}

function supply(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{1,39}$/.test(value) ? value : undefined;
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
  throw badResponse(
    `asset_identifier must be ${principal ?? '<contract principal>'}::<asset name>; got ${describe(value)}.`,
  );
}

function badResponse(message: string): MetadataError {
  return new MetadataError('bad-response', detached(message));
}

/** Removes undefined fields and freezes the object, which all callers for the token share. */
function compact<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.freeze(
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  ) as T;
}
