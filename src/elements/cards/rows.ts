import { html, nothing, type TemplateResult } from 'lit';
import { explorerIcon } from '../internal/icons.js';
import type { TokenTexts } from './shown-token.js';
import type { Label, Row, TokenDetails } from './token-details.js';

/** The standard by which the author of a token, or its contract, asks indexers to read the metadata again. */
const SIP_019 =
  'https://github.com/stacksgov/sips/blob/main/sips/sip-019/sip-019-token-metadata-update-notifications.md';

/** The facts from the chain. */
export function factRows(rows: readonly Row[], texts: TokenTexts): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`<dl part="facts" class="rows">${rows.map((row) => rowOf(row, texts, 'no'))}</dl>`;
}

/** The caption of texts by the author of a token. It names no author, since the texts are not verified. */
export function caption(texts: TokenTexts): TemplateResult {
  return html`<p class="caption">${texts.text('tokenByAuthor')}</p>`;
}

export function attributeList(
  { attributes }: TokenDetails,
  texts: TokenTexts,
): TemplateResult | typeof nothing {
  if (attributes.length === 0) return nothing;
  return html`<dl part="attributes" class="attributes" aria-label=${texts.text('tokenAttributes')}>
    ${attributes.map(
      (row) =>
        html`<div part="attribute" class="attribute">
          <dt part="label">${labelOf(row.label, texts)}</dt>
          <dd part="value">${valueOf(row, texts)}</dd>
        </div>`,
    )}
  </dl>`;
}

export function rowOf(row: Row, texts: TokenTexts, translate?: 'no'): TemplateResult {
  return html`<div part="row" class="row">
    <dt part="label">${labelOf(row.label, texts)}</dt>
    <dd part="value" class=${row.isCode ? 'code' : ''} translate=${translate ?? nothing}>
      ${valueOf(row, texts)}
    </dd>
  </div>`;
}

export function refreshNote(texts: TokenTexts): TemplateResult {
  return html`<p part="refresh-note" class="caption">
    ${texts.text('tokenRefresh')} ${newTabLink(SIP_019, 'SIP-019', texts)}
  </p>`;
}

function labelOf(label: Label, texts: TokenTexts): string | TemplateResult {
  return 'key' in label ? texts.text(label.key as 'tokenSupply') : html`<bdi>${label.text}</bdi>`;
}

/** Text from the metadata is in a `<bdi>`, so that its direction does not affect the text around it. */
function valueOf(
  { text, href, linkName, isCode, isInvalid, note }: Row,
  texts: TokenTexts,
): TemplateResult {
  if (isInvalid) return html`<span class="note"><span>${texts.text('tokenInvalid')}</span></span>`;
  const value = isCode
    ? html`<bdi dir="ltr" translate="no">${text}</bdi>`
    : html`<bdi>${text}</bdi>`;
  let shown: TemplateResult = value;
  if (href && linkName) {
    const name = texts.text(linkName.key, { token: linkName.token });
    shown = html`${value} ${iconLink(href, name)}`;
  } else if (href) {
    shown = newTabLink(href, value, texts);
  }
  return note ? html`${shown} <bdi class="note"><span>${note}</span></bdi>` : html`${shown}`;
}

function newTabLink(href: string, content: unknown, texts: TokenTexts): TemplateResult {
  const newTab = html`<span class="visually-hidden"> ${texts.text('newTab')}</span>`;
  return externalLink(href, html`${content}${newTab}`);
}

/** A link with an icon and an accessible name. A text link would need its visible text, a hash, in its name. */
export function iconLink(href: string, name: string): TemplateResult {
  return externalLink(href, explorerIcon, name);
}

function externalLink(href: string, content: unknown, name?: string): TemplateResult {
  return html`<a
    part="link"
    class=${name ? 'icon-button' : nothing}
    href=${href}
    target="_blank"
    rel="noopener noreferrer nofollow ugc"
    referrerpolicy="no-referrer"
    aria-label=${name ?? nothing}
    >${content}</a
  >`;
}
