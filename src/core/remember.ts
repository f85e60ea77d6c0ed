import { describe, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { read } from '../lib/safe-access.js';
import { normalizeAddresses } from '../lib/address-rows.js';
import type { Call } from './call.js';
import type { Target } from './remembered-wallet.js';
import type { Session } from './session.js';
import type { RequestOptions } from './types.js';

/**
 * The last step of a request: what the session keeps of an answer.
 *
 * @throws JsonRpcError -32603 where connecting brought no address: nothing would be connected
 */
export function remember(
  session: Session,
  { method, connectAttempt }: Call,
  target: Target,
  { result, network }: { readonly result: unknown; readonly network: string | undefined },
  options: RequestOptions,
): void {
  const addresses = connectAttempt && normalizeAddresses(read(result, 'addresses'));
  if (connectAttempt && addresses?.length) {
    connectAttempt.remember({
      target,
      addresses,
      network,
      persistWallet: options.persistWalletSelect !== false,
      persistAddresses: options.enableLocalStorage !== false,
    });
  } else if (connectAttempt?.scope === 'all') {
    throw new JsonRpcError(
      JsonRpcErrorCode.InternalError,
      `${method}: the wallet answered with no address: ${describe(result)}.`,
      { cause: result },
    );
  }
  if (connectAttempt?.scope !== 'all' && network !== undefined)
    session.reportNetwork(target, network);
}
