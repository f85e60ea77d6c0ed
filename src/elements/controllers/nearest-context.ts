import { native } from '../../lib/safe-access.js';
import { type Context, ContextConsumer, ContextRoot } from '@lit/context';
import type { ReactiveControllerHost } from 'lit';

/** Requests the values of consumers again that are defined before their provider. */
const roots = new WeakMap<Document, ContextRoot>();

/** The value of the nearest provider of a context, and its changes; undefined without a provider. */
export class NearestContext<T> extends ContextConsumer<
  Context<unknown, T>,
  ReactiveControllerHost & HTMLElement
> {
  constructor(host: ReactiveControllerHost & HTMLElement, context: Context<unknown, T>) {
    super(host, { context, subscribe: true });
    // A host that is connected has requested the value already.
    if (!Object.hasOwn(this, 'value')) this.#forget();
  }

  /** Its own property: else `value` would be that of a polluted `Object.prototype`. */
  #forget(): void {
    (this as { value: T | undefined }).value = undefined;
  }

  override hostConnected(): void {
    const { ownerDocument } = this.host;
    if (!roots.has(ownerDocument)) {
      const root = new ContextRoot();
      root.attach(native(ownerDocument, 'documentElement'));
      roots.set(ownerDocument, root);
    }
    super.hostConnected();
  }

  /** The consumer of @lit/context would keep the value after a move out of its provider. */
  override hostDisconnected(): void {
    super.hostDisconnected();
    this.#forget();
  }
}
