import type { accountMessages } from './en/account.js';
import type { connectMessages } from './en/connect.js';
import type { pickerMessages } from './en/picker.js';
import type { requestMessages } from './en/request.js';
import type { signInMessages } from './en/sign-in.js';
import type { tokenMessages } from './en/token.js';
import type { transactionMessages } from './en/transaction.js';

/**
 * All English texts. They are in one group per element, so that a page with one button does not load the
 * texts of the picker.
 */
type English = typeof accountMessages &
  typeof connectMessages &
  typeof pickerMessages &
  typeof requestMessages &
  typeof signInMessages &
  typeof tokenMessages &
  typeof transactionMessages;

/** The key of a text. */
export type MessageKey = keyof English;

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
