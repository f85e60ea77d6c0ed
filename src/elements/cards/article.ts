import { html, type TemplateResult } from 'lit';
import type { CardContext, ShownToken } from './shown-token.js';
import { liveRegion } from './messages.js';

/** The frame of the variants card and full. */
export function article(
  token: ShownToken,
  card: CardContext,
  content: TemplateResult,
): TemplateResult {
  // tabindex: with delegatesFocus, a click on text would otherwise focus the select, and arrow keys change it.
  return html`<article
    part="card"
    class="card ${card.isOpen ? 'open' : ''}"
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
