import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { WalletClient } from '../../core/types.js';
import { createSignIn } from '../../sign-in/create-sign-in.js';
import { fetchSignIn } from '../../sign-in/fetch-sign-in.js';
import type { SignIn, SignInFailure, SignInState } from '../../sign-in/types.js';
import type { Undo } from '../../wire/provider.js';
import { BusyController } from '../controllers/busy-controller.js';
import { ClientController } from '../controllers/client-controller.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { NoticeController } from '../controllers/notice-controller.js';
import { PickerLoadController } from '../controllers/picker-load-controller.js';
import { attachStatus } from '../controllers/status.js';
import { shortAddress } from '../internal/address.js';
import { hasLabel, OURS } from '../internal/element.js';
import { isAborted, isRejection, reasonOf } from '../internal/failure.js';
import { property, state } from '../internal/property.js';
import { signInMessages } from '../messages/en/sign-in.js';
import { buttonHost, buttons } from '../styles/buttons.js';
import { buttonStates } from '../styles/button-states.js';
import { reset } from '../styles/reset.js';
import { tokens } from '../styles/tokens.js';
import {
  WalletSignInAccountChangeEvent,
  WalletSignInErrorEvent,
  WalletSignInEvent,
  WalletSignOutEvent,
} from './sign-in-events.js';
import { walletSignInStyles } from './wallet-sign-in.styles.js';

export type * from './sign-in-events.js';

/** The text of each failure, without those that show the error. */
const FAILURES = {
  'user-rejected': 'signInRejected',
  'wallet-timeout': 'signInTimeout',
  'method-unsupported': 'signInUnsupported',
  'account-changed': 'signInAccountChanged',
  'multisig-unsupported': 'signInMultisig',
  'nonce-fetch': 'signInUnreachable',
  'server-refused': 'signInRefused',
  'server-unreachable': 'signInUnreachable',
} as const satisfies Partial<Record<SignInFailure, keyof typeof signInMessages>>;

/** What the button says while something is pending. It is as wide as the widest, so that it keeps its size. */
const PENDING = ['connecting', 'signInConfirm', 'signInVerifying'] as const;

const UNKNOWN: SignInState = { status: 'unknown', account: undefined };

/**
 * Signs the user in with the connected wallet: the wallet signs a text, and the server verifies it. Connecting and
 * signing in are separate presses; each leads to at most one question of the wallet, and a reload to none.
 *
 * @slot - The label while nobody is signed in.
 * @slot connect - The label while no wallet is connected.
 * @slot signed-in - What is shown of the signed-in account. Default: its short address.
 *
 * @csspart button - The button that connects, signs in or tries again.
 * @csspart label - The label of the current status.
 * @csspart spinner - The spinner while the wallet or the server has not answered.
 * @csspart account - The signed-in account.
 * @csspart address - Its short address.
 * @csspart sign-out - The button that signs out.
 * @csspart other - The note that the wallet uses another account.
 * @csspart switch - The button that signs out, to sign in with that account.
 * @csspart error - The popover with the reason why signing in failed.
 * @csspart notice - The popover that says that the user declined.
 *
 * @fires wallet-sign-in - The server accepted a sign-in; has the account.
 * @fires wallet-sign-out - The session ended; has the account.
 * @fires wallet-sign-in-error - Signing in failed; has the code.
 * @fires wallet-sign-in-account-change - The wallet changed to another account than the signed-in one.
 */
export class WalletSignIn extends LitElement {
  /** @internal */
  static readonly [OURS] = true;
  static override shadowRootOptions: ShadowRootInit = {
    ...LitElement.shadowRootOptions,
    delegatesFocus: true,
  };
  static override styles = [tokens, reset, buttons, buttonHost, buttonStates, walletSignInStyles];

  readonly #wallet = new ClientController(this);
  readonly #messages = new MessagesController(this, signInMessages);
  readonly #busy = new BusyController(this);
  readonly #pickerLoad = new PickerLoadController(this, () => this.#near());
  readonly #notice: NoticeController = new NoticeController(this, () =>
    this.renderRoot.querySelector('button'),
  );

  /** The client of the wallet. Default: the nearest `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: WalletClient | undefined;

  /** What `createSignIn` returned. Default: one for `endpoint`. */
  @property({ attribute: false }) controller: SignIn | undefined;

  /**
   * The URL under which the server has `nonce`, `verify`, `session` and `sign-out`, as `fetchSignIn` describes, such as
   * `/auth`. Not used with a `controller`.
   */
  @property() endpoint = '';

  /** Sign in with the `stacks` or the `bitcoin` address. Not used with a `controller`. Default: `stacks`. */
  @property() chain: 'stacks' | 'bitcoin' = 'stacks';

  /** The look of the button: `filled`, `outlined` or `plain`. Default: `filled`. */
  @property() variant: 'filled' | 'outlined' | 'plain' = 'filled';

  /** `s`, `m` or `l`. Default: `m`. */
  @property() size: 's' | 'm' | 'l' = 'm';

  /** Disables the buttons. Default: false. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** The status: `unknown`, `signed-out`, `preparing`, `ready`, `signing`, `verifying`, `signed-in` or `failed`. Set by the element. */
  @property() status: SignInState['status'] = 'unknown';

  @state() private connecting = false;

  constructor() {
    super();
    attachStatus(this);
  }

  #own: SignIn | undefined;
  #madeFor: readonly unknown[] = [];
  #followed: SignIn | undefined;
  #undo: Undo = () => {};
  #state = UNKNOWN;

  /** Ignores the attribute `status`, which is write-only. */
  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (name !== 'status') super.attributeChangedCallback(name, old, value);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const signIn = this.#followed;
    this.#follow(undefined);
    // Moving an element within the document also disconnects it.
    queueMicrotask(() => {
      if (!this.isConnected) signIn?.cancel();
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.isConnected) return;
    this.#follow(this.controller ?? this.#ownController());
    if (!this.#followed && (changed.has('endpoint') || changed.has('controller'))) {
      console.error(
        '<wallet-sign-in> is disabled: it has neither `endpoint` nor `controller`.',
        this,
      );
    }
    this.#busy.follow(this.#isBusy);
  }

  #ownController(): SignIn | undefined {
    const { endpoint, chain } = this;
    const { client } = this.#wallet;
    const madeFor = [endpoint, chain, client];
    if (madeFor.some((part, at) => part !== this.#madeFor[at])) {
      this.#madeFor = madeFor;
      this.#own = endpoint ? createSignIn({ ...fetchSignIn(endpoint), chain, client }) : undefined;
    }
    return this.#own;
  }

  #follow(signIn: SignIn | undefined): void {
    if (signIn === this.#followed) return;
    this.#undo();
    this.#followed = signIn;
    this.#state = signIn?.state ?? UNKNOWN;
    this.status = this.#state.status;
    this.#notice.clear();
    this.#undo = signIn?.subscribe(() => this.#changed(signIn.state)) ?? (() => {});
  }

  #changed(next: SignInState): void {
    const before = this.#state;
    this.#state = next;
    this.status = next.status;
    this.requestUpdate();
    if (next === before) return;
    if (next.status !== 'failed') this.#notice.clear();
    if (before.status === 'signed-in' && next.status !== 'signed-in') {
      this.#notice.say(this.#messages.text('signedOut'));
      this.dispatchEvent(new WalletSignOutEvent(before.account));
    }
    if (before.status === 'verifying' && next.status === 'signed-in') {
      this.#notice.say(this.#messages.text('signedIn'));
      this.dispatchEvent(new WalletSignInEvent(next.account));
    }
    if (next.status === 'signed-in' && next.other) {
      this.#notice.say(this.#otherText(next.account.address, next.other.address));
      this.dispatchEvent(new WalletSignInAccountChangeEvent(next.account, next.other));
    }
    if (next.status === 'failed') this.#failed(next);
    // The nonce, so that a press asks the wallet at once.
    if (next.status === 'signed-out' || next.status === 'failed') void this.#followed?.prepare();
  }

  #failed({ code, error, reason }: Extract<SignInState, { status: 'failed' }>): void {
    const text = this.#messages;
    if (code === 'user-rejected') this.#notice.say(text.text(FAILURES[code]), true);
    else if (code === 'wallet-failed') {
      this.#notice.warn(text.text('signInFailed', { reason: reasonOf(error) }));
    } else this.#notice.warn(text.text(FAILURES[code]));
    this.dispatchEvent(new WalletSignInErrorEvent(code, error, reason));
  }

  get #isBusy(): boolean {
    return this.connecting || ['preparing', 'signing', 'verifying'].includes(this.status);
  }

  get #isConnected(): boolean {
    return this.#wallet.state.status === 'connected';
  }

  #near(): void {
    if (this.#isConnected) void this.#followed?.prepare();
    else this.#wallet.client.preload();
  }

  readonly #press = (event: MouseEvent): void => {
    // Ignore untrusted clicks, and the second click of a double click.
    if (!event.isTrusted || event.detail > 1 || this.connecting) return;
    const { account } = this.#state;
    if (account) void this.#followed?.signIn();
    else if (this.#state.status === 'failed') void this.#followed?.refresh();
    else void this.#connect();
  };

  /** A separate press from signing in, so that each leads to one question. */
  async #connect(): Promise<void> {
    const { client } = this.#wallet;
    const attempt = new AbortController();
    const { signal } = attempt;
    this.#notice.clear();
    this.#notice.preload();
    this.connecting = true;
    const onAsk = this.#pickerLoad.watch(client, attempt);
    try {
      await client.connect({ signal, onAsk });
    } catch (error) {
      if (isAborted(error)) return;
      if (isRejection(error)) this.#notice.say(this.#messages.text('connectRejected'));
      else this.#notice.warn(this.#messages.text('connectFailed', { reason: reasonOf(error) }));
    } finally {
      onAsk();
      this.connecting = false;
    }
  }

  readonly #signOut = async (event: MouseEvent): Promise<void> => {
    if (!event.isTrusted || event.detail > 1) return;
    try {
      await this.#followed?.signOut();
      await this.updateComplete;
      this.focus();
    } catch {
      this.#notice.warn(this.#messages.text('signOutFailed'));
    }
  };

  protected override render(): TemplateResult {
    const view = this.#state;
    return html`<div class="all" lang=${this.#messages.language}>
      ${view.status === 'signed-in' ? this.#signedIn(view) : this.#button()}
      ${this.#notice.render()}
    </div>`;
  }

  #signedIn({ account, other }: Extract<SignInState, { status: 'signed-in' }>): TemplateResult {
    const text = this.#messages;
    const short = shortAddress(account.address);
    const button = (part: string, label: string) =>
      html`<button
        part=${part}
        type="button"
        class="button outlined ${this.size || 'm'}"
        ?disabled=${this.disabled}
        @click=${this.#signOut}
      >
        <bdi>${label}</bdi>
      </button>`;
    return html`<div class="signed-in">
      <span part="account" class="who"
        ><slot name="signed-in"
          ><span class="label">${text.text('signedInAs')}</span>${' '}<bdi
            part="address"
            dir="ltr"
            title=${account.address}
            >${short}</bdi
          ></slot
        ></span
      >
      ${other ? nothing : button('sign-out', text.text('signOut'))}
      ${
        other
          ? html`<p part="other" class="other">
                ${this.#otherText(account.address, other.address)}
              </p>
              ${button('switch', text.text('signInSwitch'))}`
          : nothing
      }
    </div>`;
  }

  #otherText(account: string, other: string): string {
    // Without a line break at the ellipsis.
    const whole = (address: string) => shortAddress(address).replace('…', '\u2060…\u2060');
    return this.#messages.text('signInOther', { account: whole(account), other: whole(other) });
  }

  #button(): TemplateResult {
    const text = this.#messages;
    const { status } = this;
    const isFailed = status === 'failed';
    const hasAccount = this.#state.account !== undefined;
    const isPending = this.#busy.shown && this.#isBusy && status !== 'preparing';
    const isUseless =
      this.disabled ||
      !this.#followed ||
      status === 'unknown' ||
      (this.#state.status === 'failed' && !this.#state.retry);
    const pending = this.connecting
      ? 'connecting'
      : status === 'verifying'
        ? 'signInVerifying'
        : 'signInConfirm';
    const shown = isPending ? pending : isFailed ? 'failed' : hasAccount ? 'sign-in' : 'connect';
    return html`<button
      part="button"
      type="button"
      class="button has-states ${this.variant || 'filled'} ${this.size || 'm'}"
      ?disabled=${isUseless}
      aria-labelledby="shown"
      aria-busy=${isPending ? 'true' : nothing}
      @click=${this.#press}
    >
      <span class="states">
        ${this.#label(
          shown === 'sign-in' || (shown === 'connect' && status === 'unknown'),
          html`<slot @slotchange=${() => this.requestUpdate()}></slot>${
              hasLabel(this) ? nothing : html`<bdi>${text.text('signIn')}</bdi>`
            }`,
        )}
        ${this.#label(
          shown === 'connect' && status !== 'unknown',
          html`<slot name="connect"><bdi>${text.text('connectWallet')}</bdi></slot>`,
        )}
        ${PENDING.map((each) =>
          this.#label(
            shown === each,
            html`<span part="spinner" class="spinner"></span><bdi>${text.text(each)}</bdi>`,
          ),
        )}
        ${this.#label(shown === 'failed', html`<bdi>${text.text('tryAgain')}</bdi>`)}
      </span>
    </button>`;
  }

  #label(isShown: boolean, content: TemplateResult): TemplateResult {
    return html`<span part=${isShown ? 'label' : nothing} id=${isShown ? 'shown' : nothing}
      >${content}</span
    >`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-sign-in': WalletSignIn;
  }
}
