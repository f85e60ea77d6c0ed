import type { Undo, WalletProvider } from '../wire/provider.js';
import type { Discovery } from './discovery.js';
import type { WalletEventHandlers } from './wallet-events.js';

/** A provider, with the id under which it stands on the page, where it has one. */
export interface Target {
  readonly provider: WalletProvider;
  readonly id: string | undefined;
}

/** The wallet that the next request goes to, and the only one whose events are heard. */
export interface RememberedWallet {
  /** Undefined also while a stored wallet has not injected itself (yet). */
  readonly target: Target | undefined;
  /** Whether the wallet tells the changes of its network. */
  readonly isHeard: Promise<boolean>;
  /** Undefined: the one with the stored id, once that is there. */
  aim(target: Target | undefined): void;
}

export function rememberedWallet(
  storedId: () => string | undefined,
  discovery: Discovery,
  handlers: WalletEventHandlers,
): RememberedWallet {
  let target: Target | undefined;
  let heard = UNHEARD;

  function aim(next: Target | undefined): void {
    const isSame = next?.provider === target?.provider;
    target = next;
    if (isSame) return;
    heard.release();
    heard = next ? listenTo(next.provider, handlers) : UNHEARD;
  }

  return {
    get target() {
      if (!target) {
        const id = storedId();
        const provider = id === undefined ? undefined : discovery.provider(id);
        if (provider) aim({ provider, id });
      }
      return target;
    },
    get isHeard() {
      return heard.isHeard;
    },
    aim,
  };
}

interface Heard {
  readonly isHeard: Promise<boolean>;
  readonly release: Undo;
}

const UNHEARD: Heard = { isHeard: Promise.resolve(false), release: () => {} };

/** Milliseconds before what reads the events is loaded again, where that failed. */
const RETRY_AFTER = 2_000;

/** A page where nobody is connected never loads what reads the events. */
function listenTo(provider: WalletProvider, handlers: WalletEventHandlers): Heard {
  let undo: Undo | undefined;
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    // A network that changed before a later try stays unknown: only the first try counts.
    isHeard: load(),
    release() {
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
      // Until then the wallet is not heard, and can be asked.
      if (!over) timer = setTimeout(() => void load(), RETRY_AFTER);
      return false;
    }
  }
}
