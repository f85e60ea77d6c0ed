import { attempt, isRecord, read } from '../lib/safe-access.js';
import {
  normalizeAddresses,
  networkIn,
  provenNetwork,
  rowsIn,
  type AddressEntry,
} from '../accounts/addresses.js';
import type { Unsubscribe } from '../lib/store.js';
import type { WalletProvider } from '../wallets/wallet.js';

export interface WalletEventHandlers {
  /**
   * Called with the addresses in the event, or undefined if it has none. `keepNetwork` returns its argument if
   * the addresses can be on that network, else undefined.
   */
  accountsChanged(
    addresses: readonly AddressEntry[] | undefined,
    keepNetwork: (network: string | undefined) => string | undefined,
  ): void;
  /**
   * Called with the name that this package uses, undefined if the wallet did not name the network; and with the addresses in
   * the event, undefined if it has none.
   */
  networkChanged(network: string | undefined, addresses: readonly AddressEntry[] | undefined): void;
  disconnected(): void;
}

export interface WalletEvents {
  /** True if the wallet accepted a listener for changes of its account. */
  readonly hasAccount: boolean;
  /** True if the wallet accepted a listener for changes of its network. */
  readonly hasNetwork: boolean;
  readonly undo: Unsubscribe;
}

type Listener = (data: unknown) => void;
type Subscribe = (...args: unknown[]) => unknown;

/**
 * Listens to a wallet's account, network and disconnect events, with `listen` (SIP-030, "Listeners") and with
 * both forms of `addListener`. Does nothing for a wallet that has neither, or that throws. No handler is called
 * after `undo`.
 */
export function onWalletEvents(
  provider: WalletProvider,
  handlers: WalletEventHandlers,
): WalletEvents {
  let active = true;
  const toListener = (handle: (data: unknown) => void): Listener => {
    // Two subscriptions may deliver one event twice in the same task; a wallet may reuse its object later.
    const seen = new WeakSet<object>();
    return (data) => {
      if (!active) return;
      if (isRecord(data)) {
        if (seen.has(data)) return;
        seen.add(data);
        setTimeout(() => seen.delete(data));
      }
      attempt(() => handle(data));
    };
  };

  const accounts = toListener((data) => {
    const addresses = addressesIn(data);
    handlers.accountsChanged(addresses, (name) =>
      provenNetwork(addresses, name) === name ? name : undefined,
    );
  });
  const network = toListener((data) => {
    const named = networkIn(data);
    const addresses = addressesIn(data);
    handlers.networkChanged(provenNetwork(addresses, named) ?? named, addresses);
  });
  const disconnected = toListener(() => handlers.disconnected());

  const undos: Unsubscribe[] = [];
  const accepted = new Set<Listener>();
  const subscribe = (name: 'listen' | 'addListener', listener: Listener, args: unknown[]) => {
    if (typeof read(provider, name) !== 'function') return;
    const call = attempt(() => ({ returned: (provider[name] as Subscribe)(...args) }));
    if (!call) return;
    const { returned } = call;
    if (typeof returned === 'function') undos.push(returned as Unsubscribe);
    // A promise may still be rejected, so it is not known whether the subscription worked.
    if (returned instanceof Promise) returned.catch(() => undefined);
    else accepted.add(listener);
  };
  for (const [event, listener] of Object.entries({
    stx_accountChange: accounts,
    stx_networkChange: network,
  })) {
    subscribe('listen', listener, [event, listener]);
  }
  // Xverse up to 0.49 and Fordefi take `(eventName, cb)`, newer versions `{ eventName, cb }`. Only the number of
  // declared parameters distinguishes them. If that is 0, both are tried.
  const declared = read(read(provider, 'addListener'), 'length');
  for (const [eventName, cb] of Object.entries({
    accountChange: accounts,
    networkChange: network,
    networkChangeV2: network,
    disconnect: disconnected,
  })) {
    if (declared === 0 || declared === 1) subscribe('addListener', cb, [{ eventName, cb }]);
    if (declared !== 1) subscribe('addListener', cb, [eventName, cb]);
  }
  return {
    hasAccount: accepted.has(accounts),
    hasNetwork: accepted.has(network),
    undo() {
      active = false;
      for (const undo of undos.splice(0)) attempt(undo);
    },
  };
}

function addressesIn(data: unknown): readonly AddressEntry[] | undefined {
  const addresses = normalizeAddresses(rowsIn(data));
  return addresses && addresses.length > 0 ? addresses : undefined;
}
