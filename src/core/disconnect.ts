import type { Wallet } from '../wallets/wallet.js';
import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import type { PickerSlot } from './ask-chosen-wallet.js';
import type { Session } from './session.js';

interface DisconnectDeps {
  readonly session: Session;
  readonly picker: PickerSlot;
  readonly wallets: readonly Wallet[] | undefined;
}

/**
 * Ends the connection. Removes the addresses and the remembered wallet. Closes the open picker. Rejects the callers
 * that wait for a choice and the pending attempts to connect with -31001; its cause is an `AbortError`. Notifies the
 * wallet without waiting for an answer.
 */
export function disconnect({ session, picker, wallets }: DisconnectDeps): void {
  const { target } = session;
  const message = 'disconnect() was called before a wallet was connected.';
  // The cause distinguishes this error from a picker that the user closed.
  const cause: unknown = AbortSignal.abort().reason;
  const reason = new JsonRpcError(JsonRpcErrorCode.UserCanceled, message, { cause });
  session.end(reason);
  picker.open?.task.abort(reason);
  if (!target) return;
  session.disconnectNotice = import('./request.js')
    .then(({ notifyDisconnect }) => notifyDisconnect(target, wallets))
    .catch(() => {}); // the connection has ended in any case
}
