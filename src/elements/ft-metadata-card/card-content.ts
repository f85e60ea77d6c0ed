import { nothing, type TemplateResult } from 'lit';
import type { CardView } from './card-state.js';
import type { CardContext, ShownToken } from './shown-token.js';
import { tokenSummary } from './token-summary.js';
import { card } from './variants/card.js';
import { chip } from './variants/chip.js';
import { full } from './variants/full.js';
import { row } from './variants/row.js';

const VARIANTS = { chip, row, card, full };
export type CardVariant = keyof typeof VARIANTS;

export function cardContent(
  variant: string,
  view: CardView,
  principal: string,
  context: CardContext,
): TemplateResult | typeof nothing {
  if (view.show === 'nothing' && !principal) return nothing;
  const template = Object.hasOwn(VARIANTS, variant) ? VARIANTS[variant as CardVariant] : card;
  return template(shownToken(view, principal, context), context);
}

function shownToken(view: CardView, given: string, { texts }: CardContext): ShownToken {
  const { metadata = {}, locale } = view.show === 'token' ? view : {};
  const principal = given || metadata.asset_identifier?.split('::')[0];
  const language = locale?.requested?.replaceAll('_', '-') ?? texts.locale;
  return {
    view,
    isBusy: 'isBusy' in view && view.isBusy,
    principal,
    metadata,
    summary: tokenSummary(metadata, principal, language),
    locale,
  };
}
