import { createStore } from '../lib/store.js';
import type { AddressEntry } from '../wire/addresses.js';
import type { Undo, WalletProvider } from '../wire/provider.js';
import type { Discovery } from './discovery.js';
import { rememberedWallet, type Target } from './remembered-wallet.js';
import type { ConnectionStorage } from './storage.js';
import {
  createConnectAttempts,
  type Connection,
  type Scope,
  type ConnectAttempt,
} from './connect-attempts.js';
import type { Connected, Disconnected, SessionState } from './types.js';

/** The one writer of the connection's state. */
export interface Session {
  readonly state: SessionState;
  subscribe(listener: () => void): Undo;
  /** The remembered wallet, where it can be asked. */
  readonly target: Target | undefined;
  readonly providerId: string | undefined;
  /** The state is connecting until the attempt ends. */
  begin(scope: Scope, signal: AbortSignal | undefined): ConnectAttempt;
  /** Remembers a wallet chosen while nothing was connected or remembered. */
  adopt(target: Target): void;
  /** Whether this is the remembered wallet, and tells the changes of its network. */
  hears(provider: WalletProvider): Promise<boolean>;
  /** True for the wallet whose addresses these are, if any, also where it is not kept for the next request. */
  isOf(provider: WalletProvider): boolean;
  /** The wallet reported its network. */
  reportNetwork(target: Target, network: string): void;
  /** Forgets everything, and rejects with this reason whoever is connecting. */
  end(reason: Error): void;
  /** Resolves once the previous wallet was notified of the disconnect. The next request waits for it. */
  disconnectNotice: Promise<void> | undefined;
}

const DISCONNECTED: Disconnected = { status: 'disconnected' };

export function createSession(
  storage: ConnectionStorage,
  discovery: Discovery,
  page: Window | undefined,
): Session {
  /** The storage as it was last read or written here; undefined before the first look. */
  let seen: string | undefined;
  /** The id beside which the addresses are stored. */
  let storedId: string | undefined;
  /** The provider that the addresses came from, if connected on this page. */
  let sessionProvider: WalletProvider | undefined;
  const settled = createStore<Disconnected | Connected>(DISCONNECTED);
  let subscribers = 0;
  const shown = createStore<SessionState>(DISCONNECTED);
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

  /** An event counts only while its wallet is still the one that the storage names: another tab may have gone on. */
  function ifCurrent<T extends unknown[]>(handle: (...args: T) => void): (...args: T) => void {
    return (...args) => {
      const from = wallet.target?.provider;
      if (remembered()?.provider === from) handle(...args);
    };
  }

  /** Follows what another tab, another copy or the page itself did to the storage. */
  function sync(): void {
    const now = storage.fingerprint();
    if (now === seen) return;
    seen = now;
    storage.removeStale();
    const { addresses, providerId } = storage.read();
    storedId = providerId;
    sessionProvider = undefined;
    wallet.aim(undefined);
    settled.set(
      addresses.length
        ? { status: 'connected', providerId, addresses, network: undefined }
        : DISCONNECTED,
    );
  }

  /** A page out of the back/forward cache has missed events: those of the storage, and the wallet's. */
  function restored(event: PageTransitionEvent): void {
    sync();
    if (event.persisted) networkChanged(undefined);
  }

  const listeners = Object.entries({
    storage: sync,
    pageshow: restored as EventListener,
    // A wallet that injects itself late is heard from then on.
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
    // The page may not see the new account, and the old one is not current.
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
    // What was never stored (enableLocalStorage: false) is not stored by an event.
    if (storage.read().addresses.length) write(next.addresses, storedId);
    settled.set(next);
  }

  /** Attempts to connect go on: they may be with another wallet. */
  function forget(): void {
    write([], undefined);
    sessionProvider = undefined;
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
        if (!persistAddresses) write([], storedId);
        store({
          ...current,
          addresses: [...bitcoinBeside(addresses, current.addresses), ...addresses],
        });
      }
      return;
    }
    write(persistAddresses ? addresses : [], persistWallet ? asked.id : undefined);
    sessionProvider = asked.provider;
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
    return (sessionProvider ?? kept?.provider) === provider;
  }

  return {
    disconnectNotice: undefined,
    get state() {
      remembered();
      return shown.get();
    },
    get target() {
      return remembered();
    },
    get providerId() {
      return remembered()?.id ?? storedId;
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
    begin: (scope, signal) => connectAttempts.begin(scope, signal),
    adopt(next) {
      if (remembered() || settled.get().status === 'connected') return;
      write([], next.id);
      wallet.aim(next);
    },
    hears: async (provider) => remembered()?.provider === provider && wallet.isHeard,
    isOf,
    reportNetwork({ provider }, network) {
      if (isOf(provider)) networkChanged(network);
    },
    end(reason) {
      const abort = connectAttempts.endAll();
      forget();
      show();
      abort(reason);
    },
  };

  function attach(): void {
    for (const [type, listener] of listeners) page?.addEventListener(type, listener);
    remembered();
  }

  function detach(): void {
    for (const [type, listener] of listeners) page?.removeEventListener(type, listener);
  }
}

/** The Bitcoin addresses that were known before, where those of Stacks are of the same account. */
function bitcoinBeside(
  stacks: readonly AddressEntry[],
  before: readonly AddressEntry[],
): readonly AddressEntry[] {
  const account = (list: readonly AddressEntry[]) =>
    list.find(({ symbol }) => symbol === 'STX')?.address;
  if (account(stacks) !== account(before)) return [];
  // A wallet may list them in this answer, too.
  const answered = new Set(stacks.map(({ address }) => address));
  return before.filter(({ symbol, address }) => symbol !== 'STX' && !answered.has(address));
}
