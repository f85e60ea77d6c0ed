import { withDefaults } from '../../lib/read-options.js';
import { createStore } from '../../lib/store.js';
import type { MessageKey, Messages } from './messages.js';

/**
 * The languages of the package, apart from English; each loads when a page first uses it. To add a language,
 * add a file in locales/ and a line here.
 */
export const locales: Readonly<Record<string, () => Promise<{ messages: Messages }>>> = {
  ar: () => import('./locales/ar.js'),
  de: () => import('./locales/de.js'),
  es: () => import('./locales/es.js'),
  fr: () => import('./locales/fr.js'),
  it: () => import('./locales/it.js'),
  ja: () => import('./locales/ja.js'),
  ko: () => import('./locales/ko.js'),
  'pt-BR': () => import('./locales/pt-BR.js'),
  'zh-Hant': () => import('./locales/zh-Hant.js'),
  zh: () => import('./locales/zh.js'),
};

const registered = new Map<string, Partial<Messages>>();
const loaded = new Map<string, Messages>();
const loading = new Map<string, Promise<unknown>>();
const changes = createStore({});

/** Adds checked texts in a language. `tag` is its canonical BCP 47 tag. */
export function addMessages(tag: string, messages: Partial<Messages>): void {
  registered.set(tag, withDefaults(messages, registered.get(tag)));
  changes.set({});
}

/** The text in `locale` or in a language that it falls back to; undefined: use English. */
export function findMessage(locale: string, key: MessageKey): string | undefined {
  for (const tag of fallbacks(locale)) {
    const text = registered.get(tag)?.[key] ?? loaded.get(tag)?.[key];
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The language of the texts now shown for `locale`: `es` for `es-MX`, `en` if none has loaded. */
export function getLanguage(locale: string): string {
  return fallbacks(locale).find((tag) => registered.has(tag) || loaded.has(tag)) ?? 'en';
}

/**
 * Loads the texts for `locale` once. After a failure English stays, and the next element tries again. The promise
 * resolves in both cases; undefined: there is nothing to load.
 */
export function loadMessages(locale: string): Promise<unknown> | undefined {
  const tag = fallbacks(locale).find((candidate) => Object.hasOwn(locales, candidate));
  if (tag && !loading.has(tag)) {
    const texts = locales[tag]!().then(
      ({ messages }) => {
        loaded.set(tag, messages);
        changes.set({});
      },
      () => loading.delete(tag),
    );
    loading.set(tag, texts);
  }
  return loading.get(tag!);
}

/** Calls back when texts were loaded or registered. */
export const watchMessages = changes.subscribe;

/** The canonical form of a BCP 47 tag (`de-CH`), also written as in POSIX (`de_CH.UTF-8`); undefined if invalid. */
export function canonical(locale: string): string | undefined {
  try {
    const [tag = ''] = locale.trim().split(/[.@]/, 1);
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

const chains = new Map<string, readonly string[]>();

/**
 * For `pt-PT`: `pt-PT`, `pt`, and the variant in the package: `pt-BR`. For `zh-TW`: `zh-TW`, `zh-Hant-TW`, `zh-Hant`, but not
 * `zh`, which is in another script. Empty for English and others that have no texts: the first `maximize()` of a page takes
 * 10 ms, and 40 ms on a slow phone.
 */
function fallbacks(locale: string): readonly string[] {
  const kept = chains.get(locale);
  if (kept) return kept;
  const subtags = (canonical(locale) ?? 'en').split('-');
  const inPackage = Object.entries(locales).map(([tag]) => tag);
  // The likely language of `und-DE` is German.
  if (!['und', ...inPackage, ...registered.keys()].some((tag) => tag.split('-')[0] === subtags[0]))
    return [];
  const prefixes = subtags.map((_, at) => subtags.slice(0, subtags.length - at).join('-'));
  const { language, script, region } = new Intl.Locale(prefixes[0]!).maximize();
  const likely = [`${language}-${script}-${region}`, `${language}-${script}`];
  const tags = [...prefixes, ...likely, ...inPackage].filter((tag) => {
    // A part of an extension, such as `de-u`, is no tag.
    const other = canonical(tag) && new Intl.Locale(tag).maximize();
    return other && other.language === language && other.script === script;
  });
  chains.set(locale, tags);
  return tags;
}
