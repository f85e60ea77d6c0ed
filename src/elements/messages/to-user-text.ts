import { isJsonRpcError } from '../../errors.js';
import { getPageLang } from '../../lib/page.js';

/**
 * A user's words for an error: what happened, whether something may have been sent, and what to do, in the eleven languages
 * of the elements. Never rejects, and accepts everything that a function of this package throws, and every state of this
 * package with a `status`, such as that of a sign-in, a payment, a transaction, a balance or a hook. The text is empty for a state
 * that is no failure, for null and for undefined.
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
  if (error === undefined || error === null) return '';
  try {
    const language = locale ?? getPageLang() ?? 'en';
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
