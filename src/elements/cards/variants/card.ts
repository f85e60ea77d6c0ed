import { html, nothing, type TemplateResult } from 'lit';
import type { CardContext, ShownToken } from '../shown-token.js';
import { disclosure } from '../disclosure.js';
import { article, description, head } from '../pieces.js';
import { localeChoice, localeNote } from '../locale-choice.js';
import { replacement } from '../messages.js';
import { attributeList, caption, factRows, refreshNote, rowOf } from '../rows.js';
import { firstRow, tokenDetails } from '../token-details.js';

/**
 * The default: head, description and one fact (the supply, or the token id). The height is the same for every token.
 * The rest is under "Details". Until the token is ready, the same elements are invisible and reserve the space.
 */
export function card(token: ShownToken, context: CardContext): TemplateResult {
  const { view, summary, label } = token;
  const { texts } = context;
  const isOpen = context.opened.has('details');
  const isReady = view.show === 'token';
  return article(
    token,
    context,
    html`${head(token, context)}
      <div class="body ${isReady ? '' : 'replaced'}">
        <div class="summary">
          <div class="lines">
            ${
              isReady && !summary.description
                ? html`<p class="none">${texts.text('tokenNoDescription')}</p>`
                : description(summary.description, token)
            }
          </div>
          ${caption(texts)}
          <dl part="facts" class="rows ${isOpen ? '' : 'supply'}">
            ${rowOf(firstRow(token, isOpen ? 'exact' : 'short'), texts, 'no')}
          </dl>
          ${disclosure(
            'details',
            context,
            texts.text('tokenDetails'),
            isOpen && isReady ? details(token, context) : nothing,
            { part: 'details', label: texts.text('tokenDetailsOf', { token: label }) },
          )}
        </div>
        ${replacement(token, context)}
      </div>`,
  );
}

function details(token: ShownToken, context: CardContext): TemplateResult {
  const { texts, gateways } = context;
  const all = tokenDetails(token, gateways);
  const authored = [...all.properties, ...all.more];
  return html`${localeChoice(token, context)} ${localeNote(token, context)}
  ${factRows(all.facts.slice(1), texts)}
  ${
    all.attributes.length + authored.length > 0
      ? html`<div part="authored" class="authored">
          ${caption(texts)} ${attributeList(all, texts)}
          <dl part="properties" class="rows">${authored.map((row) => rowOf(row, texts))}</dl>
        </div>`
      : nothing
  }
  ${refreshNote(texts)}`;
}
