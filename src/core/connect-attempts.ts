import type { AddressEntry } from '../wire/addresses.js';
import type { Undo } from '../wire/provider.js';
import type { Target } from './remembered-wallet.js';

/** What an address method learned. */
export interface Connection {
  readonly target: Target;
  readonly addresses: readonly AddressEntry[];
  /** As the wallet reported it beside the addresses. */
  readonly network: string | undefined;
  /** Keep the wallet for the next request. */
  readonly persistWallet: boolean;
  readonly persistAddresses: boolean;
}

/** `stacks` replaces only the Stacks addresses of a connection with the same wallet. */
export type Scope = 'all' | 'stacks';

/** How much of the session the answer of a method replaces; undefined where it changes no state. */
export function addressScope(method: string): Scope | undefined {
  if (method === 'getAddresses') return 'all';
  return method === 'stx_getAddresses' ? 'stacks' : undefined;
}

/** A request whose answer becomes the session's; see {@link ConnectAttempts.begin}. */
export interface ConnectAttempt {
  readonly scope: Scope;
  /** Aborted with the caller's signal, and by {@link ConnectAttempts.endAll}. */
  readonly signal: AbortSignal;
  /** Remembers, unless a later attempt already did or this one was ended. */
  remember(connection: Connection): void;
  end: Undo;
}

/** What was asked for. `connectAttempt` is there for a method whose answer becomes the session. */
export interface Call {
  readonly method: string;
  readonly params: unknown;
  readonly connectAttempt: ConnectAttempt | undefined;
}

/** The attempts that have not ended. */
export interface ConnectAttempts {
  readonly pending: boolean;
  /**
   * Of two attempts the one that began later wins. An attempt for the Stacks addresses alone never prevents
   * one for all addresses.
   */
  begin(scope: Scope, signal: AbortSignal | undefined): ConnectAttempt;
  /** Ends every attempt. Call what is returned with the reason that their callers are rejected with. */
  endAll(): (reason: Error) => void;
}

export function createConnectAttempts(
  apply: (connection: Connection, scope: Scope) => void,
  changed: () => void,
): ConnectAttempts {
  const open = new Map<ConnectAttempt, AbortController>();
  let begun = 0;
  let lastApplied = 0;
  return {
    get pending() {
      return open.size > 0;
    },
    begin(scope, given) {
      const number = ++begun;
      const controller = new AbortController();
      const abort = () => controller.abort(given?.reason);
      const connectAttempt: ConnectAttempt = {
        scope,
        signal: controller.signal,
        remember(connection) {
          if (!open.has(connectAttempt) || number < lastApplied) return;
          if (scope === 'all') lastApplied = number;
          apply(connection, scope);
        },
        end() {
          given?.removeEventListener('abort', abort);
          if (open.delete(connectAttempt)) changed();
        },
      };
      if (given?.aborted) abort();
      given?.addEventListener('abort', abort, { once: true });
      open.set(connectAttempt, controller);
      changed();
      return connectAttempt;
    },
    endAll() {
      const controllers = [...open.values()];
      open.clear();
      return (reason) => controllers.forEach((controller) => controller.abort(reason));
    },
  };
}
