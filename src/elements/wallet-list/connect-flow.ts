import type { WalletChoice, WalletSelection } from '../../core/picker.js';
import { toJsonRpcError } from '../../core/normalize-error.js';
import { JsonRpcError, JsonRpcErrorCode } from '../../errors.js';
import type { ConnectFlowView } from './connect-flow-view.js';
import type { WalletRow } from './wallet-row.js';

/** What answers sooner needs no spinner; what shows one shows it long enough to be seen. */
const SPINNER_AFTER = 100;
const SPINNER_AT_LEAST = 400;
const HINT_AFTER = 5_000;

type Attempt = NonNullable<WalletSelection['attempt']>;

interface Caller {
  readonly selection: Pick<WalletSelection, 'attempt' | 'approvedProviderIds' | 'signal'>;
  settle(outcome: { choice: WalletChoice } | { error: unknown }): void;
}

export interface ConnectFlowHost {
  show(view: ConnectFlowView): void;
  /** The choice is made, or no caller is left who waits for one. */
  done(reason: 'connected' | 'api'): void;
}

/**
 * From opening to closing: who waits for the choice, and the one wallet that is being asked. Knows no
 * DOM. Every caller settles exactly once, at the latest in `close`.
 */
export class ConnectFlow {
  readonly #host: ConnectFlowHost;
  readonly #callers = new Set<Caller>();
  readonly #attempt: Attempt | undefined;
  #asking: AbortController | undefined;
  #lastError: JsonRpcError | undefined;

  /** `attempt` is used where the modal was opened with no caller: by its attribute, or by `show()`. */
  constructor(host: ConnectFlowHost, attempt?: Attempt) {
    this.#host = host;
    this.#attempt = attempt;
  }

  /** Adds one who waits: they all get the same choice. */
  join(selection: Caller['selection']): Promise<WalletChoice> {
    return new Promise((resolve, reject) => {
      const { signal } = selection;
      const aborted = () => caller.settle({ error: signal?.reason });
      const caller: Caller = {
        selection,
        settle: (outcome) => {
          if (!this.#callers.delete(caller)) return;
          signal?.removeEventListener('abort', aborted);
          if ('choice' in outcome) resolve(outcome.choice);
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the signal's reason
          else reject(outcome.error);
          if (signal?.aborted && !this.#callers.size) this.#host.done('api');
        },
      };
      this.#callers.add(caller);
      signal?.addEventListener('abort', aborted, { once: true });
    });
  }

  /** Asks the wallet, where connecting is what the choice is for. While one is asked, others are not. */
  async pick(wallet: WalletRow): Promise<void> {
    if (this.#asking) return;
    const attempts = this.#attempts();
    if (!attempts.size) return this.#chosen(wallet);

    const asking = (this.#asking = new AbortController());
    this.#lastError = undefined;
    const spinner = this.#showProgress(wallet, asking.signal);
    try {
      await Promise.all([...attempts].map(async (attempt) => attempt(wallet.id, asking.signal)));
      if (this.#asking === asking) this.#chosen(wallet);
    } catch (thrown) {
      const error = toJsonRpcError(thrown);
      // Ended by `disconnect()`: there is nothing to try again.
      const isCanceled = error.code === JsonRpcErrorCode.UserCanceled;
      if (!isCanceled) await spinner.seen();
      if (this.#asking !== asking) return;
      this.#drop();
      this.#lastError = error;
      if (isCanceled) this.#host.done('api');
      else this.#failed(wallet, error);
    }
  }

  /** Back to the list; a late answer of the wallet is ignored. */
  cancel(): void {
    this.#drop();
    this.#host.show({ name: 'list' });
  }

  /** Rejects all who still wait: with what the wallet last failed with, else as the user's closing. */
  close(): void {
    this.#drop();
    const error =
      this.#lastError ??
      new JsonRpcError(JsonRpcErrorCode.UserCanceled, 'The wallet picker was closed.');
    for (const caller of [...this.#callers]) caller.settle({ error });
  }

  #attempts(): ReadonlySet<Attempt> {
    const attempts = [...this.#callers].map(({ selection }) => selection.attempt);
    if (!this.#callers.size) attempts.push(this.#attempt);
    return new Set(attempts.filter((attempt) => attempt !== undefined));
  }

  #chosen(wallet: WalletRow): void {
    this.#drop();
    for (const caller of [...this.#callers]) {
      const approved = caller.selection.approvedProviderIds?.includes(wallet.id) ?? true;
      caller.settle(
        approved
          ? { choice: { providerId: wallet.id } }
          : {
              error: new JsonRpcError(
                JsonRpcErrorCode.UserCanceled,
                `The user chose ${wallet.id}, which \`approvedProviderIds\` does not allow.`,
              ),
            },
      );
    }
    this.#host.done('connected');
  }

  #failed(wallet: WalletRow, error: JsonRpcError): void {
    const rejected = error.code === JsonRpcErrorCode.UserRejection;
    this.#host.show({ name: rejected ? 'rejected' : 'failed', wallet, error });
  }

  #drop(): void {
    this.#asking?.abort();
    this.#asking = undefined;
  }

  #showProgress(wallet: WalletRow, signal: AbortSignal): { seen(): Promise<void> } {
    const show = (busy: boolean, slow: boolean) =>
      this.#host.show({ name: 'connecting', wallet, busy, slow });
    let since: number | undefined;
    const timers: ReturnType<typeof setTimeout>[] = [
      setTimeout(() => {
        since = Date.now();
        show(true, false);
      }, SPINNER_AFTER),
      setTimeout(() => show(true, true), HINT_AFTER),
    ];
    signal.addEventListener('abort', () => timers.forEach(clearTimeout), { once: true });
    show(false, false);
    return {
      seen: () => {
        timers.forEach(clearTimeout);
        const left = since === undefined ? 0 : since + SPINNER_AT_LEAST - Date.now();
        return new Promise((resolve) => void setTimeout(resolve, Math.max(0, left)));
      },
    };
  }
}
