import { html, nothing, type TemplateResult } from 'lit';
import { disclosure } from '../disclosure.js';
import { article, description, head } from '../pieces.js';
import type { CardContext, ShownToken } from '../shown-token.js';
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

/** Scrolls if the focus, or a match of "find in page", is in the cut-off part. Scrolling opens the card. */
function cutOff(token: ShownToken, card: CardContext): TemplateResult {
  return html`<div class="cut-off" @scroll=${() => card.toggle('details', true)}>
    <div id="content">${content(token, card)}</div>
  </div>`;
}

/** Visible while the content is taller than the card. */
function allButton({ texts, opened, toggle }: CardContext): TemplateResult {
  return html`<button
    part="all-button"
    type="button"
    class="all"
    id="all"
    aria-expanded=${opened.has('details') ? 'true' : 'false'}
    aria-labelledby="all heading"
    @click=${() => toggle('details', !opened.has('details'))}
  >
    ${texts.text('tokenAllDetails')}
  </button>`;
}

function content(token: ShownToken, card: CardContext): TemplateResult {
  const { texts, gateways } = card;
  const all = tokenDetails(token, gateways);
  const properties = {
    name: 'properties',
    part: 'properties',
    title: texts.text('tokenProperties'),
  } as const;
  const more = { name: 'more', part: 'details', title: texts.text('tokenMore') } as const;
  return html`${localeChoice(token, card)} ${localeNote(token, card)} ${factRows(all.facts, texts)}
    <div part="authored" class="authored">
      ${caption(texts)} ${description(token.summary.description, token)}
      ${attributeList(all, texts)}
      ${all.properties.length > 0 ? moreRows(properties, all.properties, card) : nothing}
      ${moreRows(more, all.more, card, refreshNote(texts))}
    </div>`;
}

function moreRows(
  { name, part, title }: { name: 'properties' | 'more'; part: string; title: string },
  rows: readonly Row[],
  card: CardContext,
  end?: TemplateResult,
): TemplateResult {
  return disclosure(
    name,
    card,
    html`${title}<span class="count" aria-hidden="true">${rows.length || nothing}</span>`,
    html`<dl class="rows">${rows.map((row) => rowOf(row, card.texts))}</dl>
      ${end}`,
    { part },
  );
}
