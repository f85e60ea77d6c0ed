import { isJsonRpcError } from '../../errors.js';
import { native } from '../../lib/safe-access.js';

/**
 * A user's words for an error: what happened, whether something may have been sent, and what to do, in the eleven languages
 * of the elements. Never rejects, and accepts everything that a function of this package throws, the state `failed` of
 * a sign-in or a payment, and every `TransactionState`, whose text is empty unless it is `failed`, `replaced` or `dropped`.
 * For an error that it does not know, it says to check the wallet. What a wallet says is quoted, in its own language.
 *
 * The texts load with the first call.
 *
 * @param locale a BCP 47 tag. Default: the `lang` of the page. A language without texts here, such as `nl`: English
 * @example
 * ```ts
 * import { connect, toUserText } from 'stacks-wallet-elements';
 *
 * await connect().catch(async (error: unknown) => {
 *   document.body.append(await toUserText(error));
 * });
 * ```
 */
export async function toUserText(error: unknown, locale?: string): Promise<string> {
  try {
    const language = locale ?? getPageLanguage();
    // A page with the script tag loads the texts of other errors with their elements.
    if (isJsonRpcError(error)) {
      const { readRequestErrorText } = await import('./request-error-text.js');
      return await readRequestErrorText(error, language);
    }
    const { userText } = await import('./user-text.js');
    return await userText(error, language);
  } catch {
    // The texts could not be loaded.
    return 'Something went wrong. Check your wallet before you try again.';
  }
}

function getPageLanguage(): string {
  if (typeof document === 'undefined') return 'en';
  return native(native(document, 'documentElement'), 'lang') || 'en';
}
