import { tryAgain } from '../lib/try-again.js';
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
  /** Undefined: the one with the stored id, once that is there. */
  aim(target: Target | undefined): void;
}

export function rememberedWallet(
  storedId: () => string | undefined,
  discovery: Discovery,
  handlers: WalletEventHandlers,
): RememberedWallet {
  let target: Target | undefined;
  let release: Undo = () => {};

  function aim(next: Target | undefined): void {
    const isSame = next?.provider === target?.provider;
    target = next;
    if (isSame) return;
    release();
    release = next ? listenTo(next.provider, handlers) : () => {};
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
    aim,
  };
}

/** A page where nobody is connected never loads what reads the events. */
function listenTo(provider: WalletProvider, handlers: WalletEventHandlers): Undo {
  let undo: Undo | undefined;
  let over = false;
  const retry = tryAgain(load);
  load();
  return () => {
    over = true;
    retry.stop();
    undo?.();
  };

  function load(): void {
    import('./wallet-events.js')
      .then(({ onWalletEvents }) => {
        if (!over) undo = onWalletEvents(provider, handlers);
      })
      .catch(() => {
        if (!over) retry.failed(); // until then the wallet is not heard, and can be asked
      });
  }
}
