import type { Messages } from './messages.js';

/** The languages that are shipped beside English, each fetched when a page first uses it. */
export const locales: Readonly<Record<string, () => Promise<Messages>>> = {};
