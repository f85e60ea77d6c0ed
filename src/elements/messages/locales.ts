import type { Messages } from './messages.js';

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
