import type { Wallet } from '../wallets/wallet.js';
import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import type { PickerSlot } from './picking.js';
import type { Session } from './session.js';

interface DisconnectDeps {
  readonly session: Session;
  readonly picker: PickerSlot;
  readonly wallets: readonly Wallet[] | undefined;
  /** Resolves once the wallet was notified. The next request waits for it. */
  disconnectNotice: Promise<void> | undefined;
}

/**
 * Ends the connection: addresses and the remembered wallet are forgotten at once. Whoever is connecting
 * in this page, and the open picker, are rejected with -31001, whose cause is an `AbortError`. The wallet is told, best effort, without
 * waiting.
 */
export function disconnect(deps: DisconnectDeps): void {
  const { session, picker, wallets } = deps;
  const { target } = session;
  const message = 'disconnect() was called before a wallet was connected.';
  // The cause tells it from what the user cancelled.
  const cause = new DOMException(message, 'AbortError');
  const reason = new JsonRpcError(JsonRpcErrorCode.UserCanceled, message, { cause });
  session.end(reason);
  picker.open?.end(reason);
  if (!target) return;
  deps.disconnectNotice = import('./notify-disconnect.js')
    .then(({ notifyDisconnect }) => notifyDisconnect(target, wallets))
    .catch(() => {}); // best effort
}
