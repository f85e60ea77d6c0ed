import { getNetwork } from '../../stacks/address.js';
import type { MetadataValue } from '../../tokens/parse.js';
import { displayText } from '../../tokens/text.js';
import { safeLink, type Gateways } from '../../tokens/links.js';
import { stacksExplorer } from '../internal/explorer-links.js';
import type { tokenMessages } from '../messages/en/token.js';
import { LONGEST_LABEL, type ShownToken } from './shown-token.js';

/** A label: a text of this package, or a text from the metadata. */
export type Label = { readonly key: keyof typeof tokenMessages } | { readonly text: string };

type LinkName = 'tokenViewTransaction' | 'tokenViewSender';

/** One row of the card. */
export interface Row {
  readonly label: Label;
  readonly text: string;
  readonly href?: string | undefined;
  /** The accessible name of the link, which is an icon after the text. Without it, the text is the link. */
  readonly linkName?: { readonly key: LinkName; readonly token: string } | undefined;
  /** An address, a hash or a URL: monospace and left-to-right. */
  readonly isCode?: boolean;
  /** The value in the record of the service is invalid; there is no text. */
  readonly isInvalid?: boolean;
  /** Less prominent text after the value. */
  readonly note?: string | undefined;
}

/** All data of a token except its summary. Every text is for text nodes; every `href` is safe. */
export interface TokenDetails {
  /** Facts from the chain; the first is {@link firstRow}. */
  readonly facts: readonly Row[];
  readonly attributes: readonly Row[];
  readonly properties: readonly Row[];
  /** Other texts by the author: links, the standard, the locales. */
  readonly more: readonly Row[];
}

const ADDRESS = /^S[PMTN][0-9A-HJKMNP-TV-Z]{26,39}$/;
const TRANSACTION = /^0x[0-9a-fA-F]{64}$/;
const LONGEST_LINK = 300;

/** Every present field of the token and of its metadata document, in display order. */
export function tokenDetails(token: ShownToken, gateways: Gateways): TokenDetails {
  const { metadata = {} } = token.metadata;
  return {
    facts: facts(token),
    attributes: (metadata.attributes ?? []).map((attribute) => ({
      label: metadataLabel(attribute.trait_type),
      text: valueText(attribute.value as MetadataValue),
    })),
    properties: Object.entries(metadata.properties ?? {}).map(([key, value]) => {
      const text = valueText(value as MetadataValue);
      const href = typeof value === 'string' ? safeLink(value, gateways) : undefined;
      return { label: metadataLabel(key), text: linkText(href, text), href };
    }),
    more: more(token, gateways),
  };
}

/** The token id of an NFT; the supply of a fungible token, exact or in one line. */
export function firstRow(token: ShownToken, length: 'exact' | 'short'): Row {
  const { id } = token;
  return id === undefined
    ? supplyRow(token, length)
    : { label: { key: 'tokenId' }, text: id, isCode: true };
}

function supplyRow({ metadata, summary }: ShownToken, length: 'exact' | 'short'): Row {
  const { supply, symbol } = summary;
  const isInvalid = metadata.invalid?.includes('total_supply') ?? false;
  const note = metadata.decimals === undefined ? undefined : symbol;
  const text = supply?.[length] ?? '—';
  return { label: { key: 'tokenSupply' }, text, isInvalid, note: supply && note };
}

function facts(shown: ShownToken): Row[] {
  const { metadata: token, principal, summary, id } = shown;
  const links = explorerLinks(principal);
  const contract = displayText(principal?.split('.')[1], LONGEST_LABEL) ?? '?';
  const link = (key: LinkName, href: string | undefined): Partial<Row> => ({
    href,
    linkName: { key, token: contract },
    isCode: true,
  });
  const { decimals, invalid, tx_id: tx, sender_address: sender } = token;
  const supply = supplyRow(shown, 'exact');
  const rows: (Row | undefined)[] = [
    firstRow(shown, 'exact'),
    id !== undefined && (supply.isInvalid || summary.supply) ? supply : undefined,
    invalid?.includes('decimals')
      ? { label: { key: 'tokenDecimals' }, text: '', isInvalid: true }
      : row('tokenDecimals', decimals?.toString()),
    row('tokenNameOnChain', ifDifferent(summary.nameOnChain, summary.name)),
    // The principal before `::` is in the head of the card; the parser checked that it is the same.
    row('tokenAssetName', token.asset_identifier?.split('::')[1], { isCode: true }),
    row('tokenTransaction', tx, link('tokenViewTransaction', tx && links.transaction(tx))),
    row('tokenSender', sender, link('tokenViewSender', sender && links.address(sender))),
  ];
  return rows.filter((found) => found !== undefined);
}

/** Links to the explorer of the principal's network; undefined if the network is unknown. */
function explorerLinks(principal: string | undefined) {
  const chain = getNetwork(principal);
  const page = (path: string): string => stacksExplorer(path, `${chain}`);
  return {
    transaction: (id: string): string | undefined =>
      chain && TRANSACTION.test(id) ? page(`txid/${id}`) : undefined,
    address: (address: string): string | undefined =>
      chain && ADDRESS.test(address) ? page(`address/${address}`) : undefined,
  };
}

function more({ metadata: token, summary }: ShownToken, gateways: Gateways): Row[] {
  const { metadata = {} } = token;
  const { localization = {} } = metadata;
  const link = (key: keyof typeof tokenMessages, url: string | undefined): Row | undefined => {
    const href = safeLink(url, gateways);
    return row(key, url && linkText(href, url), { href, isCode: true });
  };
  const rows: (Row | undefined)[] = [
    row('tokenDescriptionOnChain', ifDifferent(token.description, summary.description)),
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

/** `text`, or undefined if it would be displayed the same as `shown`. */
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

function metadataLabel(text: string): Label {
  return { text: displayText(text, LONGEST_LABEL) ?? '—' };
}

/** A link shows its real URL, with the host in ASCII (punycode), which reveals look-alike letters. */
function linkText(href: string | undefined, text: string): string {
  return href && /^\W*https?:/i.test(text) ? href : text;
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
