import { getDefaultClient } from '../core/client.js';
import type { Unsubscribe } from '../lib/store.js';
import { choosing } from './fake-picker.js';
import { installWallet } from './fake-wallet.js';
import { leatherWallet, xverseWallet, type EmulatedWallet } from './emulated-wallets.js';

export const LEATHER = 'LeatherProvider';
/** Xverse's own path has two parts, which `installWallet` cannot set. */
export const OTHER = 'OtherProvider';

/** A page with two wallets, and a user who chooses in the list of wallets. */
export interface CompatPage {
  readonly leather: EmulatedWallet;
  /** A wallet that behaves like Xverse. */
  readonly xverse: EmulatedWallet;
  /** The id that the user chooses next time. Undefined: the user closes the list. */
  choice: string | undefined;
  /** How often the list was opened. */
  opened: number;
  readonly close: Unsubscribe;
}

/** Empties the storage and installs the wallets. `close` removes both, and restores the picker of the page. */
export function openCompatPage(): CompatPage {
  const client = getDefaultClient();
  localStorage.clear();
  client.disconnect();
  const { picker } = client;
  const page = { leather: leatherWallet(), xverse: xverseWallet(), choice: LEATHER, opened: 0 };
  const undo = [
    installWallet(page.leather, { id: LEATHER, name: 'Leather' }),
    installWallet(page.xverse, { id: OTHER, name: 'Xverse' }),
  ];
  client.picker = (choice) => {
    page.opened++;
    return choosing(page.choice ?? [])(choice);
  };
  return Object.assign(page, {
    close() {
      client.disconnect();
      client.picker = picker;
      localStorage.clear();
      undo.forEach((step) => step());
    },
  });
}

/** The params of the last call of a method that reached a wallet. */
export function paramsOf(wallet: EmulatedWallet, method: string): Record<string, unknown> {
  const calls = wallet.calls.filter((call) => call.method === method);
  return (calls.at(-1)?.params ?? {}) as Record<string, unknown>;
}
