import { html, nothing, type TemplateResult } from 'lit';
import type { CardContext, ShownToken } from '../shown-token.js';
import { liveRegion, replacement } from '../messages.js';
import { identity, picture, pill } from '../pieces.js';

/** One row of a list: icon, name, symbol, principal and copy. */
export function row(token: ShownToken, card: CardContext): TemplateResult {
  const { view, summary, isBusy } = token;
  const isWaiting = view.show === 'nothing' || view.show === 'skeleton';
  return html`<div
    part="card"
    class="one-row ${isWaiting ? 'waiting' : ''}"
    role="group"
    lang=${card.texts.language}
    aria-labelledby="heading"
    aria-busy=${isBusy ? 'true' : 'false'}
  >
    ${liveRegion(token, card)} ${picture(token, card)}
    <div class="titles ${card.opened.has('principal') ? 'open' : ''}">
      <div class="title" id="heading">
        <bdi part="name" class="name" translate="no">${summary.name}</bdi>
        ${pill(token)}
      </div>
      ${identity(token, card, false)}
    </div>
    <slot name="actions"></slot>
    ${isWaiting ? nothing : replacement(token, card)}
  </div>`;
}
