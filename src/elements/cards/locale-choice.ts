import { html, nothing, type TemplateResult } from 'lit';
import { isLocaleCode } from '../../tokens/parse.js';
import type { FtLocalization, FtMetadataAnswer } from '../../tokens/metadata-types.js';
import { displayText } from '../../tokens/text.js';
import type { CardContext, ShownToken } from './shown-token.js';

/** The locales to choose from: those that the metadata lists and those that the page lists. */
function localeOptions(
  localization: FtLocalization | undefined,
  listed: string,
): readonly string[] {
  const own = localization?.locales ?? [];
  return [...new Set([...own, ...listed.split(/[\s,]+/).filter(isLocaleCode)])];
}

/** The select of the locales; nothing if there are no options. */
export function localeChoice(
  { state, summary }: ShownToken,
  { texts, locales, chooseLocale }: CardContext,
): TemplateResult | typeof nothing {
  if (state.status !== 'ready' || locales === undefined) return nothing;
  const { localization } = state.answer.metadata ?? {};
  const options = localeOptions(localization, locales);
  if (options.length === 0) return nothing;
  const standard = localization?.default;
  const hasStandard = standard !== undefined && options.includes(standard);
  const current = state.answer.locale.served ?? (hasStandard ? standard : '');
  return html`<label class="locale">
    <span class="visually-hidden">${texts.text('tokenLanguageOf', { token: summary.name })}</span>
    <svg class="globe" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18" />
    </svg>
    <select
      part="locale"
      @input=${stop}
      @change=${(event: Event) => chooseLocale((event.target as HTMLSelectElement).value)}
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

/** A form around the card would take it for a changed value. */
const stop = (event: Event): void => event.stopPropagation();

/** A note only for an explicit locale: most pages have a `lang`, and most tokens have no locales. */
export function localeNote(
  { state }: ShownToken,
  { texts, explicitLocale }: CardContext,
): TemplateResult | typeof nothing {
  if (state.status !== 'ready' || !isLocaleMissing(state.answer)) return nothing;
  const { requested, served } = state.answer.locale;
  if (!requested || served || requested !== explicitLocale) return nothing;
  const language = displayText(languageName(requested, texts.locale), 60) ?? requested;
  return html`<p part="locale-note" class="locale-note">
    ${texts.text('tokenLanguageMissing', { language })}
  </p>`;
}

/** True for `en`, `en-GB` and `en_US`. */
export function isEnglish(locale: string | undefined): boolean {
  return /^en(?![a-z])/i.test(locale ?? '');
}

/** Whether the texts are not in the requested locale. Texts without localization are probably in English. */
export function isLocaleMissing({ metadata, locale }: FtMetadataAnswer): boolean {
  const { requested, served } = locale;
  const isUnknown = !metadata?.localization && isEnglish(requested);
  return requested !== undefined && requested !== served && !isUnknown;
}

/** The name of a language in the language `display`, or the code itself if it has no name. */
function languageName(code: string, display: string): string {
  try {
    const names = new Intl.DisplayNames([display.replaceAll('_', '-')], { type: 'language' });
    return names.of(code.replaceAll('_', '-')) ?? code;
  } catch {
    return code;
  }
}
