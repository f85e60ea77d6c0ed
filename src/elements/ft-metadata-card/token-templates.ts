import { html, nothing, type TemplateResult } from 'lit';
import type { MessagesController } from '../controllers/messages-controller.js';
import { explorerIcon } from '../internal/icons.js';
import type { tokenMessages } from '../messages/en/token.js';
import type { Label, Row, TokenRecord } from './token-record.js';

export type TokenTexts = MessagesController<typeof tokenMessages>;

/** The facts from the chain, then the texts by the author, which are in `language`. */
export function tokenBody(
  record: TokenRecord,
  language: string | undefined,
  texts: TokenTexts,
): TemplateResult {
  return html`
    <dl part="facts" class="rows">${record.facts.map((row) => rowOf(row, texts))}</dl>
    ${isAuthored(record) ? authored(record, language, texts) : nothing}
  `;
}

function isAuthored({ description, attributes, properties, details }: TokenRecord): boolean {
  return description !== undefined || attributes.length + properties.length + details.length > 0;
}

function authored(
  record: TokenRecord,
  language: string | undefined,
  texts: TokenTexts,
): TemplateResult {
  const { description, attributes, properties, details } = record;
  return html`<div part="authored" class="authored">
    <p class="caption">${texts.text('tokenByAuthor')}</p>
    ${
      description
        ? html`<p
            part="description"
            class="description"
            dir="auto"
            lang=${language ?? nothing}
            .textContent=${description}
          ></p>`
        : nothing
    }
    ${
      attributes.length > 0
        ? html`<dl part="attributes" class="chips" aria-label=${texts.text('tokenAttributes')}>
            ${attributes.map((row) => chip(row, texts))}
          </dl>`
        : nothing
    }
    ${disclosure('properties', 'tokenProperties', properties, texts)}
    ${disclosure('details', 'tokenDetails', details, texts)}
  </div>`;
}

function disclosure(
  part: string,
  title: 'tokenProperties' | 'tokenDetails',
  rows: readonly Row[],
  texts: TokenTexts,
): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`<details part=${part}>
    <summary>
      ${texts.text(title)}<span class="count" aria-hidden="true">${rows.length}</span>
    </summary>
    <dl class="rows">${rows.map((row) => rowOf(row, texts))}</dl>
  </details>`;
}

function rowOf(row: Row, texts: TokenTexts): TemplateResult {
  return html`<div part="row" class="row">
    <dt part="label">${labelOf(row.label, texts)}</dt>
    <dd part="value" class=${row.isCode ? 'code' : ''}>${valueOf(row, texts)}</dd>
  </div>`;
}

function chip(row: Row, texts: TokenTexts): TemplateResult {
  return html`<div part="attribute" class="chip">
    <dt part="label">${labelOf(row.label, texts)}</dt>
    <dd part="value">${valueOf(row, texts)}</dd>
  </div>`;
}

function labelOf(label: Label, texts: TokenTexts): string | TemplateResult {
  return 'key' in label ? texts.text(label.key as 'tokenSupply') : html`<bdi>${label.text}</bdi>`;
}

/** Text from the metadata is in a `<bdi>`, so that its direction does not affect the text around it. */
function valueOf(
  { text, href, linkName, isCode, isInvalid, note }: Row,
  texts: TokenTexts,
): TemplateResult {
  if (isInvalid) return html`${texts.text('tokenInvalid')}`;
  const value = isCode ? html`<bdi dir="ltr">${text}</bdi>` : html`<bdi>${text}</bdi>`;
  let shown: TemplateResult = value;
  if (href && linkName) {
    const name = texts.text(linkName.key, { token: linkName.token });
    shown = html`${value} ${externalLink(href, explorerIcon, name)}`;
  } else if (href) {
    const newTab = html`<span class="visually-hidden"> ${texts.text('newTab')}</span>`;
    shown = externalLink(href, html`${value}${newTab}`);
  }
  return note ? html`${shown} <bdi class="note"><span>${note}</span></bdi>` : html`${shown}`;
}

/** With a `name`, an icon: the name of a link must contain its visible text, and a hash is no name. */
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
