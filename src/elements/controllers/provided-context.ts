import type { Context } from '@lit/context';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Unsubscribe } from '../../wallets/provider.js';
import {
  requestContext,
  dispatch,
  type ContextFields,
  type ContextRequest,
  type Receive,
} from './context-events.js';

type Host = ReactiveControllerHost & HTMLElement;

/** Provides the value of a context to the host's descendants, like the ContextProvider of @lit/context. */
export class ProvidedContext<T> implements ReactiveController {
  readonly #host: Host;
  readonly #context: Context<unknown, T>;
  readonly #subscribers = new Map<Receive<T>, { host: Element; release: Unsubscribe }>();
  #value: T | undefined;

  constructor(host: Host, context: Context<unknown, T>) {
    this.#host = host;
    this.#context = context;
    host.addEventListener('context-request', this.#requested);
    host.addEventListener('context-provider', this.#providerAdded);
    host.addController(this);
  }

  get value(): T | undefined {
    return this.#value;
  }

  set value(value: T) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const [receive, { release }] of this.#subscribers) receive(value, release);
  }

  hostConnected(): void {
    dispatch(this.#host, 'context-provider', { context: this.#context, contextTarget: this.#host });
  }

  /** The element that sent an event of this context; undefined for another context, or the host itself. */
  #sender(event: Event): Element | undefined {
    const { context, contextTarget } = event as Event & Partial<ContextFields<T>>;
    const sender = contextTarget ?? (event.composedPath()[0] as Element);
    return context === this.#context && sender !== this.#host ? sender : undefined;
  }

  readonly #requested = (event: Event): void => {
    const host = this.#sender(event);
    if (!host) return;
    event.stopPropagation();
    const { callback, subscribe } = event as Event & ContextRequest<T>;
    const value = this.#value as T;
    if (!subscribe) return callback(value);
    const release =
      this.#subscribers.get(callback)?.release ?? (() => void this.#subscribers.delete(callback));
    this.#subscribers.set(callback, { host, release });
    callback(value, release);
  };

  /** A nested provider was added: all subscribers request the value again; those inside it get its value. */
  readonly #providerAdded = (event: Event): void => {
    if (!this.#sender(event)) return;
    event.stopPropagation();
    for (const [receive, { host }] of [...this.#subscribers]) {
      requestContext(host, this.#context, receive);
    }
  };
}
