import { html, nothing, type TemplateResult } from 'lit';
import { isLocaleCode } from '../../metadata/locale.js';
import type { ServedLocale } from '../../metadata/client.js';
import type { FtLocalization, FtMetadata } from '../../wire/ft-metadata.js';
import type { TokenTexts } from './token-templates.js';

/** The locales to choose from: those that the metadata lists and those that the page lists. */
export function localeOptions(
  localization: FtLocalization | undefined,
  listed: string,
): readonly string[] {
  const own = localization?.locales ?? [];
  return [...new Set([...own, ...listed.split(/[\s,]+/).filter(isLocaleCode)])];
}

export interface LocaleChoice {
  readonly options: readonly string[];
  /** The code of the token's default locale, if known. */
  readonly standard: string | undefined;
  /** The locale that is shown; undefined: the default. */
  readonly served: string | undefined;
  /** The token's name, for the accessible name of the select. */
  readonly token: string;
  choose(locale: string): void;
}

export function localeSelect(
  choice: LocaleChoice,
  texts: TokenTexts,
): TemplateResult | typeof nothing {
  const { options, standard } = choice;
  if (options.length === 0) return nothing;
  const hasStandard = standard !== undefined && options.includes(standard);
  const current = choice.served ?? (hasStandard ? standard : '');
  return html`<label class="locale">
    <span class="visually-hidden">${texts.text('tokenLanguageOf', { token: choice.token })}</span>
    <svg class="globe" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18" />
    </svg>
    <select
      part="locale"
      @change=${(event: Event) => choice.choose((event.target as HTMLSelectElement).value)}
    >
      ${
        hasStandard
          ? nothing
          : html`<option value="" .selected=${current === ''}>
              ${texts.text('tokenLanguageDefault')}
            </option>`
      }
      ${options.map(
        (code) =>
          html`<option value=${code} .selected=${code === current}>
            ${languageName(code, code)}
          </option>`,
      )}
    </select>
  </label>`;
}

/** True for `en`, `en-GB` and `en_US`. */
export function isEnglish(locale: string | undefined): boolean {
  return /^en(?![a-z])/i.test(locale ?? '');
}

/** Whether the texts are not in the requested locale. Without localization, they may well be in English. */
export function isLocaleMissing(token: FtMetadata, { requested, served }: ServedLocale): boolean {
  const isUnknown = !token.metadata?.localization && isEnglish(requested);
  return requested !== undefined && requested !== served && !isUnknown;
}

/** The name of a language in the language `display`, or the code itself if it has no name. */
export function languageName(code: string, display: string): string {
  try {
    const names = new Intl.DisplayNames([display.replaceAll('_', '-')], { type: 'language' });
    return names.of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}
