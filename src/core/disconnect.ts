import type { Wallet } from '../wallets/wallet.js';
import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import type { PickerSlot } from './picking.js';
import type { Session } from './session.js';

interface DisconnectDeps {
  readonly session: Session;
  readonly picker: PickerSlot;
  readonly wallets: readonly Wallet[] | undefined;
}

/**
 * Ends the connection: addresses and the remembered wallet are forgotten at once. Whoever is connecting
 * in this page, and the open picker, are rejected with -31001, whose cause is an `AbortError`. The wallet
 * is told, best effort, without waiting.
 */
export function disconnect({ session, picker, wallets }: DisconnectDeps): void {
  const { target } = session;
  const message = 'disconnect() was called before a wallet was connected.';
  // The cause tells it from what the user cancelled.
  const cause: unknown = AbortSignal.abort().reason;
  const reason = new JsonRpcError(JsonRpcErrorCode.UserCanceled, message, { cause });
  session.end(reason);
  picker.open?.task.abort(reason);
  if (!target) return;
  session.disconnectNotice = import('./notify-disconnect.js')
    .then(({ notifyDisconnect }) => notifyDisconnect(target, wallets))
    .catch(() => {}); // best effort
}
