import type { RequestOptions, SessionState, WalletClient } from '../core/types.js';

/** A client whose state a test sets, to show an element every state without a wallet's timing. */
export class MemoryClient {
  readonly #listeners = new Set<() => void>();
  #state: SessionState;

  constructor(state: SessionState = { status: 'disconnected' }) {
    this.#state = state;
  }

  get state(): SessionState {
    return this.#state;
  }

  set state(state: SessionState) {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }

  /** How many follow this client now: zero once every element is gone. */
  get followers(): number {
    return this.#listeners.size;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The options that the last `with` was given. */
  options: RequestOptions | undefined;

  with(options: RequestOptions): WalletClient {
    this.options = options;
    return this.asClient();
  }

  disconnect(): void {
    this.state = { status: 'disconnected' };
  }

  isConnected(): boolean {
    return this.#state.status === 'connected';
  }

  /** For the elements, which need no more of a client than this in the tests that use it. */
  asClient(): WalletClient {
    return this as unknown as WalletClient;
  }
}
