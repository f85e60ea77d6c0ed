import type { Context } from '@lit/context';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { native } from '../../lib/native.js';
import type { Undo } from '../../wire/provider.js';
import { askForContext } from './context-events.js';

/**
 * The value that the nearest provider of a context gives; undefined where there is none. Beyond
 * @lit/context's ContextConsumer it follows a host that moves out of its provider, and it asks again when
 * a provider upgrades after it, with nothing left behind on the page.
 */
export class NearestContext<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #context: Context<unknown, T>;
  #value: T | undefined;
  #release: Undo | undefined;

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
    this.#page?.addEventListener('context-provider', this.#providerCame);
  }

  hostDisconnected(): void {
    this.#page?.removeEventListener('context-provider', this.#providerCame);
    this.#release?.();
    this.#release = undefined;
  }

  get #page(): Window | null {
    return native(this.#host.ownerDocument, 'defaultView');
  }

  #ask(): void {
    askForContext(this.#host, this.#context, this.#receive);
  }

  /** A provider that upgraded after this host announces itself; it may hold the host, or not. */
  readonly #providerCame = (event: Event): void => {
    if ('context' in event && event.context === this.#context) this.#ask();
  };

  readonly #receive = (value: T, release?: Undo): void => {
    if (release !== this.#release) this.#release?.();
    this.#release = release;
    if (value === this.#value) return;
    this.#value = value;
    this.#host.requestUpdate();
  };
}
