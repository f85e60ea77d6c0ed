import { DISCONNECTED } from '../core/session.js';
import type { RequestOptions, WalletState, WalletClient } from '../core/types.js';

/** A client whose state a test sets directly, without a wallet. */
export class MemoryClient {
  readonly #listeners = new Set<() => void>();
  #state: WalletState;

  constructor(state: WalletState = DISCONNECTED) {
    this.#state = state;
  }

  get state(): WalletState {
    return this.#state;
  }

  set state(state: WalletState) {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }

  /** The number of subscribers. */
  get followers(): number {
    return this.#listeners.size;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The options of the last call of `with`. */
  options: RequestOptions | undefined;

  with(options: RequestOptions): WalletClient {
    this.options = options;
    return this.asClient();
  }

  disconnect(): void {
    this.state = DISCONNECTED;
  }

  /** Called when the mouse of a browser happens to be above an element. */
  preload(): void {}

  isConnected(): boolean {
    return this.#state.status === 'connected';
  }

  /** Typed as a client for the elements, which use only these members in the tests with it. */
  asClient(): WalletClient {
    return this as unknown as WalletClient;
  }
}
