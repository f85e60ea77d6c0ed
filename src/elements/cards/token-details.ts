import { css, html, nothing, type TemplateResult } from 'lit';
import { empty } from '../../lib/safe-access.js';
import { safeLink, type Gateways } from '../../metadata/links.js';
import type {
  FtLocalization,
  FtMetadata,
  FtOffChainMetadata,
} from '../../metadata/metadata-types.js';
import type { MetadataValue } from '../../metadata/parse.js';
import { displayText } from '../../metadata/text.js';
import { formatUnits } from '../../metadata/units.js';
import { tokenExplorer } from '../internal/explorer-links.js';
import { explorerIcon } from '../internal/icons.js';
import type { tokenMessages } from '../messages/en/token.js';
import { LONGEST_LABEL, type TokenSummary, type TokenTexts } from './pieces.js';

/** A token for the templates. Until it is ready, its metadata is empty. */
export interface ShownToken {
  readonly principal: string | undefined;
  /** The token id of an NFT; `''` if the page has not set it. */
  readonly id: string | undefined;
  /** The name of the contract; in a chip also the token id of an NFT. */
  readonly label: string;
  readonly metadata: FtMetadata;
  readonly summary: TokenSummary;
  /** Formats the supply. */
  readonly locale: string;
}

/** One row of the card. Texts from the metadata are in a `<bdi>`, so that they do not reorder the text around them. */
export interface Row {
  readonly label: string | TemplateResult;
  readonly value: TemplateResult;
  /** An address, a hash or a URL: monospace and left-to-right. */
  readonly isCode?: boolean;
}

const TIMES = '\u00a0\u00d7\u00a010';

type Key = keyof typeof tokenMessages;

/** The pages of the explorer, and what they show. */
const PAGES = {
  address: /^S[PMTN][0-9A-HJKMNP-TV-Z]{26,39}$/,
  txid: /^0x[0-9a-fA-F]{64}$/,
};
const LONGEST_LINK = 300;
/** The characters at the end of an address or a hash that are never cut off. */
const LAST = 8;
/** An exact supply of more characters does not fit into one line of a narrow card. */
const LONGEST_SUPPLY = 16;
/** A supply of more digits, about a quadrillion, is written as a power of ten: `3.4 × 10²⁰`. */
const LONGEST_COMPACT = 16;
/** The standard by which the author of a token, or its contract, asks indexers to read the metadata again. */
const SIP_019 =
  'https://github.com/stacksgov/sips/blob/main/sips/sip-019/sip-019-token-metadata-update-notifications.md';

/**
 * Every present field of the token and of its metadata document, in display order: facts from the chain (the first is
 * {@link firstRow}), and texts by the author. Every text is for text nodes; every link is safe.
 */
export function tokenDetails(token: ShownToken, texts: TokenTexts, gateways: Gateways) {
  const { metadata = empty<FtOffChainMetadata>() } = token.metadata;
  const row = (label: string, value: unknown, href?: string): Row => {
    const text = displayText(flat(value as MetadataValue), 1_000);
    const shown = authored(linkText(href, text));
    return {
      label: authored(displayText(toWords(label), LONGEST_LABEL)),
      value: href ? externalLink(href, shown, texts) : shown,
    };
  };
  return {
    facts: facts(token, texts),
    attributes: (metadata.attributes ?? []).map((one) => row(one.trait_type, one.value)),
    properties: Object.entries(metadata.properties ?? {}).map(([name, value]) =>
      row(name, value, typeof value === 'string' ? safeLink(value, gateways) : undefined),
    ),
    more: more(token, texts, gateways),
  };
}

/** The token id of an NFT; the supply of a fungible token, exact or in one line. */
export function firstRow(token: ShownToken, length: 'exact' | 'short', texts: TokenTexts): Row {
  const { id } = token;
  return id === undefined
    ? supplyRow(token, length, texts)
    : { label: texts.text('tokenId'), value: code(id), isCode: true };
}

function supplyRow(
  { metadata, summary, locale }: ShownToken,
  length: 'exact' | 'short',
  texts: TokenTexts,
): Row {
  const { total_supply: supply, decimals } = metadata;
  const label = texts.text('tokenSupply');
  if (metadata.invalid?.includes('total_supply')) return { label, value: invalid(texts) };
  if (!supply) return { label, value: authored() };
  const exact = formatUnits(supply, decimals, { locale });
  const isShort = length === 'short' && exact.length > LONGEST_SUPPLY;
  // Without decimals there is no amount in the unit of the token.
  const unit =
    decimals === undefined
      ? html`${' '}<span class="note whole">${texts.text('tokenBaseUnits')}</span>`
      : summary.symbol && html`${' '}<bdi class="note"><span>${summary.symbol}</span></bdi>`;
  const amount = isShort
    ? html`<bdi title=${exact}>${shortSupply(supply, exact, decimals, locale)}</bdi>`
    : authored(withBreaks(exact));
  return { label, value: html`${amount}${unit || nothing}` };
}

/** One line: `1.5M`, or a power of ten, whose whole number screen readers read. The digits after these are left out. */
function shortSupply(
  supply: string,
  exact: string,
  decimals: number | undefined,
  locale: string,
): string | TemplateResult {
  const power = supply.length - (decimals ?? 0) - 1;
  if (power < LONGEST_COMPACT)
    return formatUnits(supply, decimals, { locale, notation: 'compact' });
  const factor = formatUnits(supply.slice(0, 2), 1, { locale });
  return html`<span aria-hidden="true" dir="ltr">${factor}${TIMES}<sup>${power}</sup></span
    ><span class="visually-hidden"> ${exact}</span>`;
}

function facts(token: ShownToken, texts: TokenTexts): readonly Row[] {
  const { metadata, principal, summary, id } = token;
  const { decimals, tx_id: tx, sender_address: sender } = metadata;
  const onChain = (
    key: Key,
    text: string | undefined,
    page: keyof typeof PAGES,
    name: 'tokenViewTransaction' | 'tokenViewSender',
  ): Row | undefined => {
    const href =
      text && PAGES[page].test(text) ? tokenExplorer(`${page}/${text}`, principal) : undefined;
    if (!href) return codeRow(key, text, texts);
    const label = texts.text(name, { token: token.label });
    const link = externalLink(href, explorerIcon, texts, label);
    return {
      label: texts.text(key as 'tokenSupply'),
      value: html`${bothEnds(text!)} ${link}`,
      isCode: true,
    };
  };
  const isInvalid = (field: 'decimals' | 'total_supply') => metadata.invalid?.includes(field);
  return present([
    firstRow(token, 'exact', texts),
    id !== undefined && (isInvalid('total_supply') || metadata.total_supply)
      ? supplyRow(token, 'exact', texts)
      : undefined,
    isInvalid('decimals')
      ? { label: texts.text('tokenDecimals'), value: invalid(texts) }
      : textRow('tokenDecimals', decimals?.toString(), texts),
    textRow('tokenNameOnChain', ifDifferent(summary.nameOnChain, summary.name), texts),
    // The principal before `::` is in the head of the card; the parser checked that it is the same.
    codeRow('tokenAssetName', metadata.asset_identifier?.split('::')[1], texts),
    onChain('tokenTransaction', tx, 'txid', 'tokenViewTransaction'),
    onChain('tokenSender', sender, 'address', 'tokenViewSender'),
  ]);
}

function more(
  { metadata: token, summary }: ShownToken,
  texts: TokenTexts,
  gateways: Gateways,
): readonly Row[] {
  const { metadata = empty<FtOffChainMetadata>() } = token;
  const { localization = empty<FtLocalization>(), sip } = metadata;
  const link = (key: Key, url: string | undefined): Row | undefined => {
    const href = safeLink(url, gateways);
    const row = codeRow(key, linkText(href, url), texts);
    return row && href ? { ...row, value: externalLink(href, row.value, texts) } : row;
  };
  return present([
    textRow('tokenDescriptionOnChain', ifDifferent(token.description, summary.description), texts),
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
    textRow(
      'tokenStandard',
      sip === undefined ? sip : `SIP-${String(sip).padStart(3, '0')}`,
      texts,
    ),
    codeRow('tokenLocalizationUri', localization.uri, texts),
    textRow('tokenLocalizationDefault', localization.default, texts),
    textRow('tokenLocalizationLocales', localization.locales?.join(', '), texts),
  ]);
}

const present = (rows: readonly (Row | undefined)[]): readonly Row[] =>
  rows.filter((row) => row !== undefined);

/** A long number may be broken between its groups: never at the decimal separator, which is there once. */
function withBreaks(number: string): unknown {
  const separator = /\P{Nd}/u.exec(number)?.[0];
  const groups = separator === undefined ? [number] : number.split(separator);
  if (groups.length < 3) return number;
  return groups.map((group, at) => (at ? html`${separator}<wbr />${group}` : group));
}

const authored = (text: unknown = '—'): TemplateResult => html`<bdi>${text}</bdi>`;

const code = (text: string): TemplateResult => html`<bdi dir="ltr" translate="no">${text}</bdi>`;

/** What does not fit into the line is cut off before the last characters. */
const bothEnds = (text: string): TemplateResult =>
  html`<bdi dir="ltr" translate="no" title=${text}
    ><span class="start">${text.slice(0, -LAST)}</span>${text.slice(-LAST)}</bdi
  >`;

/** The value in the record of the service is invalid. */
const invalid = (texts: TokenTexts): TemplateResult =>
  html`<span class="note"><span>${texts.text('tokenInvalid')}</span></span>`;

function textRow(key: Key, text: string | undefined, texts: TokenTexts): Row | undefined {
  const shown = displayText(text);
  if (shown === undefined) return undefined;
  return { label: texts.text(key as 'tokenSupply'), value: authored(shown) };
}

function codeRow(key: Key, text: string | undefined, texts: TokenTexts): Row | undefined {
  const shown = displayText(text, LONGEST_LINK);
  if (shown === undefined) return undefined;
  return { label: texts.text(key as 'tokenSupply'), value: code(shown), isCode: true };
}

/** `text`, or undefined if it would be displayed the same as `shown`. */
function ifDifferent(text: string | undefined, shown: string | undefined): string | undefined {
  return displayText(text) === displayText(shown) ? undefined : text;
}

/** The characters of a `data:` URL that are shown: its type, and where its content begins. */
const LONGEST_DATA = 48;

/** A link shows its real URL, with the host in ASCII (punycode), which reveals look-alike letters. */
function linkText(href: string | undefined, text: string | undefined): string | undefined {
  if (/^\s*data:/i.test(text ?? '')) return displayText(text, LONGEST_DATA);
  return href && /^\W*https?:/i.test(text ?? '') ? href : text;
}

/** The words of a key: "Total supply" of `total_supply` and of `totalSupply`. Any other label is as its author wrote it. */
function toWords(key: string): string {
  if (!/^[a-z][\w-]*$/.test(key)) return key;
  const words = key
    .replace(/[_-]+/g, ' ')
    .replace(/[a-z\d][A-Z](?=[a-z])/g, ([end, start]) => `${end} ${start!.toLowerCase()}`);
  return words[0]!.toUpperCase() + words.slice(1).trimEnd();
}

/** A value in one line. The parser limits its depth. */
function flat(value: MetadataValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(flat).join(', ');
  return Object.entries(value)
    .map(([key, inner]) => `${key}: ${flat(inner)}`)
    .join('; ');
}

/** `facts` are not translated: they are the same in every language. */
export function rowList(
  rows: readonly Row[],
  part: 'facts' | 'properties' | undefined,
  look = '',
): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`<dl part=${part ?? nothing} class="rows ${part ?? ''} ${look}">
    ${rows.map(
      ({ label, value, isCode }) =>
        html`<div part="row" class="row">
          <dt part="label">${label}</dt>
          <dd
            part="value"
            class=${isCode ? 'code' : ''}
            translate=${part === 'facts' ? 'no' : nothing}
          >
            ${value}
          </dd>
        </div>`,
    )}
  </dl>`;
}

export function attributeList(
  rows: readonly Row[],
  texts: TokenTexts,
): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`<dl part="attributes" class="attributes" aria-label=${texts.text('tokenAttributes')}>
    ${rows.map(
      ({ label, value }) =>
        html`<div part="attribute" class="attribute">
          <dt part="label">${label}</dt>
          <dd part="value">${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** The caption of texts by the author of a token. It names no author, since the texts are not verified. */
export function caption(texts: TokenTexts): TemplateResult {
  return html`<p class="caption">${texts.text('tokenByAuthor')}</p>`;
}

export function refreshNote(texts: TokenTexts): TemplateResult {
  return html`<p part="refresh-note" class="caption">
    ${texts.text('tokenRefresh')} ${externalLink(SIP_019, 'SIP-019', texts)}
  </p>`;
}

/**
 * A link to another site. With a `name`, its content is an icon: a text link would need its visible text, such as a hash, in
 * its name.
 */
export function externalLink(
  href: string,
  content: unknown,
  texts: TokenTexts,
  name?: string,
): TemplateResult {
  const newTab = html`<span class="visually-hidden"> ${texts.text('newTab')}</span>`;
  return html`<a
    part="link"
    class=${name ? 'icon-button' : nothing}
    href=${href}
    target="_blank"
    rel="noopener noreferrer nofollow ugc"
    referrerpolicy="no-referrer"
    aria-label=${name ?? nothing}
    >${content}${name ? nothing : newTab}</a
  >`;
}

/** Facts from the chain, and texts by the token's author. */
export const rowsStyles = css`
  /* A value is at the end of the line of its label, or below that if it is longer than the rest of the line. */
  .row {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: baseline;
    gap: 0 var(--_space-4);
    padding-block: var(--_space-2);
    border-block-start: 1px solid var(--_border);
    overflow: clip;
  }
  .row > * {
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  dt,
  .note,
  .locale-note {
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  dd {
    font-size: var(--_text-s);
    font-variant-numeric: tabular-nums;
  }
  .code {
    font: var(--_text-xs) / 1.5 var(--_font-mono);
  }
  /* A hash or an address in one line, with its last characters: users compare both ends. The link shows all of it. */
  .code:has(> .icon-button) {
    display: flex;
    flex: 1 1 12rem;
    align-items: center;
    justify-content: end;
    gap: var(--_space-1);
  }
  .code > bdi:has(+ .icon-button) {
    min-inline-size: 0;
    white-space: nowrap;
  }
  /* Not flex items: these would be two lines once copied. */
  .start {
    display: inline-block;
    /* Whole characters, so that there is no gap after the ellipsis. */
    max-inline-size: calc(round(down, 100% + 0.5px, 1ch) - ${LAST}ch + 0.5px);
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
  }
  /* One line, unless the amount alone is longer. */
  .supply .row {
    display: grid;
    grid-template-columns: minmax(min-content, 1fr) fit-content(60%);
  }
  .supply dt {
    overflow-wrap: break-word;
  }
  .supply dd {
    font-size: var(--_text-m);
    display: flex;
    gap: 0.3em;
    align-items: baseline;
    min-inline-size: 0;
    min-block-size: calc(1em * var(--_line));
  }
  /* A number is never broken. */
  .supply dd > bdi:first-child {
    flex: none;
    white-space: nowrap;
  }
  sup {
    font-size: 0.7em;
    line-height: 0;
  }
  .supply .note {
    flex: 1 1 0;
    min-inline-size: 2em;
    /* Next to the amount, even if the direction of the text differs from that of the page. */
    direction: inherit;
  }
  .supply .note.whole {
    flex: none;
  }
  .note > span {
    unicode-bidi: plaintext;
  }
  a {
    color: var(--_accent-text);
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
    text-decoration-color: color-mix(in srgb, currentColor 40%, transparent);
  }
  a:hover {
    text-decoration-color: currentColor;
  }
  a:not(.icon-button)::after {
    content: '\\2197\\FE0E' / '';
    padding-inline-start: 0.3em;
    font-family: var(--_font);
  }
  /* Visibly separate: these texts come from the token's metadata, not from the page. */
  .authored {
    display: grid;
    gap: var(--_space-3);
    margin-block-end: var(--_space-3);
    padding-block-start: var(--_space-3);
    border-block-start: 1px solid var(--_border);
  }
  .caption {
    padding-block: var(--_space-1) var(--_space-3);
    color: var(--_text-muted);
    font-size: var(--_text-xs);
  }
  .authored > .caption {
    padding: 0;
  }
  .caption + .description {
    margin-block-start: calc(-1 * var(--_space-2));
  }
  :is(.summary, .skeleton) > .caption {
    padding-block: 0 var(--_space-1);
  }
  .attributes {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-2);
  }
  .attribute {
    min-inline-size: min(5.5rem, 100%);
    max-inline-size: 100%;
    overflow: clip;
    padding: var(--_space-2);
    border: 1px solid transparent;
    border-radius: var(--_radius-s);
    background: var(--_surface-hover);
  }
  .attribute dt {
    font-size: var(--_text-xs);
  }
  .attribute dd {
    font-weight: var(--_weight-medium);
  }
  .toggle,
  .all {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    inline-size: fit-content;
    min-block-size: var(--_target);
    padding: 0;
    border-radius: var(--_radius-s);
    font-size: var(--_text-s);
    font-weight: var(--_weight-medium);
  }
  .toggle {
    border: 0;
  }
  :is(.toggle, .all)::after {
    content: '';
    inline-size: 7px;
    block-size: 7px;
    margin-inline: 3px;
    border: solid var(--_text-muted);
    border-width: 0 2px 2px 0;
    transform: translateY(-2px) rotate(45deg);
    transition: transform var(--_duration) var(--_ease);
  }
  [aria-expanded='true']::after {
    transform: translateY(2px) rotate(225deg);
  }
  :is(.properties, .more) {
    border-block-start: 1px solid var(--_border);
  }
  :is(.properties, .more) > .toggle {
    inline-size: 100%;
    min-block-size: max(40px, var(--_target));
  }
  .properties + .more {
    margin-block-start: calc(-1 * var(--_space-3));
  }
  :is(.properties, .more) > .toggle::after {
    margin-inline-start: auto;
  }
  .all {
    inline-size: auto;
    justify-content: center;
  }
  @media (hover: hover) {
    .all:hover,
    .identity > .open > .toggle:hover {
      background: var(--_surface-hover);
    }
  }
  .count {
    color: var(--_text-muted);
    font-weight: 400;
  }
  @container (max-inline-size: 26rem) {
    .code:has(> .icon-button) {
      justify-content: space-between;
    }
  }
  @media (forced-colors: active) {
    :is(.toggle, .all)::after {
      border-color: CanvasText;
    }
  }
`;
