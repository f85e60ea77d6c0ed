import { read } from '../lib/guard.js';
import { normalizeAddresses } from '../wallets/addresses.js';
import type { Undo } from '../wire/provider.js';
import type { Wallet } from '../wallets/wallet.js';
import type { Connection, Session, Target } from './session.js';
import type { RequestOptions } from './types.js';

/** What an address method may replace in the session; undefined for a method that changes no state. */
export function addressScope(method: string): Connection['scope'] | undefined {
  if (method === 'getAddresses') return 'all';
  return method === 'stx_getAddresses' ? 'stacks' : undefined;
}

interface Rememberer {
  remember(wallet: Wallet, answer: unknown, result: unknown): void;
  end: Undo;
}

/** The last step of a request: what the session keeps of it. */
export function rememberer(
  session: Session,
  target: Target,
  method: string,
  options: RequestOptions,
): Rememberer {
  const scope = addressScope(method);
  const turn = scope && session.begin();
  return {
    remember(wallet, answer, result) {
      const network = wallet.reportedNetwork?.(method, answer);
      const addresses = normalizeAddresses(read(result, 'addresses')) ?? [];
      if (scope && addresses.length) {
        turn?.remember({
          target,
          addresses,
          network,
          scope,
          persistWallet: options.persistWalletSelect !== false,
          persistAddresses: options.enableLocalStorage !== false,
        });
      } else if (network !== undefined) {
        session.reportNetwork(target, network);
      }
    },
    end: () => turn?.end(),
  };
}
