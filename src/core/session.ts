import { createStore } from '../lib/store.js';
import type { AddressEntry } from '../wire/addresses.js';
import type { Undo, WalletProvider } from '../wire/provider.js';
import type { Discovery } from './discovery.js';
import { rememberedWallet, type Target } from './remembered-wallet.js';
import type { ConnectionStorage } from './storage.js';
import type { Connected, Disconnected, SessionState } from './types.js';

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

/** A place in the order of connecting; see {@link Session.begin}. */
export interface Turn {
  readonly scope: Scope;
  /** Remembers, unless a later turn already did or the session was ended since. */
  remember(connection: Connection): void;
  end: Undo;
}

/** The one writer of the connection's state. */
export interface Session {
  readonly state: SessionState;
  subscribe(listener: () => void): Undo;
  /** The remembered wallet, where it can be asked. */
  readonly target: Target | undefined;
  readonly providerId: string | undefined;
  /**
   * Reads as connecting until the turn ends. Of two turns the one that began later wins; but one for the
   * Stacks addresses alone never stands in the way of one for all.
   */
  begin(scope: Scope): Turn;
  /** Remembers a wallet chosen while nothing was connected or remembered. */
  adopt(target: Target): void;
  /** True for the wallet whose addresses these are, if any, also where it is not kept for the next request. */
  isOf(provider: WalletProvider): boolean;
  /** The wallet reported its network. */
  reportNetwork(target: Target, network: string): void;
  end(): void;
}

const DISCONNECTED: Disconnected = { status: 'disconnected' };

export function createSession(
  storage: ConnectionStorage,
  discovery: Discovery,
  page: Window | undefined,
): Session {
  let seen = storage.fingerprint();
  let pending = 0;
  let turns = 0;
  let lastApplied = 0;
  /** Who gave the addresses, where that was on this page. */
  let giver: WalletProvider | undefined;
  const settled = createStore<Disconnected | Connected>(restore());
  let subscribers = 0;
  const shown = createStore<SessionState>(settled.get());
  const show = () => {
    const previous = settled.get();
    shown.set(pending ? { status: 'connecting', previous } : previous);
  };
  settled.subscribe(show);
  const wallet = rememberedWallet(storage, discovery, {
    accountsChanged: ifCurrent(accountsChanged),
    networkChanged: ifCurrent(networkChanged),
    disconnected: ifCurrent(forgetAll),
  });

  /** An event counts only while its wallet is still the one that the storage names: another tab may have gone on. */
  function ifCurrent<T extends unknown[]>(handle: (...args: T) => void): (...args: T) => void {
    return (...args) => {
      const from = wallet.target?.provider;
      if (remembered()?.provider === from) handle(...args);
    };
  }

  function restore(): Disconnected | Connected {
    const addresses = storage.readAddresses();
    if (!addresses.length) return DISCONNECTED;
    const providerId = storage.readProviderId();
    return { status: 'connected', providerId, addresses, network: undefined };
  }

  /** Follows what another tab, another copy or the page itself did to the storage. */
  function sync(): void {
    const now = storage.fingerprint();
    if (now === seen) return;
    seen = now;
    giver = undefined;
    wallet.aim(undefined);
    settled.set(restore());
  }

  function write(change: () => void): void {
    change();
    seen = storage.fingerprint();
  }

  function accountsChanged(addresses: readonly AddressEntry[] | undefined): void {
    const current = settled.get();
    if (current.status !== 'connected') return;
    if (addresses?.length) return store({ ...current, addresses });
    // The page may not see the new account, and the old one is not current.
    write(() => storage.writeAddresses([]));
    settled.set(DISCONNECTED);
  }

  function networkChanged(network: string | undefined): void {
    const current = settled.get();
    if (current.status === 'connected' && current.network !== network) {
      settled.set({ ...current, network });
    }
  }

  function store(next: Connected): void {
    // What was never stored (enableLocalStorage: false) is not stored by an event.
    if (storage.readAddresses().length) write(() => storage.writeAddresses(next.addresses));
    settled.set(next);
  }

  function forgetAll(): void {
    lastApplied = ++turns;
    write(() => storage.clear());
    wallet.aim(undefined);
    settled.set(DISCONNECTED);
  }

  function apply(connection: Connection, scope: Scope): void {
    const { target: asked, addresses, network, persistWallet, persistAddresses } = connection;
    sync();
    const current = settled.get();
    if (scope === 'stacks' && current.status === 'connected') {
      // Addresses of another wallet never stand beside those of the connected one.
      if (isOf(asked.provider)) {
        if (!persistAddresses) write(() => storage.writeAddresses([]));
        const rest = current.addresses.filter(({ symbol }) => symbol !== 'STX');
        store({ ...current, addresses: [...rest, ...addresses] });
      }
      return;
    }
    write(() => {
      storage.writeAddresses(persistAddresses ? addresses : []);
      storage.writeProviderId(persistWallet ? asked.id : undefined);
    });
    giver = asked.provider;
    wallet.aim(persistWallet ? asked : undefined);
    settled.set({ status: 'connected', providerId: asked.id, addresses, network });
  }

  /** In step with the storage; from the first look on, the wallet's events are heard. */
  function remembered(): Target | undefined {
    sync();
    return wallet.target;
  }

  function isOf(provider: WalletProvider): boolean {
    const kept = remembered();
    return (giver ?? kept?.provider) === provider;
  }

  return {
    get state() {
      remembered();
      return shown.get();
    },
    get target() {
      return remembered();
    },
    get providerId() {
      return remembered()?.id ?? storage.readProviderId();
    },
    subscribe(listener) {
      if (!subscribers++) attach();
      const undo = shown.subscribe(listener);
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        undo();
        if (!--subscribers) detach();
      };
    },
    begin(scope) {
      const turn = ++turns;
      let open = true;
      pending++;
      show();
      return {
        scope,
        remember(connection) {
          if (!open || turn < lastApplied) return;
          if (scope === 'all') lastApplied = turn;
          apply(connection, scope);
        },
        end() {
          if (!open) return;
          open = false;
          pending--;
          show();
        },
      };
    },
    adopt(next) {
      if (settled.get().status === 'connected' || remembered()) return;
      write(() => storage.writeProviderId(next.id));
      wallet.aim(next);
    },
    isOf,
    reportNetwork({ provider }, network) {
      if (isOf(provider)) networkChanged(network);
    },
    end: forgetAll,
  };

  function attach(): void {
    page?.addEventListener('storage', sync);
    // A wallet that injects itself late is heard from then on.
    page?.addEventListener('DOMContentLoaded', remembered);
    page?.addEventListener('load', remembered);
    remembered();
  }

  function detach(): void {
    page?.removeEventListener('storage', sync);
    page?.removeEventListener('DOMContentLoaded', remembered);
    page?.removeEventListener('load', remembered);
  }
}
