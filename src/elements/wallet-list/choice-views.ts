import { svg, type SVGTemplateResult } from 'lit';
import type { Choice } from '../../core/types.js';
import { JsonRpcErrorCode, type JsonRpcError } from '../../errors.js';
import { has } from '../../lib/safe-access.js';
import type { Unsubscribe } from '../../lib/store.js';
import type { MessagesController } from '../controllers/messages-controller.js';
import { ElementEvent } from '../internal/base-element.js';
import { getReason } from '../internal/failure.js';
import type { pickerMessages } from '../messages/en/picker.js';
import { icon } from './list-controller.js';
import type { WalletRow } from './wallet-rows.js';

export const declinedIcon: SVGTemplateResult = icon(
  svg`<circle cx="12" cy="12" r="9"/><path d="M8.5 12h7"/>`,
);

/** The user chose a wallet. Cancel it to keep the element from connecting that wallet. */
export class WalletSelectEvent extends ElementEvent<WalletSelectEvent> {
  static override readonly type = 'wallet-select';
  declare readonly providerId: string;
}

/** Milliseconds. The spinner appears after 100 ms (`.spinner` in wallet-list.styles.ts), and stays long enough to be seen. */
const SPINNER_AFTER = 100;
const SPINNER_UNTIL = 500;
const HINT_AFTER = 5_000;

/** The view of a choice: the list, or the connection to the chosen wallet. */
export type ChoiceView =
  | { readonly name: 'list' }
  | {
      readonly name: 'connecting';
      readonly wallet: WalletRow;
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

export type Texts = MessagesController<typeof pickerMessages>;

interface ChoiceViewsOptions {
  readonly getRow: (providerId: string) => WalletRow;
  readonly show: (view: ChoiceView) => void;
  /** The choice has ended. `connected`: with a wallet. */
  readonly ended: (connected: boolean) => void;
}

/** Shows the state of a choice as views of `<wallet-list>` and of the modal: of one choice at a time. */
export class ChoiceViews {
  readonly #options: ChoiceViewsOptions;
  #choice: Choice | undefined;
  #unsubscribe: Unsubscribe | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #connectingSince = 0;
  #isConnecting = false;

  constructor(options: ChoiceViewsOptions) {
    this.#options = options;
  }

  /** Until the choice has ended, or until `unfollow`. */
  follow(choice: Choice): void {
    this.unfollow();
    this.#choice = choice;
    this.#isConnecting = false;
    this.#unsubscribe = choice.subscribe(this.#update);
    this.#update();
  }

  unfollow(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe?.();
    this.#choice = this.#unsubscribe = undefined;
  }

  readonly #update = (): void => {
    clearTimeout(this.#timer);
    const { getRow, show, ended } = this.#options;
    const { state } = this.#choice!;
    const wallet =
      has(state, 'providerId') && state.providerId ? getRow(state.providerId) : undefined;
    if (state.status === 'connecting') {
      this.#isConnecting = true;
      this.#connectingSince = performance.now();
      const connecting = (slow: boolean) => show({ name: 'connecting', wallet: wallet!, slow });
      this.#timer = setTimeout(connecting, HINT_AFTER, true);
      connecting(false);
    } else if (state.status === 'failed') {
      const { error } = state;
      const name = error.code === JsonRpcErrorCode.UserRejection ? 'rejected' : 'failed';
      const elapsed = performance.now() - this.#connectingSince;
      const left = elapsed < SPINNER_AFTER ? 0 : SPINNER_UNTIL - elapsed;
      this.#timer = setTimeout(() => show({ name, wallet: wallet!, error }), left);
    } else if (state.status === 'done') {
      this.unfollow();
      if (wallet && this.#isConnecting) show({ name: 'connected', wallet });
      ended(wallet !== undefined);
    } else if (this.#isConnecting) {
      this.#isConnecting = false;
      show({ name: 'list' });
    }
  };
}

/** A rejection by the user is a status; only a failure is an alert. `listStatus`: the status of the list. */
export function viewTexts(view: ChoiceView, messages: Texts, listStatus: string): ViewTexts {
  if (view.name === 'list') return { title: messages.text('pickerTitle'), status: listStatus };
  const wallet = view.wallet.name;
  switch (view.name) {
    case 'connecting':
      return {
        title: messages.text('connectingTitle'),
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
        alert: messages.text('failedText', { wallet, reason: getReason(view.error) }),
      };
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-select': WalletSelectEvent;
  }
}
