import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { getDefaultClient } from '../../core/client.js';
import type { WalletState, WalletClient } from '../../core/types.js';
import type { Unsubscribe } from '../../lib/store.js';
import { clientContext } from '../context.js';
import { NearestContext } from './nearest-context.js';

/** An element with the property `client`, which takes precedence over every other client. */
export interface ClientHost extends ReactiveControllerHost, HTMLElement {
  client?: WalletClient | undefined;
}

/**
 * The client of an element: its property `client`, else the nearest `<wallet-context>`'s, else the
 * page-wide one. Updates the host on every change of the client or of its state, while connected.
 */
export class ClientController implements ReactiveController {
  readonly #host: ClientHost;
  readonly #nearest: NearestContext<WalletClient>;
  #followed: WalletClient | undefined;
  #undo: Unsubscribe | undefined;

  constructor(host: ClientHost) {
    this.#host = host;
    this.#nearest = new NearestContext(host, clientContext);
    host.addController(this);
  }

  get client(): WalletClient {
    return this.#host.client ?? this.#nearest.value ?? getDefaultClient();
  }

  get state(): WalletState {
    return this.client.state;
  }

  hostConnected(): void {
    this.#follow();
  }

  hostUpdate(): void {
    if (this.#host.isConnected) this.#follow();
  }

  hostDisconnected(): void {
    this.#undo?.();
    this.#undo = undefined;
    this.#followed = undefined;
  }

  #follow(): void {
    const { client } = this;
    if (client === this.#followed) return;
    this.#undo?.();
    this.#followed = client;
    this.#undo = client.subscribe(() => this.#host.requestUpdate());
    this.#host.requestUpdate();
  }
}
