import { html, nothing, type TemplateResult } from 'lit';
import { getNetwork } from '../../stacks/address.js';
import { isFtPrincipal } from '../../tokens/parse.js';
import { displayText } from '../../tokens/text.js';
import type { CopyResult } from '../controllers/copy-controller.js';
import { shortAddress } from '../internal/short-address.js';
import { copyIcon, doneIcon, refusedIcon } from '../internal/icons.js';
import { stacksExplorer } from '../internal/explorer-links.js';
import { disclosure } from './disclosure.js';
import type { CardContext, ShownToken } from './shown-token.js';
import { liveRegion } from './messages.js';
import { iconLink } from './rows.js';
import { chooseImage, tokenImage } from './token-image.js';

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
    class="card ${card.opened.has('details') ? 'open' : ''}"
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

/** A card that is not near the viewport: only its height and heading. Its layout is fast, for users who scroll fast. */
export function outline(token: ShownToken, card: CardContext): TemplateResult {
  const heading = html`<span
    class="visually-hidden"
    id="heading"
    role="heading"
    aria-level=${card.headingLevel}
    >${token.label}</span
  >`;
  return article(token, card, heading);
}
