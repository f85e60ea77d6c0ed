import { html, nothing, type TemplateResult } from 'lit';
import { article, description, head } from '../pieces.js';
import type { CardContext, ShownToken, TokenTexts } from '../shown-token.js';
import { localeChoice, localeNote } from '../locale-choice.js';
import { replacement } from '../messages.js';
import { attributeList, caption, factRows, refreshNote, rowOf } from '../rows.js';
import { tokenDetails, type Row } from '../token-details.js';

/**
 * All data of the token. The height is the same for every token: taller content is cut off until the user presses "All
 * details".
 */
export function full(token: ShownToken, card: CardContext): TemplateResult {
  const isReady = token.view.show === 'token';
  return article(
    token,
    card,
    html`${head(token, card)}
      <div class="body">
        <div class="fixed">
          ${isReady ? [cutOff(token, card), allButton(card)] : replacement(token, card)}
        </div>
      </div>`,
  );
}

/** Scrolls if the focus, or a match of the browser's search, is in the cut-off part. Scrolling opens the card. */
function cutOff(token: ShownToken, card: CardContext): TemplateResult {
  return html`<div class="cut-off" @scroll=${card.revealed}>
    <div id="content">${content(token, card)}</div>
  </div>`;
}

/** Visible while the content is taller than the card. */
function allButton({ texts, isOpen, toggleAll }: CardContext): TemplateResult {
  return html`<button
    part="all-button"
    type="button"
    class="all"
    id="all"
    aria-expanded=${isOpen ? 'true' : 'false'}
    aria-labelledby="all heading"
    @click=${toggleAll}
  >
    ${texts.text('tokenAllDetails')}
  </button>`;
}

function content(token: ShownToken, card: CardContext): TemplateResult {
  const { texts, gateways } = card;
  const all = tokenDetails(token, gateways);
  return html`${localeChoice(token, card)} ${localeNote(token, card)} ${factRows(all.facts, texts)}
    <div part="authored" class="authored">
      ${caption(texts)} ${description(token.summary.description, token)}
      ${attributeList(all, texts)}
      ${disclosure('properties', 'tokenProperties', all.properties, texts)}
      ${disclosure('details', 'tokenMore', all.more, texts, refreshNote(texts))}
    </div>`;
}

function disclosure(
  part: string,
  title: 'tokenProperties' | 'tokenMore',
  rows: readonly Row[],
  texts: TokenTexts,
  end?: TemplateResult,
): TemplateResult | typeof nothing {
  if (rows.length === 0 && !end) return nothing;
  return html`<details part=${part}>
    <summary>
      ${texts.text(title)}<span class="count" aria-hidden="true">${rows.length || nothing}</span>
    </summary>
    <dl class="rows">${rows.map((row) => rowOf(row, texts))}</dl>
    ${end}
  </details>`;
}
