import { html, nothing, type TemplateResult } from 'lit';
import { isFtPrincipal } from '../../../tokens/parse.js';
import { refusedIcon } from '../../internal/icons.js';
import type { CardContext, ShownToken } from '../shown-token.js';
import { statusText } from '../messages.js';
import { picture, shortPrincipal } from '../pieces.js';

/** Icon and symbol, within a line of text. The principal is in the accessible name only. */
export function chip(token: ShownToken, card: CardContext): TemplateResult {
  const { view, summary, principal } = token;
  const isWaiting = view.show === 'nothing' || view.show === 'skeleton';
  const symbol = summary.symbol ?? summary.name;
  const address = isFtPrincipal(principal) ? `${shortPrincipal(principal)[0]}.` : '';
  const contract = address + token.label;
  const name = card.texts.text('tokenOfContract', { token: symbol, contract });
  const status = statusText(view, card.texts);
  const label = status ? `${name}. ${status}` : name;
  return html`<span
    part="card"
    class="chip ${isWaiting ? 'waiting' : ''}"
    role="img"
    aria-label=${label}
  >
    ${picture(token, card)}
    <bdi part="symbol" class="symbol" translate="no"
      ><span>${isWaiting ? '\u2003\u2003' : symbol}</span></bdi
    >
    ${view.show === 'failure' ? refusedIcon : nothing}
  </span>`;
}
