import { createStore } from '../lib/store.js';
import type { AddressEntry } from '../methods/addresses.js';
import type { Unsubscribe, WalletProvider } from '../wallets/provider.js';
import type { Discovery } from './discovery.js';
import { rememberedWallet, type Target } from './remembered-wallet.js';
import type { ConnectionStorage } from './storage.js';
import {
  createConnectAttempts,
  replaceStacks,
  type Connection,
  type Scope,
  type ConnectAttempt,
} from './connect-attempts.js';
import type { Connected, Disconnected, SessionState } from './types.js';

/** Holds the state of the connection. Only its methods change that state. */
export interface Session {
  readonly state: SessionState;
  /** The state without pending attempts to connect. */
  readonly settled: Disconnected | Connected;
  subscribe(listener: () => void): Unsubscribe;
  /** The remembered wallet, if it is injected. */
  readonly target: Target | undefined;
  readonly providerId: string | undefined;
  /** Starts an attempt to connect. The state is `connecting` until it ends. */
  begin(scope: Scope, signal: AbortSignal | undefined): ConnectAttempt;
  /** Remembers a wallet, unless one is already remembered or connected. */
  adopt(target: Target): void;
  /** Resolves with true if this is the remembered wallet and it reports changes of its network. */
  hasNetworkEvents(provider: WalletProvider): boolean;
  /** True for the wallet that the addresses belong to, even if it is not remembered for the next request. */
  isOf(provider: WalletProvider): boolean;
  /** Stores the network that the wallet reported. */
  reportNetwork(target: Target, network: string): void;
  /** Ends the connection, and rejects pending attempts to connect with this reason. Notifies the previous wallet. */
  end(reason: Error, notify: (target: Target) => Promise<void>): void;
  /** Resolves once the previous wallet was notified of the disconnect. The next request waits for it. */
  readonly disconnectNotice: Promise<void> | undefined;
}

/**
 * The state to show. While a connected user connects again, this is still the previous connection: its account is the
 * current one until a wallet answers.
 */
export function shownState(state: SessionState): SessionState {
  return state.status === 'connecting' && state.previous.status === 'connected'
    ? state.previous
    : state;
}

const DISCONNECTED: Disconnected = { status: 'disconnected' };

export function createSession(
  storage: ConnectionStorage,
  discovery: Discovery,
  page: Window | undefined,
): Session {
  /** The fingerprint of the storage when it was last read or written here; undefined before the first time. */
  let seen: string | undefined;
  /** The stored id of the wallet. */
  let storedId: string | undefined;
  let disconnectNotice: Promise<void> | undefined;
  /** The provider that the addresses came from, if connected on this page. */
  let sessionProvider: WalletProvider | undefined;
  const settled = createStore<Disconnected | Connected>(DISCONNECTED);
  const shown = createStore<SessionState>(DISCONNECTED, listenToPage);
  const show = () => {
    const previous = settled.get();
    shown.set(connectAttempts.pending ? { status: 'connecting', previous } : previous);
  };
  const connectAttempts = createConnectAttempts(apply, show);
  settled.subscribe(show);
  const wallet = rememberedWallet(() => storedId, discovery, {
    accountsChanged: ifCurrent(accountsChanged),
    networkChanged: ifCurrent(networkChanged),
    disconnected: ifCurrent(forget),
  });

  /** Ignores events of a wallet that is no longer remembered: another tab may have connected another one. */
  function ifCurrent<T extends unknown[]>(handle: (...args: T) => void): (...args: T) => void {
    return (...args) => {
      const from = wallet.target?.provider;
      if (remembered()?.provider === from) handle(...args);
    };
  }

  /** Reads the storage if another tab, another copy of this package or the page has changed it. */
  function sync(): void {
    const now = storage.fingerprint();
    if (now === seen) return;
    seen = now;
    storage.removeStale();
    const { addresses, providerId } = storage.read();
    storedId = providerId;
    sessionProvider = undefined;
    wallet.set(undefined);
    settled.set(
      addresses.length
        ? { status: 'connected', providerId, addresses, network: undefined }
        : DISCONNECTED,
    );
  }

  /** A page in the back/forward cache misses events of the storage and of the wallet. */
  function restored(event: PageTransitionEvent): void {
    sync();
    if (event.persisted) networkChanged(undefined);
  }

  const listeners = Object.entries({
    storage: sync,
    pageshow: restored as EventListener,
    // Listens to a wallet that was injected after the client was created.
    DOMContentLoaded: remembered,
    load: remembered,
  });

  function write(addresses: readonly AddressEntry[], providerId: string | undefined): void {
    storedId = providerId;
    seen = storage.write({ addresses, providerId });
  }

  function accountsChanged(
    addresses: readonly AddressEntry[] | undefined,
    keepNetwork: (network: string | undefined) => string | undefined,
  ): void {
    const current = settled.get();
    if (current.status !== 'connected') return;
    if (addresses?.length)
      return store({ ...current, addresses, network: keepNetwork(current.network) });
    // The page may not see the new account, and the old one is no longer current.
    write([], storedId);
    settled.set(DISCONNECTED);
  }

  function networkChanged(network: string | undefined): void {
    const current = settled.get();
    if (current.status === 'connected' && current.network !== network) {
      settled.set({ ...current, network });
    }
  }

  function store(next: Connected): void {
    // With enableLocalStorage: false, nothing was stored, and an event must not store it.
    if (storage.read().addresses.length) write(next.addresses, storedId);
    settled.set(next);
  }

  /** Ends the connection. Pending attempts continue, since they may be for another wallet. */
  function forget(): void {
    write([], undefined);
    sessionProvider = undefined;
    wallet.set(undefined);
    settled.set(DISCONNECTED);
  }

  function apply(connection: Connection, scope: Scope): void {
    const { target, addresses, network, persistWallet, persistAddresses } = connection;
    sync();
    const current = settled.get();
    if (scope === 'stacks' && current.status === 'connected') {
      // Addresses of another wallet are never mixed with those of the connected one.
      if (isOf(target.provider)) {
        if (!persistAddresses) write([], storedId);
        store({ ...current, addresses: replaceStacks(current.addresses, addresses) });
      }
      return;
    }
    write(persistAddresses ? addresses : [], persistWallet ? target.id : undefined);
    sessionProvider = target.provider;
    wallet.set(persistWallet ? target : undefined);
    settled.set({ status: 'connected', providerId: target.id, addresses, network });
  }

  /** The remembered wallet, after reading the storage. The first call also starts listening to its events. */
  function remembered(): Target | undefined {
    sync();
    return wallet.target;
  }

  function isOf(provider: WalletProvider): boolean {
    const target = remembered();
    return (sessionProvider ?? target?.provider) === provider;
  }

  return {
    get disconnectNotice() {
      return disconnectNotice;
    },
    get state() {
      remembered();
      return shown.get();
    },
    get settled() {
      remembered();
      return settled.get();
    },
    get target() {
      return remembered();
    },
    get providerId() {
      return remembered()?.id ?? storedId;
    },
    subscribe: (listener) => shown.subscribe(listener),
    begin: (scope, signal) => connectAttempts.begin(scope, signal),
    adopt(next) {
      if (remembered() || settled.get().status === 'connected') return;
      write([], next.id);
      wallet.set(next);
    },
    hasNetworkEvents: (provider) => remembered()?.provider === provider && wallet.hasNetworkEvents,
    isOf,
    reportNetwork({ provider }, network) {
      if (isOf(provider)) networkChanged(network);
    },
    end(reason, notify) {
      const target = remembered();
      const abort = connectAttempts.endAll();
      forget();
      show();
      abort(reason);
      // The connection has ended, even if the wallet cannot be notified.
      if (target) disconnectNotice = notify(target).catch(() => {});
    },
  };

  function listenToPage(): Unsubscribe {
    for (const [type, listener] of listeners) page?.addEventListener(type, listener);
    remembered();
    return () => {
      for (const [type, listener] of listeners) page?.removeEventListener(type, listener);
    };
  }
}
