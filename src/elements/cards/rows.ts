import { css, html, nothing, type TemplateResult } from 'lit';
import { explorerIcon } from '../internal/icons.js';
import type { CardContext, Disclosure, TokenTexts } from './shown-token.js';
import type { Label, Row, TokenDetails } from './token-details.js';

interface DisclosureOptions {
  /** The CSS part of the whole disclosure. */
  readonly part?: string;
  /** The accessible name of the button. Default: its content. */
  readonly label?: string;
}

/**
 * A button that shows and hides the content. The browser's "find in page" also opens it. Not `<details>`: each has a
 * shadow root with its own style sheet, and for each new one Chromium reads the styles of all shadow roots of the
 * page again. In a page with a thousand cards this takes longer than a frame.
 */
export function disclosure(
  name: Disclosure,
  card: CardContext,
  title: TemplateResult | string,
  content: unknown,
  { part, label }: DisclosureOptions,
): TemplateResult {
  const isOpen = card.opened.has(name);
  const toggle = () => card.toggle(name, !isOpen);
  return html`<div part=${part ?? nothing} class="${name} ${isOpen ? 'open' : ''}">
    <button
      type="button"
      class="toggle"
      aria-expanded=${isOpen ? 'true' : 'false'}
      aria-label=${label ?? nothing}
      @click=${toggle}
    >
      ${title}
    </button>
    <div hidden=${isOpen ? nothing : 'until-found'} @beforematch=${toggle}>${content}</div>
  </div>`;
}

/** The standard by which the author of a token, or its contract, asks indexers to read the metadata again. */
const SIP_019 =
  'https://github.com/stacksgov/sips/blob/main/sips/sip-019/sip-019-token-metadata-update-notifications.md';

/** The facts from the chain. */
export function factRows(rows: readonly Row[], texts: TokenTexts): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`<dl part="facts" class="rows">${rows.map((row) => renderRow(row, texts, 'no'))}</dl>`;
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
          <dt part="label">${renderLabel(row.label, texts)}</dt>
          <dd part="value">${renderValue(row, texts)}</dd>
        </div>`,
    )}
  </dl>`;
}

export function renderRow(row: Row, texts: TokenTexts, translate?: 'no'): TemplateResult {
  return html`<div part="row" class="row">
    <dt part="label">${renderLabel(row.label, texts)}</dt>
    <dd part="value" class=${row.isCode ? 'code' : ''} translate=${translate ?? nothing}>
      ${renderValue(row, texts)}
    </dd>
  </div>`;
}

export function refreshNote(texts: TokenTexts): TemplateResult {
  return html`<p part="refresh-note" class="caption">
    ${texts.text('tokenRefresh')} ${newTabLink(SIP_019, 'SIP-019', texts)}
  </p>`;
}

function renderLabel(label: Label, texts: TokenTexts): string | TemplateResult {
  return 'key' in label ? texts.text(label.key as 'tokenSupply') : html`<bdi>${label.text}</bdi>`;
}

/** Text from the metadata is in a `<bdi>`, so that its direction does not affect the text around it. */
function renderValue(
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

/** Facts from the chain, texts by the token's author, and disclosures. */
export const rowsStyles = css`
  .row {
    display: grid;
    grid-template-columns: minmax(7.5rem, 11rem) minmax(0, 1fr);
    gap: 0 var(--_space-4);
    align-items: baseline;
    padding-block: var(--_space-2);
    border-block-start: 1px solid var(--_border);
    overflow: clip;
  }
  dt {
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  dd {
    font-variant-numeric: tabular-nums;
  }
  .code {
    font: var(--_text-xs) / 1.5 var(--_font-mono);
  }
  .code:has(> .icon-button) {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  /* One line, unless the amount alone is longer. */
  .supply dd {
    display: flex;
    gap: 0.3em;
    align-items: baseline;
    min-inline-size: 0;
    min-block-size: calc(1em * var(--_line));
  }
  .supply .note {
    flex: 1 1 0;
    min-inline-size: 2em;
    /* Next to the amount, even if the direction of the text differs from that of the page. */
    direction: inherit;
  }
  .note > span {
    unicode-bidi: plaintext;
  }
  .note {
    color: var(--_text-muted);
    font-size: var(--_text-s);
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
  a.icon-button {
    /* The target is taller than the line. */
    margin-block: -10px;
    color: var(--_text-muted);
  }
  a.icon-button .glyph {
    inline-size: 16px;
    block-size: 16px;
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
    margin-block: var(--_space-3);
    padding-block-start: var(--_space-3);
    border-block-start: 1px solid var(--_border-strong);
  }
  .caption {
    padding-block: var(--_space-1) var(--_space-3);
    color: var(--_text-muted);
    font-size: var(--_text-xs);
  }
  .authored > .caption {
    padding: 0;
  }
  .attributes {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(10rem, 100%), 1fr));
    gap: var(--_space-2);
  }
  .attribute {
    min-inline-size: 0;
    overflow: clip;
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid var(--_border);
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
  .toggle::before,
  .all::after {
    content: '';
    inline-size: 7px;
    block-size: 7px;
    margin-inline: 3px;
    border: solid var(--_text-muted);
    border-width: 0 2px 2px 0;
    transform: rotate(-45deg);
    transition: transform var(--_duration) var(--_ease);
  }
  .toggle:dir(rtl)::before {
    transform: rotate(135deg);
  }
  .open > .toggle::before,
  .all::after {
    transform: translateY(-2px) rotate(45deg);
  }
  .all {
    inline-size: auto;
    justify-content: center;
  }
  .all[aria-expanded='true']::after {
    transform: translateY(2px) rotate(225deg);
  }
  .count {
    color: var(--_text-muted);
    font-weight: 400;
  }
  @container (max-inline-size: 26rem) {
    .row {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media (forced-colors: active) {
    .toggle::before,
    .all::after {
      border-color: CanvasText;
    }
  }
`;
