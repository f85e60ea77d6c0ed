import type { AddressEntry } from '../methods/addresses.js';
import type { Unsubscribe } from '../lib/store.js';
import type { Target } from './remembered-wallet.js';

/** The connection that an address method returned. */
export interface Connection {
  readonly target: Target;
  readonly addresses: readonly AddressEntry[];
  /** The network that the wallet reported with the addresses. */
  readonly network: string | undefined;
  /** Whether to remember the wallet for the next request. */
  readonly persistWallet: boolean;
  readonly persistAddresses: boolean;
}

/** Which addresses are replaced. `stacks`: only the Stacks addresses, and only for the connected wallet. */
export type Scope = 'all' | 'stacks';

/**
 * The addresses that the answer of a method replaces; undefined for a method that does not change the session. Defined
 * here, because `src/methods/` loads with the first request.
 */
export function addressScope(method: string): Scope | undefined {
  if (method === 'getAddresses') return 'all';
  return method === 'stx_getAddresses' ? 'stacks' : undefined;
}

/** A pending request whose answer changes the session; see {@link ConnectAttempts.begin}. */
export interface ConnectAttempt {
  readonly scope: Scope;
  /** Aborted by the caller's signal and by {@link ConnectAttempts.endAll}. */
  readonly signal: AbortSignal;
  /** Applies the connection, unless a later attempt already did or this one has ended. */
  remember(connection: Connection): void;
  end: Unsubscribe;
}

/** The call of a method. `connectAttempt` is set for a method whose answer changes the session. */
export interface Call {
  readonly method: string;
  readonly params: unknown;
  readonly connectAttempt: ConnectAttempt | undefined;
}

/** The pending attempts to connect. */
export interface ConnectAttempts {
  readonly pending: boolean;
  /**
   * Starts an attempt. If two succeed, the one that started later is kept. An attempt with the scope `stacks`
   * never overrides one with the scope `all`.
   */
  begin(scope: Scope, signal: AbortSignal | undefined): ConnectAttempt;
  /** Ends all attempts. The returned function rejects their callers with a reason. */
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

/**
 * The addresses of a wallet after it returned its Stacks addresses: these replace the previous Stacks addresses.
 * The previous Bitcoin addresses are kept only if the account is the same.
 */
export function replaceStacks(
  previous: readonly AddressEntry[],
  stacks: readonly AddressEntry[],
): readonly AddressEntry[] {
  const account = (list: readonly AddressEntry[]) =>
    list.find(({ symbol }) => symbol === 'STX')?.address;
  if (account(stacks) !== account(previous)) return stacks;
  // The answer may also contain Bitcoin addresses.
  const returned = new Set(stacks.map(({ address }) => address));
  const bitcoin = previous.filter(
    ({ symbol, address }) => symbol !== 'STX' && !returned.has(address),
  );
  return [...bitcoin, ...stacks];
}
