import { nothing, type TemplateResult } from 'lit';
import { displayText } from '../../tokens/text.js';
import type { TokenName } from '../controllers/token-query.js';
import type { CardView } from './card-state.js';
import { contractName } from './messages.js';
import { outline } from './pieces.js';
import type { CardContext, ShownToken } from './shown-token.js';
import { tokenSummary } from './token-summary.js';
import { card } from './variants/card.js';
import { chip } from './variants/chip.js';
import { full } from './variants/full.js';
import { row } from './variants/row.js';

export type CardVariant = 'card' | 'chip' | 'row' | 'full';
const VARIANTS = { chip, row, card, full } satisfies Record<CardVariant, unknown>;

/** Whether the page has set every property that identifies the token. */
export function isNamed({ principal, tokenId }: TokenName): boolean {
  return principal !== '' && tokenId !== '';
}

export function cardContent(
  variant: string,
  view: CardView,
  token: TokenName,
  context: CardContext,
): TemplateResult | typeof nothing {
  if (view.show === 'nothing' && !isNamed(token)) return nothing;
  const template = Object.hasOwn(VARIANTS, variant) ? VARIANTS[variant as CardVariant] : card;
  const shown = shownToken(view, token, template, context);
  const isOutline =
    context.isFar && view.show === 'nothing' && (template === card || template === full);
  return (isOutline ? outline : template)(shown, context);
}

function shownToken(
  view: CardView,
  given: TokenName,
  template: (typeof VARIANTS)[CardVariant],
  { texts }: CardContext,
): ShownToken {
  const { metadata = {}, locale } = view.show === 'token' ? view : {};
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
    view,
    isBusy: 'isBusy' in view && view.isBusy,
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
