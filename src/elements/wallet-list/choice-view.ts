import type { Choice } from '../../client/types.js';
import { JsonRpcErrorCode, type JsonRpcError } from '../../errors.js';
import type { Unsubscribe } from '../../lib/store.js';
import { reasonOf } from '../internal/failure.js';
import type { WalletRow } from './wallet-row.js';
import type { PickerTexts } from './wallet-list.template.js';

/** Milliseconds. A faster answer shows no spinner; a shown spinner stays long enough to be seen. */
const SPINNER_AFTER = 100;
const SPINNER_AT_LEAST = 400;
const HINT_AFTER = 5_000;

/** The view of a choice: the list, or the connection to the chosen wallet. */
export type ChoiceView =
  | { readonly name: 'list' }
  | {
      readonly name: 'connecting';
      readonly wallet: WalletRow;
      /** False for the first 100 ms, so that a fast answer shows no spinner. */
      readonly busy: boolean;
      /** The wallet has not answered for some seconds. */
      readonly slow: boolean;
    }
  | { readonly name: 'connected'; readonly wallet: WalletRow }
  | { readonly name: 'rejected'; readonly wallet: WalletRow; readonly error: JsonRpcError }
  | { readonly name: 'failed'; readonly wallet: WalletRow; readonly error: JsonRpcError };

/** The texts of a view: its title and the texts of its live regions `status` and `alert`. */
export interface ViewTexts {
  readonly title: string;
  readonly status?: string;
  readonly alert?: string;
}

/** A rejection by the user is a status; only a failure is an alert. */
export function choiceTexts(view: ChoiceView, messages: PickerTexts): ViewTexts {
  if (view.name === 'list') return { title: messages.text('pickerTitle') };
  const wallet = view.wallet.name;
  switch (view.name) {
    case 'connecting':
      return {
        title: messages.text('connectingTo', { wallet }),
        status: messages.text(view.slow ? 'noAnswerYet' : 'confirmInWallet', { wallet }),
      };
    case 'connected':
      return {
        title: messages.text('connectedTitle'),
        status: messages.text('connectedText', { wallet }),
      };
    case 'rejected':
      return {
        title: messages.text('rejectedTitle'),
        status: messages.text('rejectedText', { wallet }),
      };
    case 'failed':
      return {
        title: messages.text('failedTitle'),
        alert: messages.text('failedText', { wallet, reason: reasonOf(view.error) }),
      };
  }
}

export interface ChoiceHost {
  /** The row of a wallet. */
  row(providerId: string): WalletRow;
  show(view: ChoiceView): void;
  /** The choice has ended. `connected`: with a wallet. */
  ended(connected: boolean): void;
}

/** Shows a choice in its views, until it has ended or the returned function is called. */
export function showChoice(choice: Choice, host: ChoiceHost): Unsubscribe {
  let timers: ReturnType<typeof setTimeout>[] = [];
  let busySince: number | undefined;
  let isConnecting = false;

  function update(): void {
    timers.forEach(clearTimeout);
    const { state } = choice;
    const wallet =
      'providerId' in state && state.providerId ? host.row(state.providerId) : undefined;
    if (state.status === 'connecting') {
      isConnecting = true;
      busySince = undefined;
      const show = (busy: boolean, slow: boolean) =>
        host.show({ name: 'connecting', wallet: wallet!, busy, slow });
      timers = [
        setTimeout(() => {
          busySince = Date.now();
          show(true, false);
        }, SPINNER_AFTER),
        setTimeout(() => show(true, true), HINT_AFTER),
      ];
      show(false, false);
    } else if (state.status === 'failed') {
      const { error } = state;
      const name = error.code === JsonRpcErrorCode.UserRejection ? 'rejected' : 'failed';
      const left = busySince === undefined ? 0 : busySince + SPINNER_AT_LEAST - Date.now();
      timers = [setTimeout(() => host.show({ name, wallet: wallet!, error }), left)];
    } else if (state.status === 'done') {
      unsubscribe();
      if (wallet && isConnecting) host.show({ name: 'connected', wallet });
      host.ended(wallet !== undefined);
    } else if (isConnecting) {
      isConnecting = false;
      host.show({ name: 'list' });
    }
  }

  const unsubscribe = choice.subscribe(update);
  update();
  return () => {
    timers.forEach(clearTimeout);
    unsubscribe();
  };
}
