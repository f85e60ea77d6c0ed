import { walletFor } from '../wallets/index.js';
import { requestRaw } from './request-raw.js';
import type { RequestDeps } from './request.js';

/**
 * Ends the connection: addresses and the remembered wallet are forgotten at once. A wallet that keeps
 * permissions of its own is told, best effort, without waiting.
 */
export function disconnect({ session, wallets }: RequestDeps): void {
  const { target } = session;
  session.end();
  const farewell = target && walletFor(target.provider, target.id, wallets).disconnect;
  if (!farewell) return;
  requestRaw(target.provider, farewell.method, farewell.params).catch(() => {});
}
