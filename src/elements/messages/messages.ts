import { accountMessages } from './en/account.js';
import { connectMessages } from './en/connect.js';
import { errorMessages } from './en/errors.js';
import { payMessages } from './en/pay.js';
import { pickerMessages } from './en/picker.js';
import { priceMessages } from './en/price.js';
import { requestMessages } from './en/request.js';
import { signInMessages } from './en/sign-in.js';
import { tokenMessages } from './en/token.js';
import { transactionMessages } from './en/transaction.js';

/**
 * All English texts. They are in one group per element, so that a page with one button does not load the
 * texts of the picker. Only `index.ts` loads this module; the others import its types.
 */
export const english = {
  ...accountMessages,
  ...connectMessages,
  ...errorMessages,
  ...payMessages,
  ...pickerMessages,
  ...priceMessages,
  ...requestMessages,
  ...signInMessages,
  ...tokenMessages,
  ...transactionMessages,
};

/** The key of a text. */
export type MessageKey = keyof typeof english;

/** Every text in one language. `{name}` is a placeholder for a value and must stay. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** The English texts of one element. */
export type MessageGroup = { readonly [K in MessageKey]?: string };

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** The values for the placeholders of a text. */
export type MessageValues<Text extends string> = [Placeholder<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<Text>, string | number>>];
