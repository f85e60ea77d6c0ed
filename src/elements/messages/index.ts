/** Entry point for pages that add a language or change a text of the elements. */
export type { MessageKey, Messages } from './messages.js';
export { registerMessages } from './register.js';
