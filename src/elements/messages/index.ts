/** The texts of the elements, for pages that add a language or change a word. */
export type { MessageKey, Messages } from './messages.js';
export { registerMessages } from './registry.js';
