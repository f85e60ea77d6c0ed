const LOCALE = /^[A-Za-z0-9]{1,8}(?:[-_][A-Za-z0-9]{1,8}){0,7}$/;

/** True for a string in the format of a locale code: `es`, `es-MX`, `zh-Hant-TW`, `pt_BR`. */
export function isLocaleCode(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 35 && LOCALE.test(value);
}

/**
 * The locales to request in turn; undefined is the token's default. The service matches codes exactly, and most
 * tokens have no localization, so `es-MX` falls back to `es` and then to the default.
 */
export function localeChain(locale: string | undefined): readonly (string | undefined)[] {
  if (!isLocaleCode(locale)) return [undefined];
  const language = locale.split(/[-_]/)[0]!.toLowerCase();
  return language === locale ? [locale, undefined] : [locale, language, undefined];
}
