import { withDocs } from '../../errors.js';
import { readOptions, text, type OptionTable } from '../../lib/read-options.js';
import { accountMessages } from './en/account.js';
import { connectMessages } from './en/connect.js';
import { pickerMessages } from './en/picker.js';
import { requestMessages } from './en/request.js';
import { signInMessages } from './en/sign-in.js';
import { tokenMessages } from './en/token.js';
import { transactionMessages } from './en/transaction.js';
import type { Messages } from './messages.js';
import { addMessages, canonical } from './registry.js';

export type { MessageKey, Messages } from './messages.js';

// Not in the registry: an element loads only its own English texts.
const TEXTS = Object.fromEntries(
  Object.entries({
    ...accountMessages,
    ...connectMessages,
    ...pickerMessages,
    ...requestMessages,
    ...signInMessages,
    ...tokenMessages,
    ...transactionMessages,
  } satisfies Record<keyof Messages, string>).map(([key]) => [key, text]),
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
  const given = messages as Messages;
  addMessages(tag, readOptions('registerMessages', given, TEXTS, toError, true, 'messages'));
}
