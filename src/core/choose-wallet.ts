import { isJsonRpcError, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { abortable, isAbortOf } from '../lib/abort.js';
import { attempt, read } from '../lib/safe-access.js';
import { toJsonRpcError } from './normalize-error.js';
import type { OpenPicker } from './picker.js';
import { markShown } from './shown-errors.js';

/** The wallet that the user chose, and its answer where it was asked. */
export interface Chosen<T> {
  readonly providerId: string;
  readonly answer: T | undefined;
  readonly isAnswered: boolean;
}

/** Asks a wallet. Aborting the signal drops its answer. */
export type AskWallet<T> = (providerId: string, signal: AbortSignal) => Promise<T>;

/**
 * Opens a picker, waits for the user's choice, asks that wallet, shows a failure and goes on as the user
 * says, then closes the picker. Without `ask` it ends with the choice. `ask` may be called more than
 * once: it must neither sign nor send.
 *
 * @throws JsonRpcError -31001 where the user closes the picker; the last failure of a wallet, where they
 *   close it after that. The signal's reason once that is aborted.
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
    let outcome: Outcome<T> = { next: 'list', failure: undefined };
    for (;;) {
      if (outcome.next === 'list') providerId = await abortable(picker.choice(), signal);
      if (providerId === undefined || outcome.next === 'close')
        throw markShown(outcome.failure ?? closedByUser());
      outcome = ask ? await askAndShow(picker, providerId, ask, signal) : NOT_ASKED;
      if (outcome.next === 'done') {
        reason = 'connected';
        return { providerId, answer: outcome.answer, isAnswered: ask !== undefined };
      }
    }
  } finally {
    attempt(() => picker.close(reason));
  }
}

/** The wallet answered; or it failed, or the user stopped waiting, and what they do next. */
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
  // Not one that a page added to Object.prototype.
  const connecting = read(picker, 'connecting') as OpenPicker['connecting'];
  const failed = read(picker, 'failed') as OpenPicker['failed'];
  try {
    const userStops = connecting
      ?.call(picker, providerId)
      .then((next) => ({ next: known(next), failure: undefined }));
    const answered = ask(providerId, asking.signal).then(
      (answer) => ({ next: 'done', answer, failure: undefined }) as const,
    );
    return await abortable(userStops ? Promise.race([answered, userStops]) : answered, signal);
  } catch (thrown) {
    if (isAbortOf(signal, thrown)) throw thrown;
    const failure = toJsonRpcError(thrown);
    // Ended by `disconnect()`, there is nothing to try again.
    if (!failed || failure.code === JsonRpcErrorCode.UserCanceled) throw failure;
    const next = await abortable(failed.call(picker, providerId, failure), signal);
    return { failure, next: known(next) };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** A picker of a page may answer anything. */
function known<T extends string>(next: T): T | 'close' {
  return next === 'list' || next === 'retry' ? next : 'close';
}

/** A picker that opens too late is closed again. */
async function opened(
  open: () => OpenPicker | Promise<OpenPicker>,
  signal: AbortSignal,
): Promise<OpenPicker> {
  const opening = (async () => open())();
  try {
    return await abortable(opening, signal);
  } catch (error) {
    opening.then(
      (late) => attempt(() => late.close('api')),
      () => {},
    );
    // Any other failure is of a picker that could not be loaded, or broke: the user has seen nothing.
    const isByUser = isJsonRpcError(error) && error !== signal.reason;
    throw isByUser ? markShown(toJsonRpcError(error)) : error;
  }
}

function closedByUser(): JsonRpcError {
  return new JsonRpcError(JsonRpcErrorCode.UserCanceled, 'The wallet picker was closed.');
}
