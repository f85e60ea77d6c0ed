import { nothing, type TemplateResult } from 'lit';
import type { ServedLocale } from '../../metadata/client.js';
import type { Gateways } from '../../metadata/urls.js';
import type { FtMetadata } from '../../wire/ft-metadata.js';
import type { CopyResult } from '../controllers/copy-controller.js';
import type { CardView } from './card-state.js';
import type { TokenTexts } from './rows.js';
import { tokenSummary, type TokenSummary } from './token-summary.js';
import { card } from './variants/card.js';
import { chip } from './variants/chip.js';
import { full } from './variants/full.js';
import { row } from './variants/row.js';

const VARIANTS = { chip, row, card, full };
export type CardVariant = keyof typeof VARIANTS;

/** What the card renders apart from the token itself. */
export interface CardContext {
  readonly texts: TokenTexts;
  readonly headingLevel: number;
  readonly gateways: Gateways;
  readonly withImages: boolean;
  readonly brokenImages: ReadonlySet<string>;
  /** Locales to offer in addition to those of the metadata; undefined: no choice of locale. */
  readonly locales: string | undefined;
  /** The locale that the page or the user set; not the one of the nearest `lang`. */
  readonly explicitLocale: string | undefined;
  readonly retry: () => void;
  readonly copied: CopyResult;
  readonly copy: (principal: string) => void;
  readonly chooseLocale: (locale: string) => void;
  readonly imageFailed: (source: string) => void;
  /** Whether "Details" is open. Its content is rendered only then. */
  readonly isOpen: boolean;
  readonly toggled: (event: Event) => void;
}

/** A token for the templates of the variants. Until it is ready, its metadata is empty. */
export interface ShownToken {
  readonly view: CardView;
  readonly isBusy: boolean;
  readonly principal: string | undefined;
  readonly metadata: FtMetadata;
  readonly summary: TokenSummary;
  readonly locale: ServedLocale | undefined;
}

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
