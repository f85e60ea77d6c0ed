import type { WalletProvider } from '../wallets/provider.js';
import type { Discovery } from './discovery.js';
import { onWalletEvents, type WalletEventHandlers, type WalletEvents } from './wallet-events.js';

/** A provider, with the id under which it is found on the page, if it has one. */
export interface Target {
  readonly provider: WalletProvider;
  readonly id: string | undefined;
}

/** A call, with the wallet that it is for. */
export interface Targeted {
  readonly method: string;
  readonly params: unknown;
  readonly target: Target;
  /** The network of the request; see `resolveNetwork`. */
  readonly network: string | undefined;
}

/** The wallet that the next request is sent to. Only its events are listened to. */
export interface RememberedWallet {
  /** Undefined if no wallet is remembered, or if it has not been injected (yet). */
  readonly target: Target | undefined;
  /** True if the wallet reports changes of its network. */
  readonly hasNetworkEvents: boolean;
  /** Sets the wallet. Undefined: the wallet with the stored id, as soon as it is injected. */
  set(target: Target | undefined): void;
}

export function rememberedWallet(
  storedId: () => string | undefined,
  discovery: Discovery,
  handlers: WalletEventHandlers,
): RememberedWallet {
  let target: Target | undefined;
  let events: WalletEvents | undefined;

  function set(next: Target | undefined): void {
    const isSame = next?.provider === target?.provider;
    target = next;
    if (isSame) return;
    events?.undo();
    events = next && onWalletEvents(next.provider, handlers);
  }

  return {
    get target() {
      if (!target) {
        const id = storedId();
        const provider = id === undefined ? undefined : discovery.provider(id);
        if (provider) set({ provider, id });
      }
      return target;
    },
    get hasNetworkEvents() {
      return events?.hasNetwork === true;
    },
    set,
  };
}
