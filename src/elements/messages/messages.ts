import type { accountMessages } from './en/account.js';
import type { connectMessages } from './en/connect.js';
import type { pickerMessages } from './en/picker.js';
import type { requestMessages } from './en/request.js';
import type { tokenMessages } from './en/token.js';

/**
 * English, in the groups in which it is shipped: an element brings the texts that it shows, so that a page
 * with one button does not load those of the picker.
 */
type English = typeof accountMessages &
  typeof connectMessages &
  typeof pickerMessages &
  typeof requestMessages &
  typeof tokenMessages;

/** The name of a text. */
export type MessageKey = keyof English;

/** Every text in one language. `{name}` stands for a value and must stay. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** The texts of one element in English: keys and texts as literals. */
export type MessageGroup = { readonly [K in MessageKey]?: string };

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** The values that a text asks for; none where it has no placeholder. */
export type MessageValues<Text extends string> = [Placeholder<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<Text>, string | number>>];
