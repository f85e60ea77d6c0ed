import { refusedIcon } from '../internal/icons.js';
import { isPress } from '../internal/press.js';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { withDocs } from '../../errors.js';
import { createSignIn } from '../../sign-in/create-sign-in.js';
import { callsOf } from '../../sign-in/fetch-sign-in.js';
import { bare } from '../../lib/safe-access.js';
import type { Unsubscribe } from '../../lib/store.js';
import type {
  SignIn,
  SignInAccountChange,
  SignInFailure,
  SignInIdentity,
  SignInState,
} from '../../sign-in/types.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { ElementEvent, buttonVariant, hasLabel, oneOf } from '../internal/base-element.js';
import { ButtonElement, SHOWN_AFTER } from '../internal/button-element.js';
import { shortAddress } from '../../accounts/short-address.js';
import { getReason, isAborted, isRejection } from '../internal/failure.js';
import { isSame } from '../internal/is-same.js';
import { signInMessages } from '../messages/en/sign-in.js';
import { signInFailure, websiteFault } from '../messages/sign-in-failure.js';
import { avatar } from '../wallet-account/avatar.js';
import { busyLabel } from '../styles/busy-label.js';
import { attachedNote } from '../styles/attached-note.js';

/**
 * The user signed in: here, or in another element or tab with the same endpoint. Not fired for a session that already existed
 * when the page was opened.
 */
export class WalletSignInEvent extends ElementEvent<WalletSignInEvent> {
  static override readonly type = 'wallet-sign-in';
  declare readonly account: SignInIdentity;
}

/** The session ended, here or in another element or tab. `account`: the account that was signed in. */
export class WalletSignOutEvent extends ElementEvent<WalletSignOutEvent> {
  static override readonly type = 'wallet-sign-out';
  declare readonly account: SignInIdentity;
}

/** Signing in failed. `rejected`: the user declined. `reason`: the server's code, if it refused. */
export class WalletSignInErrorEvent extends ElementEvent<WalletSignInErrorEvent> {
  static override readonly type = 'wallet-sign-in-error';
  declare readonly code: SignInFailure;
  declare readonly error: unknown;
  declare readonly reason: string | undefined;
  declare readonly rejected: boolean;
}

/** The wallet changed to another account than the signed-in one. With `account-change="sign-out"`, the session ends. */
export class WalletSignInAccountChangeEvent extends ElementEvent<WalletSignInAccountChangeEvent> {
  static override readonly type = 'wallet-sign-in-account-change';
  /** The signed-in account. */
  declare readonly account: SignInIdentity;
  /** The wallet's account. */
  declare readonly other: SignInIdentity;
}

const UNKNOWN: SignInState = { status: 'unknown', account: undefined };

const getSession = (state: SignInState) =>
  state.status === 'signed-in' ? state.account : undefined;

/** Without a line break at the ellipsis. */
const short = ({ address }: SignInIdentity) => shortAddress(address).replace('…', '\u2060…\u2060');

/** False if the server has not said whether somebody is signed in. */
const isSessionKnown = (state: SignInState) =>
  state.status !== 'unknown' && (state.status !== 'failed' || state.code !== 'server-unreachable');

/** True if the server was reached, but its answer has a mistake. Also for an error of another copy of this package. */
const hasMistake = (error: unknown) => error instanceof Error && error.name === 'SignInAnswerError';

/**
 * Signs the user in with the connected wallet: the wallet signs a text, and the server verifies it. Connecting and
 * signing in are separate presses; each causes at most one prompt of the wallet, and a reload causes none.
 *
 * @example
 * ```html
 * <wallet-sign-in endpoint="/auth"></wallet-sign-in>
 * ```
 *
 * @slot - The label while nobody is signed in.
 * @slot connect - The label while no wallet is connected.
 * @slot signed-in - The text about the signed-in account. Default: "Signed in as" and its short address.
 *
 * @csspart button - The button that connects, signs in or tries again.
 * @csspart label - The label of the current status.
 * @csspart spinner - The spinner before the label, while the wallet or the server has not answered.
 * @csspart account - The signed-in account.
 * @csspart avatar - The picture of its address.
 * @csspart address - Its short address.
 * @csspart sign-out - The button that signs out.
 * @csspart other - The panel that says that the wallet uses another account, with the button that switches.
 * @csspart switch - The button that signs out, to sign in with that account.
 * @csspart error - The popover with the reason why signing in failed.
 * @csspart notice - The popover that says what is awaited, or that the user declined.
 *
 * @fires wallet-sign-in - The user signed in, here or in another element or tab with the same endpoint; has the account.
 * @fires wallet-sign-out - The session ended, here or in another element or tab; has the account.
 * @fires wallet-sign-in-error - Signing in failed; has the code.
 * @fires wallet-sign-in-account-change - The wallet changed to another account or network than that of the session.
 */
export class WalletSignIn extends ButtonElement {
  static override get styles() {
    return [
      super.styles,
      busyLabel,
      attachedNote,
      css`
        .signed-in {
          display: flex;
          flex-wrap: wrap;
          align-items: center;
          gap: var(--_space-2);
          min-inline-size: 0;
        }
        .who {
          min-inline-size: 0;
        }
        /* The name of the account is below its label. */
        .account {
          display: grid;
          grid-template-columns: auto minmax(0, 1fr);
          align-items: center;
          column-gap: var(--_space-2);
          margin-inline-end: var(--_space-1);
          font-size: calc(var(--_text-m) * 0.9375);
          line-height: 1.3;
        }
        .label {
          display: block;
          color: var(--_text-muted);
          font-size: var(--_text-xs);
        }
        .account bdi {
          white-space: nowrap;
          font-weight: var(--wallet-font-weight-medium, 600);
        }
        .account > .avatar {
          flex: none;
          inline-size: 2em;
          block-size: 2em;
          border-radius: var(--_radius-round);
        }
        /* One box of the account and the text that the wallet uses another one. */
        .signed-in:has(> .other) {
          --_mark: calc(var(--_text-m) * 1.875);
          flex-direction: column;
          align-items: stretch;
          gap: 0;
          max-inline-size: 32rem;
        }
        .who:has(+ .other) {
          padding: var(--_space-2) var(--_space-3);
          border: 1px solid var(--_border);
          border-radius: var(--_radius-m) var(--_radius-m) 0 0;
        }
        .other {
          column-gap: var(--_space-2);
        }
      `,
    ];
  }

  readonly #messages = new MessagesController(this, signInMessages);

  /** The result of `createSignIn`. Default: a sign-in for `endpoint`. */
  @property({ attribute: false }) controller: SignIn | undefined;

  /**
   * The URL under which the server has `nonce`, `verify`, `session` and `sign-out`, as `fetchSignIn` describes, such as
   * `/auth`. It is resolved against the URL of the page, not against `<base>`, and must be of the page's own origin, or of
   * one in `signInOrigins` of `configure`. Not used with a `controller`.
   */
  @property() endpoint = '';

  /** Sign in with the `stacks` or the `bitcoin` address. Not used with a `controller`. Default: `stacks`. */
  @property({ converter: oneOf('stacks', 'bitcoin') }) chain: 'stacks' | 'bitcoin' = 'stacks';

  /**
   * What happens when the wallet changes to another account or network than that of the session: `ask` shows both
   * accounts and a button that signs out, `keep` keeps the session without asking, `sign-out` ends it. Not used with a
   * `controller`. Default: `ask`.
   */
  @property({ attribute: 'account-change' }) accountChange: SignInAccountChange = 'ask';

  /** The look of the button: `filled`, `outlined` or `plain`. Default: `filled`. */
  @property({ converter: buttonVariant }) variant: 'filled' | 'outlined' | 'plain' = 'filled';

  /**
   * The status: `unknown`, `signed-out`, `preparing`, `ready`, `signing`, `verifying`, `signed-in` or `failed`. Set by
   * the element.
   */
  @property() status: SignInState['status'] = 'unknown';

  @state() private connecting = false;
  /** The server failed before the user pressed: nothing is shown, and the label stays. */
  @state() private isQuiet = false;

  /** The sign-in that is followed: the `controller`, or the one created for the endpoint. */
  #signIn: SignIn | undefined;
  #state = UNKNOWN;
  #wasPressed = false;
  /** Whether the server has said at some time if somebody is signed in. */
  #isSessionKnown = false;
  #ownSignIn: SignIn | undefined;
  #ownOptions: readonly unknown[] = [];
  #unfollow: Unsubscribe | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const signIn = this.#signIn;
    this.#follow(undefined);
    // Moving an element within the document also disconnects it.
    queueMicrotask(() => this.isConnected || signIn?.cancel());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.isConnected) return;
    this.#follow(this.controller ?? this.#createOwn());
    this.status = this.#state.status;
    const hasChanged = changed.has('endpoint') || changed.has('controller');
    if (hasChanged && !this.endpoint && !this.controller) {
      this.#logMistake('it has neither `endpoint` nor `controller`.');
    }
    this.followBusy(this.#isBusy);
  }

  protected override update(changed: PropertyValues<this>): void {
    const focused = this.shadowRoot?.activeElement;
    super.update(changed);
    // The focused button was replaced, perhaps by another tab, while the user reads elsewhere.
    if (focused?.isConnected === false) this.focus(bare({ preventScroll: true }));
  }

  /** Creates a new sign-in only if an option has changed. */
  #createOwn(): SignIn | undefined {
    const { endpoint, chain, accountChange } = this;
    const { client } = this.wallet;
    const options = [endpoint, chain, accountChange, client];
    if (!isSame(options, this.#ownOptions)) {
      this.#ownOptions = options;
      this.#ownSignIn = undefined;
      try {
        if (endpoint) {
          this.#ownSignIn = createSignIn({ ...callsOf(endpoint), chain, accountChange, client });
        }
      } catch (error) {
        this.#logMistake(getReason(error));
      }
    }
    return this.#ownSignIn;
  }

  #logMistake(problem: string): void {
    console.error(withDocs(`<wallet-sign-in> is disabled: ${problem}`, 'wallet-sign-in'), this);
  }

  #follow(signIn: SignIn | undefined): void {
    if (signIn === this.#signIn) return;
    this.clearNotice();
    this.#unfollow?.();
    this.#wasPressed = false;
    this.#signIn = signIn;
    this.#state = signIn?.state ?? UNKNOWN;
    this.#isSessionKnown = isSessionKnown(this.#state);
    const update = () => {
      const before = this.#state;
      this.#state = signIn?.state ?? UNKNOWN;
      if (before !== this.#state) this.#changed(before, this.#state);
      this.requestUpdate();
    };
    this.#unfollow = signIn?.subscribe(update);
    // The first subscription may change the state.
    update();
  }

  #changed(before: SignInState, next: SignInState): void {
    this.status = next.status;
    const text = this.#messages;
    // The message about signing out stays while the nonce is fetched.
    const isPrepared = next.status === 'preparing' || next.status === 'ready';
    const isLater = isPrepared && before.status !== 'failed';
    if (next.status !== 'failed' && !isLater) this.clearNotice();
    const wasKnown = this.#isSessionKnown;
    this.#isSessionKnown ||= isSessionKnown(next);
    const [from, to] = [before, next].map(getSession);
    if (from?.address !== to?.address) {
      if (from) {
        if (!to) this.announce(text.text('signedOut'));
        this.dispatchEvent(new WalletSignOutEvent({ account: from }));
      }
      if (to && wasKnown) {
        if (before.status === 'verifying') this.announce(text.text('signedIn'));
        this.dispatchEvent(new WalletSignInEvent({ account: to }));
      }
    }
    const shown = before.status === 'signed-in' ? before.other?.address : undefined;
    if (next.status === 'signed-in' && next.other && next.other.address !== shown) {
      if (this.#isAsking) {
        const as = `${text.text('signedInAs')} ${short(next.account)}`;
        this.announce(`${this.#otherText(next.other)} ${as}`);
      }
      this.dispatchEvent(
        new WalletSignInAccountChangeEvent({ account: next.account, other: next.other }),
      );
    }
    clearTimeout(this.#waiting);
    if (next.status === 'signing') {
      const confirm = () => this.announce(text.text('signInConfirm'), true);
      this.#waiting = setTimeout(confirm, SHOWN_AFTER);
    }
    if (next.status === 'verifying') this.announce(text.text('signInVerifying'));
    this.isQuiet = false;
    if (next.status === 'failed') this.#failed(next);
    // Fetches the nonce, so that a press prompts the wallet at once.
    if (next.status === 'signed-out' || next.status === 'failed') this.#prepare();
  }

  #failed({ code, error, reason }: Extract<SignInState, { status: 'failed' }>): void {
    const text = this.#messages;
    this.isQuiet = !this.#wasPressed && (code === 'nonce-fetch' || code === 'server-unreachable');
    if (this.isQuiet) {
      // An error about the answer is in the console already.
      if (!hasMistake(error)) console.error('<wallet-sign-in>: the server failed:', error, this);
    } else if (code === 'user-rejected') this.announce(text.text('signInRejected'), true);
    else if (code === 'wallet-failed') {
      void this.warnOf(error, text, (why) => text.text('signInFailed', { reason: why }));
    } else if (hasMistake(error) && !websiteFault(error)) {
      this.warn(text.text('signInFailed', { reason: '' }).trim());
    } else this.warn(text.text(signInFailure(code, reason, error)));
    this.dispatchEvent(
      new WalletSignInErrorEvent({ code, error, reason, rejected: code === 'user-rejected' }),
    );
  }

  get #isBusy(): boolean {
    return this.connecting || ['preparing', 'signing', 'verifying'].includes(this.status);
  }

  /** Whether the element shows that the wallet uses another account than the session. */
  get #isAsking(): boolean {
    return this.#signIn?.accountChange !== 'keep';
  }

  #prepare(): void {
    void this.#signIn?.prepare();
  }

  protected override preload(): void {
    if (this.wallet.state.status === 'connected') this.#prepare();
    else this.wallet.client.preload();
  }

  readonly #press = (event: MouseEvent): void => {
    // Ignore the second click of a double click.
    if (!isPress(event, this) || event.detail > 1 || this.connecting) return;
    const { isQuiet } = this;
    this.#wasPressed = true;
    if (this.#state.account) void this.#signIn?.signIn();
    else if (this.#state.status === 'failed') void this.#tryAgain(isQuiet);
    else void this.#connect();
  };

  /** Asks the server again. `connects`: then connects a wallet, unless it failed again, which is shown. */
  async #tryAgain(connects: boolean): Promise<void> {
    await this.#signIn?.refresh();
    if (connects && this.#state.status !== 'failed') await this.#connect();
  }

  /** Needs a separate press from signing in, so that each press causes one prompt. */
  async #connect(): Promise<void> {
    const { client } = this.wallet;
    const attempt = new AbortController();
    const { signal } = attempt;
    this.clearNotice();
    this.announce(this.#messages.text('connecting'));
    this.connecting = true;
    const end = this.startRequest(client, attempt);
    try {
      await client.connect({ opener: this, signal });
    } catch (error) {
      if (isAborted(error)) return;
      if (isRejection(error)) this.announce(this.#messages.text('connectRejected'), true);
      else
        void this.warnOf(error, this.#messages, (reason) =>
          this.#messages.text('connectFailed', { reason }),
        );
    } finally {
      end();
      this.connecting = false;
    }
  }

  readonly #signOut = async (event: MouseEvent): Promise<void> => {
    if (!isPress(event, this) || event.detail > 1) return;
    try {
      await this.#signIn?.signOut();
    } catch {
      this.warn(this.#messages.text('signOutFailed'));
    }
  };

  protected override render(): TemplateResult {
    const state = this.#state;
    return html`<div class="all" lang=${this.#messages.language}>
      ${state.status === 'signed-in' ? this.#signedIn(state) : this.#button(state)}
      ${this.renderNotice()}
    </div>`;
  }

  /** The signed-in account, and the button that signs out. */
  #signedIn({ account, other }: Extract<SignInState, { status: 'signed-in' }>): TemplateResult {
    const text = this.#messages;
    const button = (part: string, variant: string, label: string) =>
      html`<button
        part=${part}
        type="button"
        class="button ${variant} ${this.size === 'l' ? 'm' : 's'}"
        ?disabled=${this.disabled}
        @click=${this.#signOut}
      >
        <bdi>${label}</bdi>
      </button>`;
    return html`<div class="signed-in bare">
      <span part="account" class="who"
        ><slot name="signed-in"
          ><span class="account"
            >${avatar(account.address)}<span
              ><span class="label">${text.text('signedInAs')}</span>${' '}<bdi
                part="address"
                dir="ltr"
                translate="no"
                title=${account.address}
                >${shortAddress(account.address)}</bdi
              ></span
            ></span
          ></slot
        ></span
      >
      ${
        other && this.#isAsking
          ? html`<div part="other" class="note attached other">
              ${refusedIcon}
              <div class="texts">
                <p>${this.#otherText(other)}</p>
                ${button('switch', 'filled', text.text('signInSwitch'))}
              </div>
            </div>`
          : button('sign-out', 'outlined', text.text('signOut'))
      }
    </div>`;
  }

  /** The text that the wallet uses another account than the signed-in one. */
  #otherText(other: SignInIdentity): string {
    return this.#messages.text('signInOther', { other: short(other) });
  }

  /**
   * The button that connects, signs in or tries again. It has room for the text that replaces its label while something is pending,
   * so that it keeps its width.
   */
  #button(state: Exclude<SignInState, { status: 'signed-in' }>): TemplateResult {
    const text = this.#messages;
    const { status, account } = state;
    const isPending = this.isBusyShown && this.#isBusy && status !== 'preparing';
    const isUseless = status === 'unknown' || (status === 'failed' && !state.retry);
    const isFailed = status === 'failed' && state.code !== 'user-rejected' && !this.isQuiet;
    // Before the server has answered, the label is the one that follows.
    const isConnected = this.wallet.state.status === 'connected';
    const isSignIn = !isFailed && (account !== undefined || (status === 'unknown' && isConnected));
    const label = isFailed
      ? html`<bdi>${text.text('tryAgain')}</bdi>`
      : isSignIn
        ? html`<slot @slotchange=${() => this.requestUpdate()}></slot>${
              hasLabel(this) ? nothing : html`<bdi>${text.text('signIn')}</bdi>`
            }`
        : html`<slot name="connect"><bdi>${text.text('connectWallet')}</bdi></slot>`;
    const busy = text.text(isSignIn ? 'signInVerifying' : 'connecting');
    return html`<button
      part="button"
      type="button"
      class="button has-states ${this.variant || 'filled'} ${this.size || 'm'}"
      ?disabled=${this.disabled || !this.#signIn || isUseless}
      aria-labelledby="shown"
      aria-busy=${isPending ? 'true' : nothing}
      @click=${this.#press}
    >
      <span class="states">
        <span part=${isPending ? nothing : 'label'} id=${isPending ? nothing : 'shown'}
          >${label}</span
        >
        <span
          part=${isPending ? 'label' : nothing}
          id=${isPending ? 'shown' : nothing}
          class="beside"
          ><span part=${isPending ? 'spinner' : nothing} class="spinner"></span
          ><bdi>${busy}</bdi></span
        >
      </span>
    </button>`;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-sign-in': WalletSignInEvent;
    'wallet-sign-out': WalletSignOutEvent;
    'wallet-sign-in-error': WalletSignInErrorEvent;
    'wallet-sign-in-account-change': WalletSignInAccountChangeEvent;
  }
  interface HTMLElementTagNameMap {
    'wallet-sign-in': WalletSignIn;
  }
}
