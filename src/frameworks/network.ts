/** The networks of the wallet and of the page. */
import type { WalletClient, WalletState } from '../core/types.js';
import type { JsonRpcError } from '../errors.js';
import {
  canBeOn,
  getAddressFormat,
  getNetwork,
  isSameNetwork,
  type NetworkName,
} from '../stacks/address.js';
import { isBrowser } from '../lib/page.js';
import { read } from '../lib/safe-access.js';
import { toIdentity } from '../lib/to-key.js';
import { createStore } from '../lib/store.js';
import { cannotSendOn } from '../wallets/network-remedy.js';
import { namesIn, type Watched, type Watcher } from './watcher.js';
import { getClient, type UseWalletOptions } from './wallet.js';

/** The networks of the wallet and of the page. */
export interface NetworkSnapshot {
  /** The network that the wallet last reported. Undefined if no wallet is connected, or if it has reported none. */
  readonly network: NetworkName | undefined;
  /** The network of requests whose params have none: the option `network` of the client. */
  readonly pageNetwork: NetworkName | undefined;
  /**
   * True if a wallet is connected whose network, or else whose address, is not of `pageNetwork`: it can be told
   * before a request, which would be refused or be of another account. Test networks are told apart only as public (`testnet`, `signet`) or local (`devnet`). False if the
   * page names no network: its requests are on that of the account. What the user changes in a wallet without events is not known
   * until it answers.
   */
  readonly isWrongNetwork: boolean;
  /**
   * While `isWrongNetwork`: why a request would be refused, for the user's words of `useErrorText`: which network the wallet is
   * on, and which to choose. The same object until a network changes.
   */
  readonly error: JsonRpcError | undefined;
  /**
   * The networks that `switchNetwork` can ask the wallet for. Empty until they are known, if no wallet is connected, and for
   * wallets in which only the user can change the network.
   */
  readonly available: readonly NetworkName[];
}

export interface NetworkActions {
  /** Asks the wallet to change its network: see `switchNetwork` of a client, whose errors it rejects with. */
  readonly switchNetwork: (this: void, network: NetworkName) => Promise<void>;
}

const NO_NETWORKS: readonly NetworkName[] = Object.freeze([]);
const NO_NETWORK: NetworkSnapshot = Object.freeze({
  network: undefined,
  pageNetwork: undefined,
  isWrongNetwork: false,
  error: undefined,
  available: NO_NETWORKS,
});
export const NETWORK_FIELDS = namesIn(NO_NETWORK);

export interface NetworkWatcher extends Watcher<NetworkSnapshot> {
  readonly client: WalletClient;
}

/** @throws TypeError that names a wrong option */
export function watchNetwork(options: UseWalletOptions | undefined): Watched<NetworkWatcher> {
  const client = getClient('useNetwork', options);
  const create = (): NetworkWatcher => {
    const pageNetwork = read(client, 'network') as NetworkName | undefined;
    const initial: NetworkSnapshot = Object.freeze({ ...NO_NETWORK, pageNetwork });
    const store = createStore(initial, () => {
      if (!isBrowser()) return () => {};
      let providerId: string | undefined;
      let isEnded = false;
      const change = (part: Partial<NetworkSnapshot>): void => {
        const before = store.get();
        const { state, network: pageNetwork } = client;
        const isWrongNetwork = isOnAnother(state, pageNetwork);
        const error = isWrongNetwork ? wrongNetwork(`${pageNetwork}`, state, before) : undefined;
        const next = { ...before, pageNetwork, isWrongNetwork, error, ...part };
        const isSame = NETWORK_FIELDS.every((name) =>
          Object.is(Reflect.get(before, name), Reflect.get(next, name)),
        );
        if (!isSame) store.set(Object.freeze(next));
      };
      const follow = (): void => {
        const { state } = client;
        change({ network: state.network });
        const wallet = state.status === 'connected' ? `${state.providerId}` : undefined;
        if (wallet === providerId) return;
        providerId = wallet;
        change({ available: NO_NETWORKS });
        if (wallet === undefined) return;
        client.availableNetworks().then(
          (available) => {
            if (!isEnded && wallet === providerId) change({ available });
          },
          () => {}, // such as a file that could not be loaded: the user changes the network in the wallet
        );
      };
      const undo = client.subscribe(follow);
      follow();
      return () => {
        isEnded = true;
        undo();
      };
    });
    return { initial, get: () => store.get(), subscribe: store.subscribe, client };
  };
  return { key: toIdentity(client), create };
}

/** Whether the account of a wallet is on another network than that of the page. */
function isOnAnother({ network, address }: WalletState, page: NetworkName | undefined): boolean {
  const format = getAddressFormat(address);
  return network
    ? !isSameNetwork(page, network)
    : page !== undefined && format !== undefined && !canBeOn(format, page);
}

/** That of before, if it is of the same networks. */
function wrongNetwork(page: string, state: WalletState, { error }: NetworkSnapshot): JsonRpcError {
  const current = state.network ?? getNetwork(state.address);
  const { data } = error ?? {};
  if (read(data, 'network') === page && read(data, 'current') === current) return error!;
  return cannotSendOn('useNetwork', page, `the wallet is on ${current}`, { current });
}

export const networkActions = (getCurrent: () => WalletClient): NetworkActions => ({
  switchNetwork: (network) => getCurrent().switchNetwork(network),
});
