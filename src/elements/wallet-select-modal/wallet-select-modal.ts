import { LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import type { Chosen } from '../../core/choose-wallet.js';
import type { OpenPicker, WalletSelection } from '../../core/picker.js';
import type { WalletClient } from '../../core/types.js';
import { shareTask, type SharedTask } from '../../lib/shared-task.js';
import type { ProviderDescriptor } from '../../wire/provider.js';
import { ClientController } from '../controllers/client-controller.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { OURS, setState } from '../internal/element.js';
import { pickerMessages } from '../messages/en/picker.js';
import { buttons } from '../styles/buttons.js';
import { reset } from '../styles/reset.js';
import { tokens } from '../styles/tokens.js';
import type { WalletSort } from '../wallet-list/group-wallets.js';
import { connectChosen, ConnectFlow } from '../wallet-list/connect-flow.js';
import { RowsController, selectionOf } from '../wallet-list/rows-controller.js';
import { WalletSelectEvent } from '../wallet-list/wallet-select-event.js';
import { walletMarkStyles } from '../internal/wallet-mark.js';
import { walletListStyles } from '../wallet-list/wallet-list.styles.js';
import { hasInstalled } from '../wallet-list/wallet-list.template.js';
import type { WalletRow } from '../wallet-list/wallet-row.js';
import { animationsOver, ModalDialog } from './modal-dialog.js';
import {
  WalletModalAfterHideEvent,
  WalletModalAfterShowEvent,
  WalletModalHideEvent,
  WalletModalShowEvent,
  type WalletModalHideReason,
} from './modal-events.js';
import type { ModalView } from './modal-views.template.js';
import { modalFrame } from './modal-frame.template.js';
import { modalViewsStyles } from './modal-views.styles.js';
import { QrController } from './qr-controller.js';
import { walletSelectModalStyles } from './wallet-select-modal.styles.js';

export type * from './modal-events.js';
export type * from '../wallet-list/wallet-select-event.js';

const LIST: ModalView = { name: 'list' };

/**
 * Lets the user choose a wallet, and shows how connecting to it goes.
 *
 * With no script of the page it offers the wallets of its client and connects the one that is chosen;
 * `select()` is for a page that asks for a choice. Colours and measures: src/elements/styles/README.md.
 *
 * @slot header - Below the title.
 * @slot footer - Below everything.
 * @slot help - Replaces the text of "What is a wallet?".
 * @slot empty - Replaces the introduction where no wallet is installed.
 * @csspart dialog - The dialog.
 * @csspart header - Title and close button.
 * @csspart title - The title, one for each view.
 * @csspart close-button - Closes.
 * @csspart back-button - Back to the list.
 * @csspart body - What scrolls.
 * @csspart list - The wallets of a group.
 * @csspart group-label - The name of a group.
 * @csspart wallet - One wallet: a button, or the link where to get it.
 * @csspart wallet-icon - The wallet's icon, or the letter in its place.
 * @csspart wallet-name - The wallet's name.
 * @csspart wallet-badge - "Last used".
 * @csspart install-link - Every link that leads to a wallet.
 * @csspart status - The words of a view: progress, or the reason of a failure.
 * @csspart retry-button - Asks the wallet again.
 * @csspart cancel-button - Stops waiting for the wallet.
 * @csspart footer - Link to the help, and the slot.
 * @cssstate list - The wallets, at least one of them installed.
 * @cssstate empty - No wallet is installed.
 * @cssstate connecting - A wallet is asked.
 * @cssstate rejected - The user declined in the wallet.
 * @cssstate failed - The wallet failed.
 * @cssstate help - What is a wallet?
 * @cssstate phone - The code to continue on a phone.
 * @fires wallet-modal-show - Before it opens; can be cancelled.
 * @fires wallet-modal-after-show - It stands open.
 * @fires wallet-modal-hide - Before it closes, with `reason`; the user's own closing can be cancelled.
 * @fires wallet-modal-after-hide - It is gone.
 * @fires wallet-select - With `providerId`, before the wallet is asked; can be cancelled.
 */
export class WalletSelectModal extends LitElement {
  /** @internal */
  static readonly [OURS] = true;
  static override styles = [
    tokens,
    reset,
    buttons,
    walletMarkStyles,
    walletListStyles,
    walletSelectModalStyles,
    modalViewsStyles,
  ];

  readonly #client = new ClientController(this);
  readonly #messages = new MessagesController(this, pickerMessages);
  readonly #internals = this.attachInternals();
  readonly #qr = new QrController(this);
  readonly #rows: RowsController = new RowsController(this, () => this.#modal.hold());
  readonly #modal = new ModalDialog(
    (reason) => this.#hide(reason),
    () => this.#hide('api'),
  );
  #flow: ConnectFlow | undefined;
  /** Connects the client, where no caller of {@link openPicker} does. */
  #connecting: SharedTask<Chosen<unknown>> | undefined;
  #shown = false;
  #hiding = false;
  #state = '';

  /** Whether it stands open; set it, or call `show()` and `hide()`. */
  @property({ type: Boolean, reflect: true }) open = false;
  /** Title of the list, and so the name of the dialog. Default: "Connect a wallet", in the page's language. */
  @property() label = '';
  /** Offers only wallets that are installed. */
  @property({ type: Boolean, attribute: 'without-install' }) withoutInstall = false;
  /** Leaves out "What is a wallet?". */
  @property({ type: Boolean, attribute: 'without-help' }) withoutHelp = false;
  /** A page that answers "What is a wallet?" in place of the built-in view: http or https. */
  @property({ attribute: 'help-href' }) helpHref = '';
  /** Order of the installed wallets: the last used first (default), by name, or as found. */
  @property() sort: WalletSort = 'recent';
  /** The wallets to offer beside those that the page has. Default: those that this library knows. */
  @property({ attribute: false }) providers: readonly ProviderDescriptor[] | undefined;
  /** Whose wallets are offered and connected. Default: the nearest context's, else the page-wide client. */
  @property({ attribute: false }) client: WalletClient | undefined;
  /** What is shown: `{ name: 'help' }` opens the help. */
  @property({ attribute: false }) view: ModalView = LIST;

  @query('dialog') private readonly dialog!: HTMLDialogElement;
  @query('.title') private readonly heading!: HTMLElement;

  /** Opens. */
  show(): void {
    this.open = true;
  }

  /** Closes, with the reason `api`. */
  hide(): void {
    this.#hide('api');
  }

  /**
   * Opens, connects the client to the wallet that the user chooses, and resolves with its id. Whoever
   * calls while it stands open waits for that choice too.
   *
   * @throws JsonRpcError -31001 when the user closes it, or what the wallet last failed with; the
   *   signal's reason once that is aborted.
   */
  async select({ signal }: { readonly signal?: AbortSignal } = {}): Promise<{
    providerId: string;
  }> {
    signal?.throwIfAborted();
    const choice = this.#connect().join(signal);
    this.#show();
    const { providerId } = await choice;
    return { providerId };
  }

  /**
   * Opens as the picker of a client: `client.selectWallet = (selection) => modal.openPicker(selection)`.
   * Several callers at once learn of the same choice.
   */
  openPicker(selection: WalletSelection): OpenPicker {
    const picker = this.#begin(selection).open();
    this.#show();
    return picker;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.open && this.hasUpdated && !this.#shown) this.#present();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A move in the document removes and attaches at once; only then it stays open.
    if (this.#flow) {
      queueMicrotask(() => (this.isConnected ? this.#modal.reattach() : this.#hide('removed')));
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('open')) {
      if (this.open) this.#present();
      else this.#hide('api');
    }
    this.#showState();
    const before = changed.get('view');
    if (before && before.name !== this.view.name && this.#shown) this.#viewChanged(before);
  }

  #showState(): void {
    const empty = this.view.name === 'list' && !hasInstalled(this.#rows.rows);
    setState(this.#internals, this.#state, false);
    this.#state = empty ? 'empty' : this.view.name;
    setState(this.#internals, this.#state, true);
  }

  /** Without a selection the wallets are those of the client. */
  #begin(selection?: WalletSelection): ConnectFlow {
    if (this.#flow) return this.#flow;
    if ('wallet' in this.view) this.view = LIST;
    this.#rows.open(selection ?? selectionOf(this.#client.client, this.providers));
    return (this.#flow = new ConnectFlow({
      show: (view) => {
        this.view = view;
      },
      done: (reason) => this.#hide(reason),
    }));
  }

  #connect(): SharedTask<Chosen<unknown>> {
    const flow = this.#begin();
    return (this.#connecting ??= shareTask(
      (signal) => connectChosen(this.#client.client, flow, signal),
      () => (this.#connecting = undefined),
    ));
  }

  #show(): void {
    this.open = true;
    if (!this.isConnected) this.#hide('removed');
  }

  #present(): void {
    if (this.#shown || !this.isConnected) return;
    if (!this.dispatchEvent(new WalletModalShowEvent())) return this.#end('api');
    this.#begin();
    this.#shown = true;
    this.#modal.show(this.dialog);
    void this.#presented();
  }

  async #presented(): Promise<void> {
    await this.updateComplete;
    if (!this.#shown) return;
    // Where nothing is installed, the introduction is to be read first.
    if (hasInstalled(this.#rows.rows)) this.#focusRow();
    else this.heading.focus({ preventScroll: true });
    await animationsOver(this.dialog);
    if (this.#shown) this.dispatchEvent(new WalletModalAfterShowEvent());
  }

  /** The one way out: every path that closes ends here. */
  #hide(reason: WalletModalHideReason): void {
    // A listener of the event may close it by itself, or remove it.
    if (!this.#flow || this.#hiding) return;
    this.#hiding = true;
    const allowed = !this.#shown || this.dispatchEvent(new WalletModalHideEvent(reason));
    this.#hiding = false;
    if (allowed) this.#end(reason);
  }

  #end(reason: WalletModalHideReason): void {
    const shown = this.#shown;
    const flow = this.#flow;
    this.#shown = false;
    this.#flow = undefined;
    this.open = false;
    this.#rows.close();
    this.#modal.close();
    flow?.close();
    if (shown) void this.#gone(reason);
  }

  async #gone(reason: WalletModalHideReason): Promise<void> {
    if (this.isConnected) await animationsOver(this.dialog);
    if (!this.#shown) this.view = LIST;
    this.dispatchEvent(new WalletModalAfterHideEvent(reason));
  }

  #viewChanged(before: ModalView): void {
    this.#modal.contentChanged();
    if (this.view.name === 'list' && 'wallet' in before) this.#focusRow(before.wallet.id);
    else this.heading.focus({ preventScroll: true });
  }

  #focusRow(id?: string): void {
    if (!this.#rows.focus(id)) this.heading.focus({ preventScroll: true });
  }

  #pick(wallet: WalletRow): void {
    if (!this.dispatchEvent(new WalletSelectEvent(wallet.id))) return;
    this.#flow?.pick(wallet);
    if (this.#flow && !this.#flow.hasCallers) this.#connect();
  }

  protected override render(): TemplateResult {
    return modalFrame({
      view: this.view,
      rows: this.#rows,
      messages: this.#messages,
      modal: this.#modal,
      label: this.label,
      withoutInstall: this.withoutInstall,
      withoutHelp: this.withoutHelp,
      helpHref: this.helpHref,
      qr: this.#qr,
      show: (view) => {
        this.view = view;
      },
      pick: (wallet) => this.#pick(wallet),
      cancel: () => this.#flow?.cancel(),
      close: () => this.#hide('close-button'),
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-select-modal': WalletSelectModal;
  }
}
