import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { SentTransaction, WalletClient } from '../../client/types.js';
import { read } from '../../lib/safe-access.js';
import type { Unsubscribe } from '../../lib/store.js';

/** The transaction that its host sent last, for the `<wallet-transaction>` below the button. */
export class TrackingController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #tracked: SentTransaction | object | undefined;
  #stopListening: Unsubscribe | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The transaction that the wallet has sent, or a result without an id. */
  get tracked(): SentTransaction | object | undefined {
    return this.#tracked;
  }

  /** Follows a result. The client reports the network and the account of the transaction in a later task. */
  follow(client: WalletClient, result: unknown): void {
    this.#stopListening?.();
    const txid = read(result, 'txid');
    if (txid || read(result, 'status')) this.#tracked = undefined;
    if (!txid && read(result, 'status')) this.#tracked = result as object;
    this.#stopListening = client.on('sent', (sent) => {
      if (sent.txid !== txid) return;
      this.#stopListening?.();
      this.#tracked = sent;
      this.#host.requestUpdate();
    });
  }

  hostDisconnected(): void {
    this.#stopListening?.();
  }
}
