import type { ReactiveControllerHost } from 'lit';
import type { WalletClient } from '../../client/types.js';

/** Whether the connected wallet supports the method of its host. */
export class SupportController {
  readonly #host: ReactiveControllerHost;
  #checked: readonly unknown[] = [];
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

  /** Call on every update. Checks again after every change of the session. Checks nothing if `method` is empty. */
  follow(client: WalletClient, method: string): void {
    const checked = [method, client, client.state];
    if (checked.every((value, at) => value === this.#checked[at])) return;
    this.#checked = checked;
    this.#unsupportedBy = undefined;
    if (!method) return;
    // The client of an older copy of this package may have no `supports`.
    void (client as Partial<WalletClient>).supports?.(method).then(
      ({ supported, name }) => {
        if (this.#checked !== checked || supported !== false) return;
        this.#unsupportedBy = name ?? '';
        this.#host.requestUpdate();
      },
      () => undefined, // The request reports why it fails.
    );
  }
}
