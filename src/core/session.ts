import { invalidParams } from '../errors.js';
import { anySignal } from '../lib/promises.js';
import { createStore, type Unsubscribe } from '../lib/store.js';
import {
  type AddressEntry,
  isSameAccount,
  keepKnownFields,
  mergeRows,
  pickAddresses,
} from '../accounts/addresses.js';
import { canBeOn, getAddressFormat } from '../stacks/address.js';
import type { WalletProvider } from '../wallets/wallet.js';
import type { Discovery } from './discovery.js';
import type { ConnectionStorage } from './storage.js';
import type { ConnectedState, RequestOptions, PageWallet, WalletState } from './types.js';
import { onWalletEvents, type WalletEvents } from './wallet-events.js';

/** What a wallet answered to a method that returns the addresses of its account. */
export interface Connection {
  readonly pageWallet: PageWallet;
  readonly addresses: readonly AddressEntry[];
  /** The network that the wallet reported with the addresses. */
  readonly network: string | undefined;
  /** Whether to remember the wallet for the next request. */
  readonly persistsWallet: boolean;
  readonly persistsAddresses: boolean;
  /** True for a method that answers with Stacks addresses only: if their account is connected, nothing changes. */
  readonly isPartial: boolean;
}

/** A pending call of a method that connects. */
export interface PendingConnect {
  /** Aborted by the caller's signal, and when the session ends. */
  readonly signal: AbortSignal;
  /**
   * The wallet is asked from now on: the state is `connecting`, unless a wallet is connected. Call the returned function
   * when the wallet has answered: after a failure, the user may retry, and the state is `disconnected` until then.
   */
  startAsking(): Unsubscribe;
  /**
   * Replaces the session, unless a later attempt already did or this one has ended.
   *
   * @returns false if it does not
   */
  connect(connection: Connection): boolean;
  end(): void;
}

const NOT_CONNECTED = {
  address: undefined,
  stxAddress: undefined,
  addresses: Object.freeze<readonly []>([]),
  network: undefined,
  providerId: undefined,
};
export const DISCONNECTED: WalletState = Object.freeze({
  ...NOT_CONNECTED,
  status: 'disconnected',
});

const CONNECTING: WalletState = Object.freeze({ ...NOT_CONNECTED, status: 'connecting' });

/** The state for requests: the network may be known although the account is not. */
export type RequestState = Omit<WalletState, 'network'> & {
  readonly network: string | undefined;
  /** The stored one, if the wallet has not reported one to this page: it may have changed while the page was closed. */
  readonly storedNetwork: string | undefined;
};

/**
 * Holds the state of the connection. Only this class changes it, and writes it to the storage. A wallet is
 *
 * - remembered (`#pageWallet`, `#providerId`, `selectedProviderId`): requests go to it, and its events are followed;
 * - connected (`state`): its addresses are known. `#source` is set if it gave them to this page.
 *
 * What each event does:
 *
 * | event                                    | remembered wallet | addresses                   | account, network are current |
 * | ---------------------------------------- | ----------------- | --------------------------- | ---------------------------- |
 * | storage read, other tab, reload          | the stored one    | the stored ones             | no                           |
 * | connect                                  | that one, or none | those of the answer         | yes                          |
 * | the wallet says: another account         | stays             | the new ones                | yes                          |
 * | it says: an account that it does not tell | stays            | none                        | -                            |
 * | it says: a network the account is not on | stays             | none (`#networkWithoutAccount`) | yes                      |
 * | asked silently, it has the same addresses | stays            | stay, with its fields       | yes; the network if it is named |
 * | asked silently, it has other addresses   | stays             | those of the answer         | yes; the network if it is named |
 * | another one answers, the remembered one is not installed | that one, or none | none        | -                            |
 * | an answer is signed by another account   | stays             | none                        | -                            |
 * | disconnect                               | none              | none                        | -                            |
 */
export class Session {
  readonly #storage: ConnectionStorage;
  readonly #discovery: Discovery;
  readonly #state = createStore<WalletState>(DISCONNECTED);
  readonly #pending = new Map<PendingConnect, AbortController>();
  /** The attempts for which a wallet is asked. */
  readonly #asking = new Set<PendingConnect>();
  /** Attempts are numbered: the number of the last one, and of the last one that connected. */
  #lastNumber = 0;
  #lastConnectedNumber = 0;
  /** The content of the storage when it was last read or written here. */
  #seen: string | undefined;
  #providerId: string | undefined;
  /** The remembered wallet, once it is injected. Only its events are listened to. */
  #pageWallet: PageWallet | undefined;
  #events: WalletEvents | undefined;
  /** The provider that the addresses came from, if it was connected on this page. */
  #source: WalletProvider | undefined;
  /**
   * The wallet has changed to a network on which the addresses of `formerState` cannot be, and has not told its addresses there
   * yet. `wasStored`: the former ones were stored.
   */
  #networkWithoutAccount:
    | {
        readonly network: string;
        readonly formerState: ConnectedState;
        readonly wasStored: boolean;
      }
    | undefined;
  readonly #loadChecksum: (session: Session) => void;
  /** True for an address with the right checksum. Undefined until its code is loaded. */
  #hasRightChecksum: ((address: string) => boolean) | undefined;
  /** False for a network from the storage: the wallet may have changed it while the page was closed. */
  #isNetworkCurrent = false;
  /** The same for the account. */
  #isAccountCurrent = false;

  /** `loadChecksum`: loads the code that verifies checksums, and calls `setChecksum`. */
  constructor(
    storage: ConnectionStorage,
    discovery: Discovery,
    page: Window | undefined,
    loadChecksum: (session: Session) => void,
  ) {
    this.#storage = storage;
    this.#discovery = discovery;
    this.#loadChecksum = loadChecksum;
    this.refresh();
    page?.addEventListener('storage', () => this.refresh());
    // A page in the back/forward cache misses the events of the storage and of the wallet.
    page?.addEventListener('pageshow', ({ persisted }) => {
      this.refresh();
      if (persisted) this.#isNetworkCurrent = this.#isAccountCurrent = false;
    });
    // Listens to a wallet that is injected after the client was created.
    for (const type of ['DOMContentLoaded', 'load']) {
      page?.addEventListener(type, () => void this.followWallet());
    }
  }

  get state(): WalletState {
    return this.#state.get();
  }

  subscribe(listener: () => void): Unsubscribe {
    return this.#state.subscribe(listener);
  }

  get providerId(): string | undefined {
    return this.#pageWallet?.id ?? this.#providerId;
  }

  /** The remembered wallet, whose events are listened to from then on; undefined as long as it is not injected. */
  followWallet(): PageWallet | undefined {
    const id = this.#providerId;
    const provider =
      this.#pageWallet || id === undefined ? undefined : this.#discovery.provider(id);
    if (provider) this.#follow({ provider, id });
    return this.#pageWallet;
  }

  /** Reads the storage if another tab, another script or another copy of this package has changed it. */
  refresh(): void {
    const content = this.#storage.fingerprint();
    if (content === this.#seen) return;
    this.#seen = content;
    this.#storage.removeStale();
    const { addresses, network, providerId } = this.#storage.read();
    this.#providerId = providerId;
    this.#networkWithoutAccount = undefined;
    this.#source = undefined;
    this.#isNetworkCurrent = this.#isAccountCurrent = false;
    this.#follow(undefined);
    this.#set(this.#toState(addresses, providerId, network));
    this.followWallet();
  }

  /**
   * From now on, addresses with a wrong checksum are left out. The code for it loads with the first request, or soon after an
   * account is shown: until then, addresses in the storage and in events are shown as they are.
   */
  setChecksum(hasRightChecksum: (address: string) => boolean): void {
    if (this.#hasRightChecksum) return;
    this.#hasRightChecksum = hasRightChecksum;
    const { addresses, providerId, network } = this.state;
    if (!addresses.every(({ address }) => hasRightChecksum(address))) {
      this.#update(this.#toState(addresses, providerId, network));
    }
  }

  /**
   * What requests may rely on: the state, if the addresses are of this wallet, even if it is not remembered for the next
   * request. Its network is set only if the wallet has reported it to this page.
   */
  getStateForRequest(provider: WalletProvider): RequestState {
    // An own field: a page may have added one to `Object.prototype`.
    const none = { storedNetwork: undefined };
    if ((this.#source ?? this.followWallet()?.provider) !== provider)
      return { ...DISCONNECTED, ...none };
    if (this.#networkWithoutAccount)
      return { ...DISCONNECTED, ...none, network: this.#networkWithoutAccount.network };
    if (this.#isNetworkCurrent) return { ...this.state, ...none };
    return { ...this.state, network: undefined, storedNetwork: this.state.network };
  }

  hasNetworkEvents(provider: WalletProvider): boolean {
    return this.followWallet()?.provider === provider && this.#events?.hasNetwork === true;
  }

  /**
   * True if the account is the current one of the wallet: it has given it to this page, and reports changes by events. That
   * these report every change is inferred.
   */
  isAccountCurrent(provider: WalletProvider): boolean {
    const hasEvents =
      this.followWallet()?.provider === provider && this.#events?.hasAccount === true;
    return hasEvents && this.#isAccountCurrent;
  }

  /**
   * What the wallet answered when it was asked for its account without a window: the state follows it. `isSame`: it has the
   * connected addresses, or is the same account on another network than a request has named. They stay, with the fields of the
   * answer.
   */
  reportAccount(
    { provider }: PageWallet,
    addresses: readonly AddressEntry[],
    network: string | undefined,
    isSame: boolean,
  ): void {
    const state = this.getStateForRequest(provider);
    if (state.status !== 'connected') return;
    this.#isAccountCurrent = true;
    if (!isSame) {
      this.#isNetworkCurrent = network !== undefined;
      this.#update(connectedState(addresses, state.providerId, network));
      return;
    }
    const merged = mergeRows(state.addresses, addresses);
    if (merged !== state.addresses) {
      this.#update(connectedState(merged, state.providerId, this.state.network));
    }
    if (network !== undefined) this.#networkChanged(network);
  }

  startConnect(callerSignal: AbortSignal | undefined): PendingConnect {
    const number = ++this.#lastNumber;
    const controller = new AbortController();
    /** How many times a wallet was asked: the user may try again. */
    let asked = 0;
    const stopAsking = () => {
      this.#asking.delete(pending);
      if (!this.#asking.size && this.state.status === 'connecting') this.#state.set(DISCONNECTED);
    };
    const { signal, release } = anySignal(callerSignal, controller.signal);
    const pending: PendingConnect = {
      signal,
      startAsking: () => {
        this.#asking.add(pending);
        if (this.state === DISCONNECTED) this.#state.set(CONNECTING);
        const current = ++asked;
        return () => current === asked && stopAsking();
      },
      connect: (connection) => {
        if (!this.#pending.has(pending) || number < this.#lastConnectedNumber) return false;
        if (!connection.isPartial) this.#lastConnectedNumber = number;
        this.#connect(connection);
        return true;
      },
      end: () => {
        this.#pending.delete(pending);
        release();
        stopAsking();
      },
    };
    this.#pending.set(pending, controller);
    return pending;
  }

  /** Remembers a wallet, unless one is already remembered or connected. */
  remember(pageWallet: PageWallet): void {
    this.refresh();
    if (this.followWallet() || this.state.status === 'connected') return;
    this.#write([], undefined, pageWallet.id);
    this.#follow(pageWallet);
  }

  /**
   * The user chose this wallet for a request, which it has answered, since none is remembered, or the remembered one is not
   * installed any more. If it is the connected one, it is remembered from now on; if another is connected, that one's account
   * may not sign any more, so no state shows it.
   */
  rememberAfterAnswer(pageWallet: PageWallet, persistsWallet: boolean): void {
    this.refresh();
    // Of an account that was stored without its wallet, it is not known whether it is of this one.
    if (this.followWallet() || !(this.#source ?? this.#providerId)) return;
    if (this.#source !== pageWallet.provider) this.#forget();
    if (!persistsWallet) return;
    const { addresses, network } = this.state;
    this.#write(this.#isStored ? addresses : [], network, pageWallet.id);
    this.#follow(pageWallet);
  }

  reportNetwork({ provider }: PageWallet, network: string): void {
    this.refresh();
    if (this.getStateForRequest(provider).status === 'connected') this.#networkChanged(network);
  }

  /**
   * The account does not sign any more, as far as is known: another one is chosen in the wallet. The state must not show it;
   * the wallet stays remembered, for the next connection. Does nothing if the wallet has reported another account since.
   */
  clearAccountOf({ provider }: PageWallet, addresses: readonly AddressEntry[]): void {
    this.refresh();
    const state = this.getStateForRequest(provider);
    if (state.status !== 'connected' || !isSameAccount(state.addresses, addresses)) return;
    this.#source = undefined;
    this.#clearAccount();
  }

  /** Ends the connection, and rejects pending attempts to connect with this reason. Notifies the previous wallet. */
  end(reason: Error, notify: (pageWallet: PageWallet) => Promise<void>): void {
    this.refresh();
    const pageWallet = this.followWallet();
    const controllers = [...this.#pending.values()];
    this.#pending.clear();
    this.#asking.clear();
    this.#forget();
    for (const controller of controllers) controller.abort(reason);
    // The connection has ended, even if the wallet cannot be notified. Later requests wait for the same code to load, so
    // the wallet gets them after this.
    if (pageWallet) notify(pageWallet).catch(() => {});
  }

  #connect(connection: Connection): void {
    const { pageWallet, addresses, network, persistsWallet, persistsAddresses } = connection;
    this.refresh();
    const before = this.getStateForRequest(pageWallet.provider);
    if (connection.isPartial && pickAddresses(addresses, 'STX')[0] === before.stxAddress) return;
    this.#write(
      persistsAddresses ? addresses : [],
      network,
      persistsWallet ? pageWallet.id : undefined,
    );
    this.#source = pageWallet.provider;
    this.#isNetworkCurrent = this.#isAccountCurrent = true;
    this.#follow(persistsWallet ? pageWallet : undefined);
    this.#set(connectedState(addresses, pageWallet.id, network));
  }

  /** Ends the connection. Pending attempts continue, since they may be for another wallet. */
  #forget(): void {
    this.#write([], undefined, undefined);
    this.#source = undefined;
    this.#follow(undefined);
    this.#set(DISCONNECTED);
  }

  /** Without addresses: disconnected. */
  #toState(
    addresses: readonly AddressEntry[],
    providerId: string | undefined,
    network: string | undefined,
  ): WalletState {
    const validAddresses = this.#keepValidAddresses(addresses);
    return validAddresses.length > 0
      ? connectedState(validAddresses, providerId, network)
      : DISCONNECTED;
  }

  #keepValidAddresses(addresses: readonly AddressEntry[]): readonly AddressEntry[] {
    return addresses.filter(({ address }) => this.#hasRightChecksum?.(address) ?? true);
  }

  #set(state: WalletState): void {
    if (state.status === 'connected' && !this.#hasRightChecksum) this.#loadChecksum(this);
    this.#state.set(this.#asking.size > 0 && state === DISCONNECTED ? CONNECTING : state);
  }

  #write(
    addresses: readonly AddressEntry[],
    network: string | undefined,
    providerId: string | undefined,
  ): void {
    this.#providerId = providerId;
    this.#networkWithoutAccount = undefined;
    this.#seen = this.#storage.write({ addresses, network, providerId });
  }

  /** Follows an event. With `enableLocalStorage: false`, nothing was stored, and an event must not store it. */
  #update(state: WalletState, isStored = this.#isStored): void {
    this.#networkWithoutAccount = undefined;
    if (isStored) this.#write(state.addresses, state.network, this.#providerId);
    this.#set(state);
  }

  get #isStored(): boolean {
    return this.#storage.read().addresses.length > 0;
  }

  #follow(pageWallet: PageWallet | undefined): void {
    const isSame = pageWallet?.provider === this.#pageWallet?.provider;
    this.#pageWallet = pageWallet;
    if (isSame) return;
    this.#events?.undo();
    this.#events =
      pageWallet && onWalletEvents(pageWallet.provider, this.#handlers(pageWallet.provider));
  }

  /** Ignores events of a wallet that is no longer remembered: another tab may have connected another one. */
  #handlers(provider: WalletProvider): Parameters<typeof onWalletEvents>[1] {
    const isCurrent = () => {
      this.refresh();
      return this.followWallet()?.provider === provider;
    };
    return {
      accountsChanged: (addresses, keepNetwork) => {
        if (isCurrent()) this.#accountsChanged(addresses, keepNetwork);
      },
      networkChanged: (network, addresses) => {
        if (!isCurrent()) return;
        if (addresses) this.#accountsChanged(addresses, () => network, true);
        else this.#networkChanged(network);
      },
      disconnected: () => {
        if (isCurrent()) this.#forget();
      },
    };
  }

  /** `isNetworkNew`: the event is about the network of these addresses. */
  #accountsChanged(
    addresses: readonly AddressEntry[] | undefined,
    keepNetwork: (network: string | undefined) => string | undefined,
    isNetworkNew = false,
  ): void {
    const withoutAccount = this.#networkWithoutAccount;
    const { status, providerId = this.#providerId, network, stxAddress } = this.state;
    if (status !== 'connected' && !withoutAccount) return;
    const validAddresses = this.#keepValidAddresses(addresses ?? []);
    // The page may not see the new account, and the old one is no longer current.
    if (validAddresses.length === 0) return this.#clearAccount();
    this.#isAccountCurrent = true;
    if (isNetworkNew) this.#isNetworkCurrent = true;
    const current = keepNetwork(withoutAccount?.network ?? network);
    // SIP-030 names Stacks addresses only. Of the connected account, the other addresses are known.
    const isConnectedAccount =
      validAddresses[0]!.address === stxAddress &&
      pickAddresses(validAddresses, 'BTC').length === 0;
    if (isConnectedAccount) {
      if (isNetworkNew) this.#networkChanged(current);
      return;
    }
    this.#update(connectedState(validAddresses, providerId, current), withoutAccount?.wasStored);
  }

  #networkChanged(network: string | undefined): void {
    const withoutAccount = this.#networkWithoutAccount;
    const state = withoutAccount?.formerState ?? this.state;
    if (state.status !== 'connected') return;
    this.#isNetworkCurrent = true;
    const wasStored = withoutAccount?.wasStored ?? this.#isStored;
    const format = getAddressFormat(state.address);
    if (network !== undefined && format && !canBeOn(format, network)) {
      // No state has an address that is not on its network.
      this.#clearAccount();
      this.#networkWithoutAccount = { network, formerState: state, wasStored };
    } else if (withoutAccount || state.network !== network) {
      this.#update(Object.freeze({ ...state, network }), wasStored);
    }
  }

  /** The account is no longer current, and the new one is not known. The wallet is still remembered. */
  #clearAccount(): void {
    this.#write([], undefined, this.#providerId);
    this.#set(DISCONNECTED);
  }
}

export function connectedState(
  addresses: readonly AddressEntry[],
  providerId: string | undefined,
  network: string | undefined,
): ConnectedState {
  const stxAddress = pickAddresses(addresses, 'STX')[0];
  const address = stxAddress ?? addresses[0]!.address;
  return Object.freeze({
    status: 'connected',
    address,
    stxAddress,
    addresses: Object.freeze(addresses.map(keepKnownFields)),
    network,
    providerId,
  });
}

/** The wallet in the options or of the session, if it is on the page. */
export function findRequestedWallet(
  { discovery, session }: { readonly discovery: Discovery; readonly session: Session },
  method: string,
  options: RequestOptions,
): PageWallet | undefined {
  const { provider, providerId, approvedProviderIds: approved, forceWalletSelect } = options;
  // A provider object that the page passes needs no approval.
  if (provider) return { provider, id: findId(discovery, provider) };
  if (providerId === undefined) {
    const remembered = forceWalletSelect ? undefined : session.followWallet();
    return remembered && isApproved(remembered.id, options) ? remembered : undefined;
  }
  if (approved && !approved.includes(providerId)) {
    const expected = `one of \`approvedProviderIds\` (${approved.join(', ')})`;
    throw invalidParams(method, 'providerId', providerId, expected);
  }
  const installed = discovery.provider(providerId);
  return installed && { provider: installed, id: providerId };
}

/** The id under which a provider object is found on the page. */
function findId(discovery: Discovery, provider: WalletProvider): string | undefined {
  return discovery.list().installed.find(({ id }) => discovery.provider(id) === provider)?.id;
}

export function isApproved(
  id: string | undefined,
  { approvedProviderIds }: RequestOptions,
): boolean {
  return !approvedProviderIds || (id !== undefined && approvedProviderIds.includes(id));
}
