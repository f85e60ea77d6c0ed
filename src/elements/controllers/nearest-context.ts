import type { Context } from '@lit/context';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { native } from '../../lib/page.js';
import type { Unsubscribe } from '../../wallets/provider.js';
import { requestContext } from './context-events.js';

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
