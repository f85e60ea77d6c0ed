import type { Undo, WalletProvider } from '../wire/provider.js';
import type { Discovery } from './discovery.js';
import type { WalletEventHandlers } from './wallet-events.js';

/** A provider, with the id under which it is found on the page, if it has one. */
export interface Target {
  readonly provider: WalletProvider;
  readonly id: string | undefined;
}

/** The wallet that the next request is sent to. Only its events are listened to. */
export interface RememberedWallet {
  /** Undefined if no wallet is remembered, or if it has not been injected (yet). */
  readonly target: Target | undefined;
  /** Resolves with true if the wallet reports changes of its network. */
  readonly hasNetworkEvents: Promise<boolean>;
  /** Sets the wallet. Undefined: the wallet with the stored id, as soon as it is injected. */
  set(target: Target | undefined): void;
}

export function rememberedWallet(
  storedId: () => string | undefined,
  discovery: Discovery,
  handlers: WalletEventHandlers,
): RememberedWallet {
  let target: Target | undefined;
  let subscription = NO_SUBSCRIPTION;

  function set(next: Target | undefined): void {
    const isSame = next?.provider === target?.provider;
    target = next;
    if (isSame) return;
    subscription.undo();
    subscription = next ? listenTo(next.provider, handlers) : NO_SUBSCRIPTION;
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
      return subscription.hasNetworkEvents;
    },
    set,
  };
}

interface Subscription {
  readonly hasNetworkEvents: Promise<boolean>;
  readonly undo: Undo;
}

const NO_SUBSCRIPTION: Subscription = {
  hasNetworkEvents: Promise.resolve(false),
  undo: () => {},
};

/** Milliseconds before the module is loaded again if that failed. */
const RETRY_AFTER = 2_000;

/** Listens to the events of a wallet. The module for that is loaded only on pages with a remembered wallet. */
function listenTo(provider: WalletProvider, handlers: WalletEventHandlers): Subscription {
  let undo: Undo | undefined;
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    // Only the first attempt counts: a change of the network before a later attempt would be missed.
    hasNetworkEvents: load(),
    undo() {
      over = true;
      clearTimeout(timer);
      undo?.();
    },
  };

  async function load(): Promise<boolean> {
    try {
      const { onWalletEvents } = await import('./wallet-events.js');
      if (over) return false;
      const events = onWalletEvents(provider, handlers);
      undo = events.undo;
      return events.hasNetwork;
    } catch {
      // Until the next attempt the wallet can be asked, but its events are missed.
      if (!over) timer = setTimeout(() => void load(), RETRY_AFTER);
      return false;
    }
  }
}
