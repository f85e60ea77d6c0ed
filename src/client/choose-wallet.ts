import { isJsonRpcError, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { abortable } from '../lib/promises.js';
import { attempt, read } from '../lib/safe-access.js';
import { isAbortOf, toJsonRpcError } from './normalize-error.js';
import type { OpenPicker } from './picker.js';
import { markShown } from './shown-errors.js';

/** The wallet that the user chose, and its answer if it was asked. */
export interface Chosen<T> {
  readonly providerId: string;
  readonly answer: T | undefined;
  readonly isAnswered: boolean;
}

/** Sends a request to a wallet. Aborting the signal ignores its answer. */
export type AskWallet<T> = (providerId: string, signal: AbortSignal) => Promise<T>;

/**
 * Opens a picker, waits for the user's choice, asks that wallet, shows an error and continues as the user
 * chooses, then closes the picker. Without `ask` it ends with the choice. `ask` may be called several times, so
 * it must neither sign nor send.
 *
 * @throws JsonRpcError -31001 if the user closes the picker; the wallet's error instead if the last attempt failed.
 *   The signal's reason once the signal is aborted.
 */
export async function chooseWallet<T>(
  open: () => OpenPicker | Promise<OpenPicker>,
  ask: AskWallet<T> | undefined,
  signal: AbortSignal,
): Promise<Chosen<T>> {
  signal.throwIfAborted();
  const picker = await opened(open, signal);
  let reason: 'connected' | 'api' = 'api';
  try {
    let providerId: string | undefined;
    let failure: JsonRpcError | undefined;
    for (;;) {
      providerId ??= await abortable(picker.choice(), signal);
      if (providerId === undefined) break;
      const outcome: Outcome<T> = ask
        ? await askAndShow(picker, providerId, ask, signal)
        : NOT_ASKED;
      if (outcome.next === 'done') {
        reason = 'connected';
        return { providerId, answer: outcome.answer, isAnswered: ask !== undefined };
      }
      failure = outcome.failure;
      if (outcome.next === 'close') break;
      if (outcome.next === 'list') providerId = undefined;
    }
    throw markShown(failure ?? closedByUser());
  } finally {
    attempt(() => picker.close(reason));
  }
}

/** Either the wallet answered, or it failed or the user stopped waiting; then `next` is what the user chose. */
type Outcome<T> =
  | { readonly next: 'done'; readonly answer: T | undefined; readonly failure: undefined }
  | { readonly next: 'list' | 'retry' | 'close'; readonly failure: JsonRpcError | undefined };

const NOT_ASKED = { next: 'done', answer: undefined, failure: undefined } as const;

async function askAndShow<T>(
  picker: OpenPicker,
  providerId: string,
  ask: AskWallet<T>,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  const asking = new AbortController();
  const stop = () => asking.abort();
  signal.addEventListener('abort', stop);
  // Ignores properties that a page added to Object.prototype.
  const connecting = read(picker, 'connecting') as OpenPicker['connecting'];
  const failed = read(picker, 'failed') as OpenPicker['failed'];
  try {
    const userStops = connecting?.call(picker, providerId).then(async (next) => {
      // A page may close its picker as soon as the state is connected: the answer comes in the same task.
      if (next !== 'list') await new Promise((resolve) => setTimeout(resolve));
      return { next: known(next), failure: undefined };
    });
    const answered = ask(providerId, asking.signal).then(
      (answer) => ({ next: 'done', answer, failure: undefined }) as const,
    );
    return await abortable(userStops ? Promise.race([answered, userStops]) : answered, signal);
  } catch (thrown) {
    if (isAbortOf(signal, thrown)) throw thrown;
    const failure = toJsonRpcError(thrown);
    // UserCanceled: disconnect() was called, so a retry is not offered.
    if (!failed || failure.code === JsonRpcErrorCode.UserCanceled) throw failure;
    const next = await abortable(failed.call(picker, providerId, failure), signal);
    return { failure, next: known(next) };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** A page's own picker may resolve with any value. */
function known<T extends string>(next: T): T | 'close' {
  return next === 'list' || next === 'retry' ? next : 'close';
}

/** Opens the picker. If the signal is aborted first, closes the picker as soon as it has opened. */
async function opened(
  open: () => OpenPicker | Promise<OpenPicker>,
  signal: AbortSignal,
): Promise<OpenPicker> {
  const opening = (async () => open())();
  try {
    return await abortable(opening, signal);
  } catch (error) {
    opening.then(
      (picker) => attempt(() => picker.close('api')),
      () => {},
    );
    // Any other error means that the picker could not be loaded or threw, so the user has not seen it.
    const isByUser = isJsonRpcError(error) && error !== signal.reason;
    throw isByUser ? markShown(toJsonRpcError(error)) : error;
  }
}

function closedByUser(): JsonRpcError {
  return new JsonRpcError(JsonRpcErrorCode.UserCanceled, 'The wallet picker was closed.');
}
