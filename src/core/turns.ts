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

/** A request whose answer becomes the session's; see {@link Turns.begin}. */
export interface Turn {
  readonly scope: Scope;
  /** Aborted with the caller's signal, and by {@link Turns.endAll}. */
  readonly signal: AbortSignal;
  /** Remembers, unless a later turn already did or this one was ended. */
  remember(connection: Connection): void;
  end: Undo;
}

/** The turns that have not ended. */
export interface Turns {
  readonly pending: boolean;
  /**
   * Of two turns the one that began later wins; but one for the Stacks addresses alone never stands in the
   * way of one for all.
   */
  begin(scope: Scope, signal: AbortSignal | undefined): Turn;
  /** Ends every turn. Call what is returned with the reason that their callers are rejected with. */
  endAll(): (reason: Error) => void;
}

export function createTurns(
  apply: (connection: Connection, scope: Scope) => void,
  changed: () => void,
): Turns {
  const open = new Map<Turn, AbortController>();
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
      const turn: Turn = {
        scope,
        signal: controller.signal,
        remember(connection) {
          if (!open.has(turn) || number < lastApplied) return;
          if (scope === 'all') lastApplied = number;
          apply(connection, scope);
        },
        end() {
          given?.removeEventListener('abort', abort);
          if (open.delete(turn)) changed();
        },
      };
      if (given?.aborted) abort();
      given?.addEventListener('abort', abort, { once: true });
      open.set(turn, controller);
      changed();
      return turn;
    },
    endAll() {
      const controllers = [...open.values()];
      open.clear();
      return (reason) => controllers.forEach((controller) => controller.abort(reason));
    },
  };
}
