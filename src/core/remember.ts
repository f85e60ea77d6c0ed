import { read } from '../lib/guard.js';
import { normalizeAddresses } from '../wallets/addresses.js';
import type { Target } from './remembered-wallet.js';
import type { Session, Turn } from './session.js';
import type { RequestOptions } from './types.js';

/** The last step of a request: what the session keeps of an answer. */
export function remember(
  session: Session,
  turn: Turn | undefined,
  target: Target,
  { result, network }: { readonly result: unknown; readonly network: string | undefined },
  options: RequestOptions,
): void {
  const addresses = turn && normalizeAddresses(read(result, 'addresses'));
  if (addresses?.length) {
    turn?.remember({
      target,
      addresses,
      network,
      persistWallet: options.persistWalletSelect !== false,
      persistAddresses: options.enableLocalStorage !== false,
    });
  } else if (network !== undefined) {
    session.reportNetwork(target, network);
  }
}
