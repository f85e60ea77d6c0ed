import { chooseWallet, type Chosen } from '../../client/choose-wallet.js';
import type { OpenPicker } from '../../client/picker.js';
import type { WalletClient } from '../../client/types.js';
import { describe, JsonRpcErrorCode, type JsonRpcError } from '../../errors.js';
import type { Unsubscribe } from '../../wallets/provider.js';
import type { ConnectFlowView } from './connect-flow-view.js';
import type { WalletRow } from './wallet-row.js';

/** Milliseconds. A faster answer shows no spinner; a shown spinner stays long enough to be seen. */
const SPINNER_AFTER = 100;
const SPINNER_AT_LEAST = 400;
const HINT_AFTER = 5_000;

export interface ConnectFlowHost {
  show(view: ConnectFlowView): void;
  /** Called when the last caller has closed its picker. */
  done(reason: 'connected' | 'api'): void;
}

/** An action of the user: goes back to the list, closes the picker, or picks a wallet. */
type UserAction = 'list' | 'close' | WalletRow;

/**
 * Shows the views of a choice and reports the user's actions in them. Uses no DOM and sends no request to a
 * wallet: its callers do. There may be several callers; all of them receive the same choice.
 */
export class ConnectFlow {
  readonly #host: ConnectFlowHost;
  readonly #callers = new Set<(action: UserAction) => void>();
  /** The picked wallet; undefined while the user can pick one. */
  #picked: WalletRow | undefined;
  #progress: Progress | undefined;

  constructor(host: ConnectFlowHost) {
    this.#host = host;
  }

  get hasCallers(): boolean {
    return this.#callers.size > 0;
  }

  /** The picker of one caller. */
  open(): OpenPicker {
    let isOpen = true;
    let listener: (action: UserAction) => void = () => {};
    const caller = (action: UserAction) => {
      if (action === 'close') isOpen = false;
      listener(action);
    };
    /** Only the newest promise receives the user's action. */
    const userAction = <T>(read: (action: UserAction, resolve: (value: T) => void) => void) =>
      new Promise<T>((resolve) => {
        listener = (action) => read(action, resolve);
        if (!isOpen) listener('close');
      });
    this.#callers.add(caller);
    return {
      choice: () => {
        if (isOpen && this.#picked) return Promise.resolve(this.#picked.id);
        return userAction<string | undefined>((action, resolve) => {
          if (action === 'close') resolve(undefined);
          else if (action !== 'list') resolve(action.id);
        });
      },
      connecting: () => {
        this.#showProgress();
        return userAction((action, resolve) =>
          resolve(action === 'list' || action === 'close' ? action : 'retry'),
        );
      },
      failed: (id, error) => {
        void this.#showFailure(error);
        return userAction((action, resolve) => {
          if (action === 'list' || action === 'close') resolve(action);
          else resolve(action.id === id ? 'retry' : 'list');
        });
      },
      close: (reason) => {
        isOpen = false;
        if (!this.#callers.delete(caller) || this.#callers.size) return;
        const wallet = this.#progress && this.#picked;
        this.#endProgress();
        if (wallet && reason === 'connected') this.#host.show({ name: 'connected', wallet });
        this.#host.done(reason);
      },
    };
  }

  /** The user picks a wallet, or tries it again. Ignored while another wallet is connecting. */
  pick(wallet: WalletRow): void {
    if (this.#picked) return;
    this.#picked = wallet;
    this.#notify(wallet);
  }

  /** The user repeats the request to a wallet that has not answered. A late answer to the first request is ignored. */
  retry(): void {
    const wallet = this.#picked;
    if (!wallet) return;
    this.#progress?.end();
    this.#progress = undefined;
    this.#notify(wallet);
  }

  /** The user goes back to the list. */
  cancel(): void {
    this.#endProgress();
    this.#host.show({ name: 'list' });
    this.#notify('list');
  }

  /** The user closes the picker, or it is removed. */
  close(): void {
    this.#endProgress();
    this.#notify('close');
    this.#callers.clear();
  }

  #notify(action: UserAction): void {
    for (const caller of [...this.#callers]) caller(action);
  }

  #showProgress(): void {
    if (this.#picked) this.#progress ??= showProgress(this.#host, this.#picked);
  }

  async #showFailure(error: JsonRpcError): Promise<void> {
    const progress = this.#progress;
    await progress?.seen();
    const wallet = this.#picked;
    if (!wallet || this.#progress !== progress) return;
    this.#endProgress();
    const isRejected = error.code === JsonRpcErrorCode.UserRejection;
    this.#host.show({ name: isRejected ? 'rejected' : 'failed', wallet, error });
  }

  #endProgress(): void {
    this.#progress?.end();
    this.#progress = this.#picked = undefined;
  }
}

/** Connects the client to the wallet that the user chooses in the views of `flow`. */
export function connectChosen(
  client: WalletClient,
  flow: ConnectFlow,
  signal: AbortSignal,
): Promise<Chosen<unknown>> {
  const connect = async (providerId: string, attempt: AbortSignal) => {
    // For a wallet that is not installed any more, the client would open another picker.
    const defaultProviders = [{ id: providerId, name: providerId }];
    if (!client.wallets({ defaultProviders }).installed.some(({ id }) => id === providerId)) {
      throw new Error(`The wallet ${describe(providerId)} is not on this page any more.`);
    }
    return client.connect({ providerId, signal: attempt });
  };
  return chooseWallet(() => flow.open(), connect, signal);
}

/** The progress of a connection: a spinner, then a hint. */
interface Progress {
  /** Resolves once a shown spinner was visible for `SPINNER_AT_LEAST`. */
  seen(): Promise<void>;
  readonly end: Unsubscribe;
}

function showProgress(host: ConnectFlowHost, wallet: WalletRow): Progress {
  const show = (busy: boolean, slow: boolean) =>
    host.show({ name: 'connecting', wallet, busy, slow });
  let since: number | undefined;
  const timers = [
    setTimeout(() => {
      since = Date.now();
      show(true, false);
    }, SPINNER_AFTER),
    setTimeout(() => show(true, true), HINT_AFTER),
  ];
  const end = () => timers.forEach(clearTimeout);
  show(false, false);
  return {
    end,
    seen: () => {
      end();
      const left = since === undefined ? 0 : since + SPINNER_AT_LEAST - Date.now();
      return new Promise((resolve) => setTimeout(resolve, left));
    },
  };
}
