import type { Context } from '@lit/context';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { native } from '../../lib/safe-access.js';
import type { Unsubscribe } from '../../lib/store.js';

export type Receive<T> = (value: T, release?: Unsubscribe) => void;
/** The fields of the events of the context protocol, named as in @lit/context. */
export interface ContextFields<T> {
  readonly context: Context<unknown, T>;
  readonly contextTarget: Element;
}
export interface ContextRequest<T> extends ContextFields<T> {
  readonly callback: Receive<T>;
  readonly subscribe?: boolean;
}

/** Requests the value of a context, and its changes, from the nearest provider. */
export function requestContext<T>(
  host: Element,
  context: Context<unknown, T>,
  callback: Receive<T>,
): void {
  const request = { context, contextTarget: host, callback, subscribe: true };
  dispatch(host, 'context-request', request satisfies ContextRequest<T>);
}

/**
 * Dispatches a CustomEvent with extra fields. The event classes of @lit/context extend the global Event,
 * which MooTools replaces.
 */
export function dispatch<T>(host: Element, type: string, fields: ContextFields<T>): void {
  const event = new CustomEvent(type, { bubbles: true, composed: true });
  host.dispatchEvent(Object.assign(event, fields));
}

/**
 * The value of the nearest provider of a context; undefined without a provider. Unlike the ContextConsumer
 * of @lit/context, it removes the value when its host moves out of the provider, and it finds a provider
 * that upgrades after the host, even if the page has no ContextRoot.
 */
export class NearestContext<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #context: Context<unknown, T>;
  #value: T | undefined;
  #release: Unsubscribe | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, context: Context<unknown, T>) {
    this.#host = host;
    this.#context = context;
    host.addController(this);
  }

  get value(): T | undefined {
    return this.#value;
  }

  hostConnected(): void {
    const before = this.#value;
    this.#value = undefined;
    this.#ask();
    if (before !== this.#value) this.#host.requestUpdate();
    this.#page?.addEventListener('context-provider', this.#providerAdded);
  }

  hostDisconnected(): void {
    this.#page?.removeEventListener('context-provider', this.#providerAdded);
    this.#release?.();
    this.#release = undefined;
  }

  get #page(): Window | null {
    return native(this.#host.ownerDocument, 'defaultView');
  }

  #ask(): void {
    requestContext(this.#host, this.#context, this.#receive);
  }

  /** A provider dispatches this event when it is connected. It may be an ancestor of the host: request the value. */
  readonly #providerAdded = (event: Event): void => {
    if ('context' in event && event.context === this.#context) this.#ask();
  };

  readonly #receive = (value: T, release?: Unsubscribe): void => {
    if (release !== this.#release) this.#release?.();
    this.#release = release;
    if (value === this.#value) return;
    this.#value = value;
    this.#host.requestUpdate();
  };
}

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
