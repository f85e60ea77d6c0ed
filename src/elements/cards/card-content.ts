import { type TemplateResult, html, nothing } from 'lit';
import type { FtMetadata } from '../../tokens/metadata-types.js';
import { isFtPrincipal } from '../../tokens/parse.js';
import { displayText } from '../../tokens/text.js';
import type { TokenName, TokenState } from '../controllers/token-controller.js';
import { refusedIcon } from '../internal/icons.js';
import { type CardContext, type ShownToken, tokenSummary } from './shown-token.js';
import { article, description, head, identity, picture, pill, shortPrincipal } from './pieces.js';
import { attributeList, caption, disclosure, factRows, refreshNote, renderRow } from './rows.js';
import { localeChoice, localeNote } from './locale-choice.js';
import { contractName, isFailure, liveRegion, replacement, statusText } from './messages.js';
import { type Row, firstRow, tokenDetails } from './token-details.js';

export type CardVariant = 'card' | 'chip' | 'row' | 'full';
const VARIANTS = { chip, row, card, full } satisfies Record<CardVariant, unknown>;

/** Whether the page has set every property that identifies the token. */
export function isNamed({ principal, tokenId }: TokenName): boolean {
  return principal !== '' && tokenId !== '';
}

export function cardContent(
  variant: string,
  state: TokenState,
  token: TokenName,
  context: CardContext,
): TemplateResult | typeof nothing {
  if (state.status === 'idle' && !isNamed(token)) return nothing;
  const template = Object.hasOwn(VARIANTS, variant) ? VARIANTS[variant as CardVariant] : card;
  const shown = shownToken(state, token, template, context);
  // Not near the viewport yet: only the head, for a fast layout of many cards.
  const isOutline = state.status === 'idle' && (template === card || template === full);
  return isOutline ? article(shown, context, head(shown, context)) : template(shown, context);
}

function shownToken(
  state: TokenState,
  given: TokenName,
  template: (typeof VARIANTS)[CardVariant],
  { texts }: CardContext,
): ShownToken {
  const metadata: FtMetadata = state.status === 'ready' ? state.answer : {};
  const locale = state.status === 'ready' ? state.answer.locale : undefined;
  const principal = given.principal || metadata.asset_identifier?.split('::')[0];
  const id = idText(given);
  const contract = contractName(principal);
  const label = contract + (id ? ` #${id}` : '');
  const options = {
    // The token id is next to the name, except in a chip.
    label: template === chip ? label : contract,
    locale: locale?.requested?.replaceAll('_', '-') ?? texts.locale,
    isLarge: id !== undefined && (template === card || template === full),
  };
  return {
    state,
    principal,
    id,
    label,
    metadata,
    summary: tokenSummary(metadata, options),
    locale,
  };
}

/** An invalid token id is shown unchanged. */
function idText({ type, tokenId }: TokenName): string | undefined {
  if (!type) return undefined;
  return displayText(String(tokenId).replace(/^0+(?=\d)/, ''), 60) ?? '';
}

/**
 * All data of the token. The height is the same for every token: taller content is cut off until the user presses "All
 * details".
 */
export function full(token: ShownToken, card: CardContext): TemplateResult {
  const isReady = token.state.status === 'ready';
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
      ${caption(texts)} ${description(token.summary.description, token, card)}
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
    html`<dl class="rows">${rows.map((row) => renderRow(row, card.texts))}</dl>
      ${end}`,
    { part },
  );
}

/**
 * The default: head, description and one fact (the supply, or the token id). The height is the same for every token.
 * The rest is under "Details". Until the token is ready, the same elements are invisible and reserve the space.
 */
export function card(token: ShownToken, context: CardContext): TemplateResult {
  const { state, summary, label } = token;
  const { texts } = context;
  const isOpen = context.opened.has('details');
  const isReady = state.status === 'ready';
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
                : description(summary.description, token, context)
            }
          </div>
          ${caption(texts)}
          <dl part="facts" class="rows ${isOpen ? '' : 'supply'}">
            ${renderRow(firstRow(token, isOpen ? 'exact' : 'short'), texts, 'no')}
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
          <dl part="properties" class="rows">${authored.map((row) => renderRow(row, texts))}</dl>
        </div>`
      : nothing
  }
  ${refreshNote(texts)}`;
}

/** One row of a list: icon, name, symbol, principal and copy. */
export function row(token: ShownToken, card: CardContext): TemplateResult {
  const { state, summary } = token;
  const isWaiting = state.status === 'idle' || state.status === 'loading';
  return html`<div
    part="card"
    class="one-row ${isWaiting ? 'waiting' : ''}"
    role="group"
    lang=${card.texts.language}
    aria-labelledby="heading"
    aria-busy=${state.isBusy ? 'true' : 'false'}
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

/** Icon and symbol, within a line of text. The principal is in the accessible name only. */
export function chip(token: ShownToken, card: CardContext): TemplateResult {
  const { state, summary, principal } = token;
  const isWaiting = state.status === 'idle' || state.status === 'loading';
  const symbol = summary.symbol ?? summary.name;
  const address = isFtPrincipal(principal) ? `${shortPrincipal(principal)[0]}.` : '';
  const contract = address + token.label;
  const name = card.texts.text('tokenOfContract', { token: symbol, contract });
  const status = statusText(state, card.texts);
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
    ${isFailure(state) ? refusedIcon : nothing}
  </span>`;
}
