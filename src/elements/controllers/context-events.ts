import type { Context } from '@lit/context';
import type { Unsubscribe } from '../../wallets/provider.js';

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
