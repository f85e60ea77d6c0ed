import { html, nothing, type TemplateResult } from 'lit';
import { isFtPrincipal } from '../../metadata/principal.js';
import { displayText } from '../../metadata/text.js';
import type { Gateways } from '../../metadata/urls.js';
import type { CopyResult } from '../controllers/copy-controller.js';
import type { CardView } from './card-state.js';
import { cardHead, copyPrincipal, failureNote, pendingNote, skeleton } from './card-templates.js';
import { isLocaleMissing, languageName, localeOptions, localeSelect } from './locale-choice.js';
import { chooseImage, tokenImage } from './token-image.js';
import { tokenRecord } from './token-record.js';
import { tokenBody, type TokenTexts } from './token-templates.js';

/** What the card renders apart from the token itself. */
export interface CardContext {
  readonly texts: TokenTexts;
  readonly principal: string;
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
}

type TokenView = Extract<CardView, { show: 'token' }>;

export function cardContent(view: CardView, card: CardContext): TemplateResult | typeof nothing {
  const { texts, retry } = card;
  switch (view.show) {
    case 'nothing':
      return card.principal ? html`${plainHead(card)}${skeleton(texts)}` : nothing;
    case 'skeleton':
      return html`${plainHead(card)}${skeleton(texts)}`;
    case 'pending':
      return html`${plainHead(card)}${pendingNote(texts)}`;
    case 'failure':
      return html`${plainHead(card)}${failureNote({ ...view, token: contractName(card), retry }, texts)}`;
    case 'token':
      return tokenContent(view, card);
  }
}

function tokenContent({ metadata, locale }: TokenView, card: CardContext): TemplateResult {
  const { texts, gateways } = card;
  const principal = card.principal || metadata.asset_identifier?.split('::')[0];
  const record = tokenRecord(metadata, {
    principal,
    locale: locale.requested?.replaceAll('_', '-') ?? texts.locale,
    gateways,
  });
  const image = card.withImages
    ? chooseImage(record.images, card.brokenImages, gateways)
    : undefined;
  const title = record.symbol ?? record.name;
  const { localization } = metadata.metadata ?? {};
  return html`${cardHead({
    picture: tokenImage(image, { title, principal: principal ?? title }, card.imageFailed),
    name: record.name,
    symbol: record.symbol,
    level: card.headingLevel,
    principal: displayText(principal, 100) ?? '',
    copy: copyOf(principal, card),
    end:
      card.locales === undefined
        ? nothing
        : localeSelect(
            {
              options: localeOptions(localization, card.locales),
              standard: localization?.default,
              served: locale.served,
              token: record.name,
              choose: card.chooseLocale,
            },
            texts,
          ),
  })}
  ${localeNote(metadata, locale, card)} ${tokenBody(record, locale.served, texts)}`;
}

/** The head of a token of which only the principal is known. */
function plainHead(card: CardContext): TemplateResult {
  const name = contractName(card);
  const principal = displayText(card.principal, 100) ?? '';
  return cardHead({
    picture: tokenImage(undefined, { title: name, principal }, card.imageFailed),
    name,
    symbol: undefined,
    level: card.headingLevel,
    principal,
    copy: copyOf(card.principal, card),
  });
}

/** Only for a valid principal, which is shown whole. */
function copyOf(principal: string | undefined, card: CardContext) {
  if (!isFtPrincipal(principal)) return nothing;
  const token = principal.split('.')[1]!;
  return copyPrincipal({ principal, token, result: card.copied, copy: card.copy }, card.texts);
}

function contractName({ principal }: CardContext): string {
  return displayText(principal.split('.')[1], 40) ?? '?';
}

/** Only for an explicit locale: most pages have a `lang`, and most tokens have no locales. */
function localeNote(
  metadata: TokenView['metadata'],
  locale: TokenView['locale'],
  { texts, explicitLocale }: CardContext,
): TemplateResult | typeof nothing {
  const { requested, served } = locale;
  if (!requested || served || requested !== explicitLocale) return nothing;
  if (!isLocaleMissing(metadata, locale)) return nothing;
  const language = displayText(languageName(requested, texts.locale), 60) ?? requested;
  return html`<p part="locale-note" class="locale-note">
    ${texts.text('tokenLanguageMissing', { language })}
  </p>`;
}
