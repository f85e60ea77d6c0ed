import { css, html, nothing, type TemplateResult } from 'lit';
import { getNetwork } from '../../stacks/address.js';
import { type Gateways, safeImage } from '../../tokens/links.js';
import { isFtPrincipal } from '../../tokens/parse.js';
import { displayText } from '../../tokens/text.js';
import type { CopyResult } from '../controllers/copy-controller.js';
import { stacksExplorer } from '../internal/explorer-links.js';
import { copyIcon, doneIcon, refusedIcon } from '../internal/icons.js';
import { shortAddress } from '../internal/account-address.js';
import { liveRegion } from './messages.js';
import { disclosure, iconLink } from './rows.js';
import type { CardContext, ShownToken } from './shown-token.js';

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
      ${token.state.status === 'idle' ? plainPrincipal(token.principal) : identity(token, card, true)}
    </div>
  </header>`;
}

/** Without buttons: that of a card which does not load yet, and one that is not valid. */
function plainPrincipal(principal = ''): TemplateResult {
  const text = isFtPrincipal(principal)
    ? shortPrincipal(principal).join('.')
    : (displayText(principal, 100) ?? '');
  return html`<bdi part="principal" class="principal" dir="ltr" translate="no">${text}</bdi>`;
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
    return plainPrincipal(principal);
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

/** Whether a text may be taller than an open description, which then scrolls. */
const isLong = (text: string): boolean => text.length + 30 * text.split('\n').length > 330;

/** The description. Its `lang` is the locale that the service returned. */
export function description(
  text: string | undefined,
  { locale }: ShownToken,
  { opened }: CardContext,
): TemplateResult | typeof nothing {
  if (!text) return nothing;
  return html`<p
    part="description"
    class="description"
    dir="auto"
    tabindex=${opened.has('details') && isLong(text) ? 0 : nothing}
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
    class="card ${card.opened.has('details') ? 'open' : ''} ${'error' in token.state ? 'without-data' : ''}"
    lang=${card.texts.language}
    tabindex="-1"
    aria-labelledby="heading"
    aria-busy=${token.state.isBusy ? 'true' : 'false'}
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

/** One of the hues, always the same for one contract. */
function hue(principal: string): number {
  let sum = 0;
  for (const char of principal.slice(0, 100)) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return sum % HUES.length;
}

/** The hues of the monograms. */
const HUES = [262, 218, 190, 152, 84, 38, 12, 330];
const hueStyles = HUES.map(
  (hue, at) => css`
    .hue-${at} {
      --_hue: ${hue};
    }
  `,
).reduce(
  (all, one) => css`
    ${all}${one}
  `,
);

/** Image, name, symbol, principal, description and the choice of locale. */
export const piecesStyles = css`
  .head {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--_space-3) var(--_space-4);
    padding: var(--_space-5) var(--_space-5) var(--_space-4);
  }
  .titles {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    min-inline-size: 0;
  }
  .title {
    display: flex;
    align-items: baseline;
    gap: 0 var(--_space-2);
    min-inline-size: 0;
    /* Cuts off stacked combining marks at the edge of the line. */
    overflow: clip;
    overflow-clip-margin: 4px;
    font-size: var(--_text-l);
    font-weight: var(--_weight-bold);
    line-height: 1.3;
    letter-spacing: -0.01em;
  }
  /* One line, so that the height does not depend on the name. An open disclosure shows the whole name. */
  .name {
    min-inline-size: 2em;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .open .name {
    white-space: normal;
  }
  .open .title {
    flex-wrap: wrap;
  }
  .one-row .title {
    font-size: var(--_text-m);
    font-weight: var(--_weight-medium);
  }
  /* Never wrap a symbol: half a symbol could be another symbol. Cut it off with an ellipsis instead. */
  .symbol,
  .rows .note {
    /* Not inline-block: WebKit changes its baseline once text is cut off. */
    display: inline-flex;
    max-inline-size: 100%;
  }
  .symbol > span,
  .rows .note > span {
    min-inline-size: 0;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .symbol {
    flex: none;
    max-inline-size: 50%;
    /* The pill is taller than the line. */
    margin-block: -4px;
    padding: 0 var(--_space-2);
    border-radius: var(--_radius-s);
    background: var(--_surface-hover);
    color: var(--_text-muted);
    font-size: var(--_text-xs);
    font-weight: var(--_weight-medium);
    line-height: 1.7;
    letter-spacing: 0.02em;
  }
  .identity {
    display: grid;
    grid-template-columns: minmax(0, max-content) auto auto;
    align-items: center;
    justify-content: start;
  }
  /* With large text. */
  @container (max-inline-size: 14rem) {
    .identity {
      grid-template-columns: auto auto;
    }
    .identity > :first-child {
      grid-column: 1 / -1;
    }
  }
  .identity .icon-button {
    /* The target is taller than the line. */
    margin-block: -8px;
  }
  .identity .glyph {
    inline-size: 16px;
    block-size: 16px;
  }
  .copied {
    color: var(--_success);
  }
  .copy-error {
    grid-column: 1 / -1;
    margin-block: var(--_space-1);
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid transparent;
    border-radius: var(--_radius-s);
    background: var(--_danger-soft);
    color: var(--_danger);
    font-size: var(--_text-s);
  }
  .principal {
    direction: ltr;
    color: var(--_text-muted);
    font: var(--_text-xs) / 1.4 var(--_font-mono);
  }
  .principal > .toggle {
    /* The target is taller than the line. */
    min-block-size: var(--_target);
    padding-block: calc((var(--_target) - 1.4em) / 2);
    margin-block: calc((1.4em - var(--_target)) / 2);
    font: inherit;
    text-decoration: underline dotted var(--_border-strong);
    text-underline-offset: 3px;
  }
  .principal > .toggle::before {
    content: none;
  }
  .address {
    white-space: nowrap;
  }
  .principal.open {
    padding-block-end: var(--_space-1);
    color: var(--_text);
    user-select: all;
  }
  .picture {
    display: grid;
    place-items: center;
    inline-size: 56px;
    block-size: 56px;
    overflow: hidden;
    border-radius: 50%;
    background: var(--_surface-hover);
    /* Not inset: the image would cover it. */
    box-shadow: 0 0 0 1px var(--_border);
  }
  .monogram[data-letter]::before {
    grid-area: 1 / 1;
    content: attr(data-letter) / '';
  }
  .picture img {
    grid-area: 1 / 1;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .monogram {
    background: light-dark(hsl(var(--_hue) 62% 92%), hsl(var(--_hue) 32% 24%));
    color: light-dark(hsl(var(--_hue) 58% 30%), hsl(var(--_hue) 72% 84%));
    font-size: var(--_text-xl);
    font-weight: var(--_weight-bold);
  }
  ${hueStyles}
  .one-row .picture {
    inline-size: 40px;
    block-size: 40px;
  }
  .chip .picture {
    flex: none;
    inline-size: 1.5em;
    block-size: 1.5em;
  }
  .one-row .monogram {
    font-size: var(--_text-l);
  }
  .chip .monogram {
    font-size: inherit;
  }
  .chip .monogram bdi,
  .chip .monogram::before {
    font-size: var(--_text-xs);
  }
  .chip .symbol {
    flex: 0 1 auto;
    min-inline-size: 0;
    max-inline-size: none;
    margin: 0;
    padding: 0;
    background: none;
    color: inherit;
    font-size: inherit;
    line-height: inherit;
  }
  .waiting .name {
    color: var(--_text-muted);
  }
  .waiting .symbol > span {
    border-radius: var(--_radius-s);
    background: var(--_surface-active);
  }
  .locale {
    position: relative;
    display: inline-flex;
    align-items: center;
    align-self: start;
    max-inline-size: 11rem;
    margin-block-end: var(--_space-3);
    color: var(--_text-muted);
  }
  .globe {
    position: absolute;
    inset-inline-start: var(--_space-2);
    pointer-events: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
  }
  select {
    inline-size: 100%;
    min-block-size: var(--_target);
    padding-block: var(--_space-1);
    padding-inline: calc(var(--_space-2) + 22px) var(--_space-2);
    border: 1px solid var(--_border-strong);
    border-radius: var(--_radius-s);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    font-size: var(--_text-s);
    text-overflow: ellipsis;
    cursor: pointer;
  }
  .locale-note {
    padding-block-end: var(--_space-3);
    color: var(--_text-muted);
    font-size: var(--_text-s);
  }
  .description {
    white-space: pre-line;
  }
  .open .description {
    max-block-size: 20rem;
    overflow: auto;
    overscroll-behavior: contain;
  }
  /* Always two lines, so that the height does not depend on the text. "Details" shows the whole text. */
  .lines {
    block-size: calc(2em * var(--_line));
  }
  .lines > .description {
    display: -webkit-box;
    overflow: clip;
    -webkit-line-clamp: 2;
    -webkit-box-orient: vertical;
  }
  .none {
    color: var(--_text-muted);
  }
  .open .lines {
    block-size: auto;
    min-block-size: calc(2em * var(--_line));
  }
  .open .lines > .description {
    display: block;
    overflow: auto;
  }
  @container (max-inline-size: 26rem) {
    .picture {
      inline-size: 44px;
      block-size: 44px;
    }
    .head {
      grid-template-columns: auto minmax(0, 1fr);
      column-gap: var(--_space-3);
      padding: var(--_space-4) var(--_space-4) var(--_space-3);
    }
    .locale {
      grid-column: 1 / -1;
      max-inline-size: none;
    }
  }
  @media (forced-colors: active) {
    :not(.chip) > .symbol,
    .picture {
      outline: 1px solid CanvasText;
    }
    /* The buttons are taller than the line, so their borders would cross the text. */
    .identity .icon-button {
      border-color: Canvas;
      background: none;
    }
  }
`;
