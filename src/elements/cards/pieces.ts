import { type TemplateResult, html, nothing } from 'lit';
import { getNetwork } from '../../stacks/address.js';
import { type Gateways, safeImage } from '../../tokens/links.js';
import { isFtPrincipal } from '../../tokens/parse.js';
import { displayText } from '../../tokens/text.js';
import type { CopyResult } from '../controllers/copy-controller.js';
import { stacksExplorer } from '../internal/explorer-links.js';
import { copyIcon, doneIcon, explorerIcon, refusedIcon } from '../internal/icons.js';
import { shortAddress } from '../internal/account-address.js';
import { liveRegion } from './messages.js';
import type { CardContext, Disclosure, ShownToken, TokenTexts } from './shown-token.js';
import type { Label, Row, TokenDetails } from './token-details.js';

/** The image, or a monogram. */
export function picture({ summary, principal }: ShownToken, card: CardContext): TemplateResult {
  const { gateways, brokenImages } = card;
  const image = card.withImages ? chooseImage(summary.images, brokenImages, gateways) : undefined;
  const title = summary.symbol ?? summary.name;
  return tokenImage(image, { title, principal: principal ?? title }, card.imageFailed);
}

/** The symbol, or the token id of an NFT. */
export function pill({
  summary,
  id,
}: Pick<ShownToken, 'summary' | 'id'>): TemplateResult | typeof nothing {
  const text = id ? `#${id}` : summary.symbol;
  if (!text) return nothing;
  return html`<bdi part=${id ? 'token-id' : 'symbol'} class="symbol" translate="no"
    ><span>${text}</span></bdi
  >`;
}

/** Image, name, symbol and principal. Anyone can use any name, so the principal is always shown, too. */
export function head(token: ShownToken, card: CardContext): TemplateResult {
  return html`<header part="header" class="head">
    ${picture(token, card)}
    <div class="titles ${card.opened.has('principal') ? 'open' : ''}">
      <div part="heading" class="title" id="heading" role="heading" aria-level=${card.headingLevel}>
        <bdi part="name" class="name" translate="no">${token.summary.name}</bdi>
        ${pill(token)}
      </div>
      ${identity(token, card, true)}
    </div>
  </header>`;
}

/**
 * The shortened principal. A press shows the whole principal, for users who cannot copy it. It is also shown if the
 * browser refuses to copy. An invalid principal is shown unchanged, without buttons.
 */
export function identity(
  { principal = '' }: ShownToken,
  card: CardContext,
  hasExplorer: boolean,
): TemplateResult {
  if (!isFtPrincipal(principal)) {
    const text = displayText(principal, 100) ?? '';
    return html`<bdi part="principal" class="principal" dir="ltr" translate="no">${text}</bdi>`;
  }
  const copied = card.copied?.text === principal ? card.copied : undefined;
  const [address, token] = shortPrincipal(principal);
  const chain = hasExplorer ? getNetwork(principal) : undefined;
  return html`<div class="identity">
      ${disclosure(
        'principal',
        card,
        html`<bdi part="principal" translate="no"
          ><span class="address">${address}</span><wbr />.${token}</bdi
        >`,
        html`<bdi part="whole-principal" translate="no">${principal}</bdi>`,
        {},
      )}
      ${copyButton(principal, card, copied)}
      ${
        chain
          ? iconLink(
              stacksExplorer(`txid/${principal}`, chain),
              card.texts.text('tokenViewContract', { token }),
            )
          : nothing
      }
    </div>
    ${
      copied?.copied === false
        ? html`<p part="copy-error" class="copy-error" aria-hidden="true">
            ${card.texts.text('copyRefused')}
          </p>`
        : nothing
    }`;
}

/** The live region of the card announces the result. */
function copyButton(principal: string, card: CardContext, result: CopyResult): TemplateResult {
  return html`<button
    part="copy-button"
    type="button"
    class="icon-button ${result?.copied ? 'copied' : ''}"
    aria-label=${card.texts.text('tokenCopyPrincipal', { token: principal.split('.')[1]! })}
    @click=${() => card.copy(principal)}
  >
    ${!result ? copyIcon : result.copied ? doneIcon : refusedIcon}
  </button>`;
}

/** The description. Its `lang` is the locale that the service returned. */
export function description(
  text: string | undefined,
  { locale }: ShownToken,
): TemplateResult | typeof nothing {
  if (!text) return nothing;
  return html`<p
    part="description"
    class="description"
    dir="auto"
    lang=${locale?.served ?? nothing}
    .textContent=${text}
  ></p>`;
}

/**
 * `SP2J6Z…RV9EJ7` and the whole name of the contract. Keeps more characters than for the user's own address: anyone can
 * generate an address with the same first and last few characters as another.
 */
export function shortPrincipal(principal: string): [address: string, name: string] {
  const [address = '', name = ''] = principal.split('.');
  return [shortAddress(address, 6, 6), name];
}

/** The frame of the variants card and full. */
export function article(
  token: ShownToken,
  card: CardContext,
  content: TemplateResult,
): TemplateResult {
  // tabindex: with delegatesFocus, a click on text would otherwise focus the select, and arrow keys would change it.
  return html`<article
    part="card"
    class="card ${card.opened.has('details') ? 'open' : ''} ${token.view.show === 'failure' ? 'failed' : ''}"
    lang=${card.texts.language}
    tabindex="-1"
    aria-labelledby="heading"
    aria-busy=${token.isBusy ? 'true' : 'false'}
  >
    ${liveRegion(token, card)} ${content}
    <slot></slot>
    <slot name="actions"></slot>
  </article>`;
}

/** How many images of a token are tried before the monogram is shown. */
const ATTEMPTS = 3;

/** The first image of a token that may be fetched and is not known to be broken. */
export function chooseImage(
  candidates: readonly string[],
  broken: ReadonlySet<string>,
  gateways: Gateways,
): string | undefined {
  const sources = candidates
    .map((url) => safeImage(url, gateways))
    .filter((url) => url !== undefined);
  return [...new Set(sources)].slice(0, ATTEMPTS).find((url) => !broken.has(url));
}

/** The image, or the first letter of the symbol on a color derived from the principal. Decorative. */
export function tokenImage(
  source: string | undefined,
  token: { readonly title: string; readonly principal: string },
  failed: (source: string) => void,
): TemplateResult {
  const letter = firstLetter(token.title);
  // `referrerpolicy` is in the static template, so it is set before `src`, which is a binding.
  if (source) {
    return html`<span class="picture monogram hue-${hue(token.principal)}" data-letter=${letter}
      ><img
        part="image"
        alt=""
        width="64"
        height="64"
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
        src=${source}
        @load=${showAlone}
        @error=${() => failed(source)}
    /></span>`;
  }
  return html`<span
    part="monogram"
    class="picture monogram hue-${hue(token.principal)}"
    aria-hidden="true"
    ><bdi translate="no">${letter}</bdi></span
  >`;
}

/** Removes the monogram, which is under the image until the image has loaded. */
function showAlone({ target }: Event): void {
  (target as Element).parentElement!.classList.remove('monogram');
}

function firstLetter(text: string): string {
  const [letter = '?'] = /[\p{L}\p{N}]/u.exec(text) ?? [];
  return letter.toLocaleUpperCase();
}

/** One of eight hues, always the same for one contract. */
function hue(principal: string): number {
  let sum = 0;
  for (const char of principal.slice(0, 100)) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return sum % 8;
}

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
