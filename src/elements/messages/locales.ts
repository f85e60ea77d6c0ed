import type { Messages } from './messages.js';

/** The languages that are shipped beside English, each fetched when a page first uses it. */
export const locales: Readonly<Record<string, () => Promise<Messages>>> = {
  ar: () => import('./locales/ar.js').then(({ ar }) => ar),
  de: () => import('./locales/de.js').then(({ de }) => de),
  es: () => import('./locales/es.js').then(({ es }) => es),
  fr: () => import('./locales/fr.js').then(({ fr }) => fr),
  ja: () => import('./locales/ja.js').then(({ ja }) => ja),
  ko: () => import('./locales/ko.js').then(({ ko }) => ko),
  pt: () => import('./locales/pt.js').then(({ pt }) => pt),
  zh: () => import('./locales/zh.js').then(({ zh }) => zh),
};
