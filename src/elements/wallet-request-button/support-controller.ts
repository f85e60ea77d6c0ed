import type { ReactiveControllerHost } from 'lit';
import type { WalletClient } from '../../core/types.js';

/** Whether the connected wallet supports the method of its host. */
export class SupportController {
  readonly #host: ReactiveControllerHost;
  #asked: readonly unknown[] = [];
  #unsupportedBy: string | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /**
   * The name of the wallet that does not support the method; empty if the wallet has no name. Undefined if the wallet
   * supports the method, or if that is unknown.
   */
  get unsupportedBy(): string | undefined {
    return this.#unsupportedBy;
  }

  /** Call on every update. Asks again after every change of the session. Asks nothing if `method` is empty. */
  follow(client: WalletClient, method: string): void {
    const asked = [method, client, client.state];
    if (asked.every((value, at) => value === this.#asked[at])) return;
    this.#asked = asked;
    this.#unsupportedBy = undefined;
    if (!method) return;
    // The client of an older copy of this package may have no `supports`.
    void (client as Partial<WalletClient>).supports?.(method).then(
      ({ supported, name }) => {
        if (this.#asked !== asked || supported !== false) return;
        this.#unsupportedBy = name ?? '';
        this.#host.requestUpdate();
      },
      () => undefined, // The request reports why it fails.
    );
  }
}
