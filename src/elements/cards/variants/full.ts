import { html, nothing, type TemplateResult } from 'lit';
import { article, description, head } from '../pieces.js';
import type { CardContext, ShownToken, TokenTexts } from '../shown-token.js';
import { localeChoice, localeNote } from '../locale-choice.js';
import { replacement } from '../messages.js';
import { attributeList, caption, factRows, refreshNote, rowOf } from '../rows.js';
import { tokenDetails, type Row } from '../token-details.js';

/** Everything that is known of the token. */
export function full(token: ShownToken, card: CardContext): TemplateResult {
  const isReady = token.view.show === 'token';
  return article(
    token,
    card,
    html`${head(token, card, { end: isReady ? localeChoice(token, card) : nothing })}
      <div class="body">${isReady ? content(token, card) : replacement(token, card)}</div>`,
  );
}

function content(token: ShownToken, card: CardContext): TemplateResult {
  const { texts, gateways } = card;
  const all = tokenDetails(token, gateways);
  return html`${localeNote(token, card)} ${factRows(all.facts, texts)}
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
