import type { Wallet } from '../wallets/wallet.js';
import type { Session } from './session.js';

interface DisconnectDeps {
  readonly session: Session;
  readonly wallets: readonly Wallet[] | undefined;
  /** Settles once the wallet was told: no request may overtake that. */
  parting?: Promise<void>;
}

/**
 * Ends the connection: addresses and the remembered wallet are forgotten at once. The wallet is told,
 * best effort, without waiting.
 */
export function disconnect(deps: DisconnectDeps): void {
  const { session, wallets } = deps;
  const { target } = session;
  session.end();
  if (!target) return;
  deps.parting = import('./farewell.js')
    .then(({ farewell }) => farewell(target, wallets))
    .catch(() => {}); // best effort
}
