import type { Wallet } from '../wallets/wallet.js';
import type { Session } from './session.js';

interface DisconnectDeps {
  readonly session: Session;
  readonly wallets: readonly Wallet[] | undefined;
}

/**
 * Ends the connection: addresses and the remembered wallet are forgotten at once. The wallet is told,
 * best effort, without waiting.
 */
export function disconnect({ session, wallets }: DisconnectDeps): void {
  const { target } = session;
  session.end();
  if (!target) return;
  import('./farewell.js').then(({ farewell }) => farewell(target, wallets)).catch(() => {}); // best effort
}
