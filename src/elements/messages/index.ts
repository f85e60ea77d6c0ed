import { withDocs } from '../../errors.js';
import { readOptions, text, type OptionTable } from '../../lib/read-options.js';
import { english, type Messages } from './messages.js';
import { addMessages, canonical } from './registry.js';

export { toStatusText } from './to-status-text.js';
export { toUserText } from './to-user-text.js';
export type { MessageKey, Messages } from './messages.js';

const TEXTS = Object.fromEntries(
  Object.entries(english).map(([key]) => [key, text]),
) as OptionTable<Messages>;

/**
 * Adds texts in a language, or replaces built-in ones. `locale` is a BCP 47 tag. A missing text falls back
 * to the language without its region, then to another variant of the language in the package, in the same script, then to
 * English.
 * Keep the placeholders `{name}`.
 *
 * @throws TypeError if `locale` is not a BCP 47 tag, for an unknown key, with the nearest one, and for a text that is not
 *   a string
 */
export function registerMessages(locale: string, messages: Partial<Messages>): void {
  const toError = (message: string) => new TypeError(withDocs(message, 'messages'));
  const tag = canonical(locale);
  if (!tag) throw toError(`registerMessages: "${locale}" is no BCP 47 tag, such as pt-BR.`);
  const texts = messages as Messages;
  addMessages(tag, readOptions('registerMessages', texts, TEXTS, toError, 'messages'));
}
