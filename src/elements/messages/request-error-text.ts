import { isJsonRpcError, JsonRpcErrorCode, NO_REASON, wasNotAsked } from '../../errors.js';
import { read } from '../../lib/safe-access.js';
import { getReason } from '../internal/failure.js';
import { errorMessages } from './en/errors.js';
import { format } from './format.js';
import type { MessageValues } from './messages.js';
import { findMessage, loadMessages } from './registry.js';

type Errors = typeof errorMessages;

/** What reads a text about errors. */
export interface ErrorTexts {
  text<K extends keyof Errors>(key: K, ...values: MessageValues<Errors[K]>): string;
}

/** The start of the messages of this library about an answer of a wallet. */
const ABOUT_ANSWER = /^\w+: the (?:wallet|answer of the wallet) /;

/** The fields of a request that a user types. An amount is read by `parseUnits`, whose errors have words of their own. */
const RECIPIENT = /^recipient$|^recipients\[\d+\]\.address$/;

/**
 * A user's words for the error of a request: what happened, whether something may have been sent, and what to do. An error of
 * a wallet is quoted. That nothing was sent is said only where this library knows it, or the code of SIP-030 says it.
 */
export function requestErrorText(error: unknown, texts: ErrorTexts): string {
  if (!isJsonRpcError(error)) {
    const name = read(error, 'name');
    const isStopped = name === 'AbortError' || name === 'TimeoutError';
    return texts.text(isStopped ? 'errorAborted' : 'errorUnknown');
  }
  const { code, cause, data } = error;
  switch (code) {
    case JsonRpcErrorCode.UserRejection:
      return texts.text('errorDeclined');
    case JsonRpcErrorCode.UserCanceled:
      return texts.text('errorCancelled');
    case JsonRpcErrorCode.MethodNotFound:
      if (cause === undefined && read(data, 'network')) return networkText(data, texts);
      return texts.text('errorUnsupported');
    case JsonRpcErrorCode.MethodAddressMismatch:
      return texts.text('errorAccount');
    case JsonRpcErrorCode.MethodAccessDenied:
      return texts.text('errorAccess');
    case JsonRpcErrorCode.InvalidRequest:
    case JsonRpcErrorCode.InvalidParams:
      if (cause !== undefined) break;
      if (read(data, 'network')) return networkText(data, texts);
      return texts.text(
        RECIPIENT.test(String(read(data, 'field'))) ? 'errorRecipient' : 'errorInvalid',
      );
    case JsonRpcErrorCode.InternalError:
      if (read(data, 'account')) return texts.text('errorOtherAccount');
      if (ABOUT_ANSWER.test(error.message)) return texts.text('errorUnverified');
      break;
    case JsonRpcErrorCode.UnknownError:
      if (wasNotAsked(error)) return texts.text('errorLoading');
      if (cause === undefined)
        return texts.text(data === undefined ? 'errorNoWallet' : 'errorUnverified');
      break;
  }
  const reason = getReason(error);
  return reason.startsWith(NO_REASON)
    ? texts.text('errorWallet')
    : texts.text('errorWalletSays', { reason });
}

/** The wallet is on another network, and cannot be asked to change it, or does not have that of the page. */
function networkText(data: unknown, texts: ErrorTexts): string {
  const [page, network] = ['network', 'current'].map((key) =>
    networkName(read(data, key), texts),
  ) as [string, string];
  if (read(data, 'connected') === false)
    return `${texts.text('errorAccess')} ${texts.text('networkRemedy', { page })}`;
  if (read(data, 'supported')) return texts.text('errorNoNetwork', { page });
  return network
    ? texts.text('errorNetwork', { network, page })
    : texts.text('networkRemedy', { page });
}

/** A user's word for a network; empty for what is no text. */
export function networkName(name: unknown, texts: ErrorTexts): string {
  if (name === 'mainnet' || name === 'testnet') return texts.text(name);
  return typeof name === 'string' ? name : '';
}

/** {@link requestErrorText} in a language, which loads first. */
export async function readRequestErrorText(error: unknown, locale: string): Promise<string> {
  await loadMessages(locale);
  return requestErrorText(error, {
    text: (key, ...[values]) => format(findMessage(locale, key) ?? errorMessages[key], values),
  });
}
