import { addressKind } from '../../lib/address.js';
import { formatUnits } from '../../metadata/format-units.js';
import type { MetadataValue } from '../../metadata/parse-value.js';
import { isFtPrincipal } from '../../metadata/principal.js';
import { displayText } from '../../metadata/text.js';
import { safeLink, type Gateways } from '../../metadata/urls.js';
import type { FtMetadata } from '../../wire/ft-metadata.js';
import { stacksExplorer } from '../internal/stacks-explorer.js';
import type { tokenMessages } from '../messages/en/token.js';

/** A label: a text of this package, or a text from the metadata. */
export type Label = { readonly key: keyof typeof tokenMessages } | { readonly text: string };

type LinkName = 'tokenViewContract' | 'tokenViewTransaction' | 'tokenViewSender';

/** One row of the card. */
export interface Row {
  readonly label: Label;
  readonly text: string;
  readonly href?: string | undefined;
  /** The accessible name of the link, which is an icon after the text. Without it, the text is the link. */
  readonly linkName?: { readonly key: LinkName; readonly token: string } | undefined;
  /** An address, a hash or a URL: monospace and left-to-right. */
  readonly isCode?: boolean;
  /** The record of the service has no valid value; there is no text. */
  readonly isInvalid?: boolean;
  /** Less prominent text after the value. */
  readonly note?: string | undefined;
}

/** A token as it is shown. Every text is for text nodes; every `href` is safe. */
export interface TokenRecord {
  readonly name: string;
  readonly symbol: string | undefined;
  readonly description: string | undefined;
  /** Image URLs, the smallest image first. Not checked. */
  readonly images: readonly string[];
  /** Facts from the chain. */
  readonly facts: readonly Row[];
  readonly attributes: readonly Row[];
  readonly properties: readonly Row[];
  /** Other texts by the author: links, the standard, the locales. */
  readonly details: readonly Row[];
}

export interface RecordOptions {
  readonly principal: string | undefined;
  /** The locale that formats the supply. */
  readonly locale: string;
  readonly gateways: Gateways;
}

const ADDRESS = /^S[PMTN][0-9A-HJKMNP-TV-Z]{26,39}$/;
const TRANSACTION = /^0x[0-9a-fA-F]{64}$/;
const LONGEST_LABEL = 100;
const LONGEST_LINK = 300;

/** Every present field of the token and of its metadata document, in display order. */
export function tokenRecord(token: FtMetadata, options: RecordOptions): TokenRecord {
  const { metadata = {} } = token;
  const contractName = options.principal?.split('.')[1];
  const onChain = displayText(token.name, LONGEST_LABEL);
  const name = displayText(metadata.name, LONGEST_LABEL) ?? onChain ?? contractName ?? '?';
  const description = displayText(metadata.description) ?? displayText(token.description);
  const images = [
    metadata.cached_thumbnail_image,
    token.image_thumbnail_uri,
    metadata.cached_image,
    token.image_uri,
    metadata.image,
    token.image_canonical_uri,
  ];
  return {
    name,
    symbol: displayText(token.symbol, 20),
    description,
    images: [...new Set(images.filter((image) => image !== undefined))],
    facts: facts(token, options, onChain === name ? undefined : onChain),
    attributes: (metadata.attributes ?? []).map((attribute) => ({
      label: metadataLabel(attribute.trait_type),
      text: valueText(attribute.value as MetadataValue),
      note: displayText(attribute.display_type, 30),
    })),
    properties: Object.entries(metadata.properties ?? {}).map(([key, value]) => {
      const text = valueText(value as MetadataValue);
      const href = typeof value === 'string' ? safeLink(value, options.gateways) : undefined;
      return { label: metadataLabel(key), text: linkText(href, text), href };
    }),
    details: details(token, options.gateways, description),
  };
}

function facts(token: FtMetadata, options: RecordOptions, onChain: string | undefined): Row[] {
  const { principal, locale } = options;
  const links = explorerLinks(principal);
  const symbol = displayText(token.symbol, 20);
  const contract = displayText(principal?.split('.')[1], LONGEST_LABEL) ?? '?';
  const link = (key: LinkName, href: string | undefined): Partial<Row> => ({
    href,
    linkName: { key, token: contract },
    isCode: true,
  });
  const { total_supply: supply, decimals, tx_id: tx, sender_address: sender } = token;
  const rows: (Row | undefined)[] = [
    invalidRow('tokenSupply', token.invalid?.includes('total_supply')),
    row('tokenSupply', supply && formatUnits(supply, decimals, { locale }), {
      note: decimals === undefined ? undefined : symbol,
    }),
    invalidRow('tokenDecimals', token.invalid?.includes('decimals')),
    row('tokenDecimals', decimals?.toString()),
    row('tokenNameOnChain', onChain),
    row('tokenPrincipal', principal, link('tokenViewContract', links.contract)),
    row('tokenAssetIdentifier', token.asset_identifier, { isCode: true }),
    row('tokenTransaction', tx, link('tokenViewTransaction', tx && links.transaction(tx))),
    row('tokenSender', sender, link('tokenViewSender', sender && links.address(sender))),
  ];
  return rows.filter((found) => found !== undefined);
}

/** Links to the explorer of the principal's network; undefined if that is not known. */
function explorerLinks(principal: string | undefined) {
  const chain = addressKind(principal)?.network;
  const page = (path: string): string => stacksExplorer(path, `${chain}`);
  return {
    contract: chain && isFtPrincipal(principal) ? page(`txid/${principal}`) : undefined,
    transaction: (id: string): string | undefined =>
      chain && TRANSACTION.test(id) ? page(`txid/${id}`) : undefined,
    address: (address: string): string | undefined =>
      chain && ADDRESS.test(address) ? page(`address/${address}`) : undefined,
  };
}

function details(token: FtMetadata, gateways: Gateways, description: string | undefined): Row[] {
  const { metadata = {} } = token;
  const { localization = {} } = metadata;
  const link = (key: keyof typeof tokenMessages, url: string | undefined): Row | undefined => {
    const href = safeLink(url, gateways);
    return row(key, url && linkText(href, url), { href, isCode: true });
  };
  const rows: (Row | undefined)[] = [
    row('tokenDescriptionOnChain', ifDifferent(token.description, description)),
    link('tokenUri', token.token_uri),
    link('tokenImage', metadata.image),
    link('tokenImageCached', metadata.cached_image),
    link('tokenImageThumbnail', metadata.cached_thumbnail_image),
    link('tokenImageCanonical', ifDifferent(token.image_canonical_uri, metadata.image)),
    link('tokenImageCached', ifDifferent(token.image_uri, metadata.cached_image)),
    link(
      'tokenImageThumbnail',
      ifDifferent(token.image_thumbnail_uri, metadata.cached_thumbnail_image),
    ),
    row('tokenStandard', metadata.sip === undefined ? undefined : sipName(metadata.sip)),
    row('tokenLocalizationUri', localization.uri, { isCode: true }),
    row('tokenLocalizationDefault', localization.default),
    row('tokenLocalizationLocales', localization.locales?.join(', ')),
  ];
  return rows.filter((found) => found !== undefined);
}

/** `text`, unless the row for `shown` displays the same. */
function ifDifferent(text: string | undefined, shown: string | undefined): string | undefined {
  return displayText(text) === displayText(shown) ? undefined : text;
}

function sipName(sip: number): string {
  return `SIP-${String(sip).padStart(3, '0')}`;
}

function row(
  key: keyof typeof tokenMessages,
  text: string | undefined,
  more: Partial<Row> = {},
): Row | undefined {
  const shown = displayText(text, more.isCode ? LONGEST_LINK : undefined);
  return shown === undefined ? undefined : { label: { key }, text: shown, ...more };
}

function invalidRow(key: keyof typeof tokenMessages, isInvalid = false): Row | undefined {
  return isInvalid ? { label: { key }, text: '', isInvalid } : undefined;
}

function metadataLabel(text: string): Label {
  return { text: displayText(text, LONGEST_LABEL) ?? '—' };
}

/** A link shows its real URL, with the host in ASCII (punycode), which reveals look-alike letters. */
function linkText(href: string | undefined, text: string): string {
  return href && /^https?:/i.test(text) ? href : text;
}

/** A value in one line. The parser limits its depth. */
function valueText(value: MetadataValue): string {
  return displayText(flat(value), 1_000) ?? '—';
}

function flat(value: MetadataValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(flat).join(', ');
  return Object.entries(value)
    .map(([key, inner]) => `${key}: ${flat(inner)}`)
    .join('; ');
}
