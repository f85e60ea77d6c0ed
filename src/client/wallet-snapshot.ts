/** The entry point `stacks-wallet-elements/state`: the state of a client in one flat object. */
import type { AddressEntry } from '../methods/addresses.js';
import type { Unsubscribe } from '../lib/store.js';
import type { NetworkName } from '../methods/values.js';
import { getDefaultClient } from './default-client.js';
import { shownState } from './session.js';
import type { Connected, SessionState, WalletClient } from './types.js';

/** The wallet of a page, in one flat object. It is replaced, never changed. */
export type WalletSnapshot = ConnectedWallet | NoWallet;

export interface ConnectedWallet {
  readonly status: 'connected';
  /** The first Stacks address, or the first address if the wallet has no Stacks address. */
  readonly address: string;
  /** The first Stacks address. */
  readonly stxAddress: string | undefined;
  /** All addresses of the current account, in the wallet's order. */
  readonly addresses: readonly AddressEntry[];
  /** The network that the wallet last reported. Undefined if it has reported none. */
  readonly network: NetworkName | undefined;
  /** Undefined if the page passed a provider that is in no registry. */
  readonly providerId: string | undefined;
}

export interface NoWallet {
  readonly status: 'disconnected' | 'connecting';
  readonly address: undefined;
  readonly stxAddress: undefined;
  readonly addresses: readonly [];
  readonly network: undefined;
  readonly providerId: undefined;
}

/** States are replaced, never changed: each has one snapshot, so that snapshots can be compared with `===`. */
const snapshots = new WeakMap<SessionState, WalletSnapshot>();

/**
 * The state of a client in one flat object: the same object until it changes. While a connected user connects
 * again, it is the previous connection until a wallet answers.
 */
export function walletSnapshot(
  client: Pick<WalletClient, 'state'> = getDefaultClient(),
): WalletSnapshot {
  const state = shownState(client.state);
  const known = snapshots.get(state);
  if (known) return known;
  const { status, addresses = [], network, providerId } = state as Partial<Connected>;
  const stxAddress = addresses.find(({ symbol }) => symbol === 'STX')?.address;
  const address = stxAddress ?? addresses[0]?.address;
  const snapshot = { status, address, stxAddress, addresses, network, providerId };
  snapshots.set(state, snapshot as WalletSnapshot);
  return snapshot as WalletSnapshot;
}

/**
 * Calls the listener with the snapshot, now and after every change: by this page, by other tabs
 * or by the wallet (another account, another network, a disconnect). On a server it is called once.
 *
 * @returns a function that removes the listener
 */
export function watchWallet(
  listener: (wallet: WalletSnapshot) => void,
  client: Pick<WalletClient, 'state' | 'subscribe'> = getDefaultClient(),
): Unsubscribe {
  let last: WalletSnapshot | undefined;
  const call = () => {
    const next = walletSnapshot(client);
    if (next === last) return;
    last = next;
    listener(next);
  };
  // On a server the state does not change, and the listener would remain after the HTTP request.
  const undo = typeof document === 'object' ? client.subscribe(call) : () => {};
  call();
  return undo;
}
