import { isPress } from '../internal/press.js';
import { css, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { SentTransaction } from '../../core/types.js';
import { isJsonRpcError, JsonRpcErrorCode, withDocs } from '../../errors.js';
import { getMethod, native, read } from '../../lib/safe-access.js';
import type { Unsubscribe } from '../../lib/store.js';
import type { MethodName, MethodParams } from '../../methods/index.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { ElementEvent, buttonVariant, hasLabel } from '../internal/base-element.js';
import { ButtonElement, SHOWN_AFTER } from '../internal/button-element.js';
import { isAborted, isRejection } from '../internal/failure.js';
import { doneIcon } from '../internal/icons.js';
import { isSame } from '../internal/is-same.js';
import { requestMessages } from '../messages/en/request.js';
import { busyLabel } from '../styles/busy-label.js';
import { declaredParams, type DeclaredParams } from './declared-params.js';

export type RequestStatus = 'idle' | 'pending' | 'success' | 'error';

/** The behaviour of the button if the wallet does not support the method. */
export type IfUnsupported = '' | 'disable' | 'hide';

/** Before the request is sent. Cancel it to send nothing. `params` may be replaced. */
export class WalletBeforeRequestEvent extends ElementEvent<WalletBeforeRequestEvent> {
  static override readonly type = 'wallet-before-request';
  declare readonly method: string;
  /** The params to send. Set it to send other params. */
  declare params: unknown;
}

/** The wallet answered the request with a result. */
export class WalletRequestSuccessEvent extends ElementEvent<WalletRequestSuccessEvent> {
  static override readonly type = 'wallet-request-success';
  declare readonly method: string;
  declare readonly result: unknown;
}

/**
 * The request failed. `rejected`: the user declined, in the wallet or by closing the picker. If
 * `disconnect()` ended the request, `rejected` is false and the cause of the error is an `AbortError`.
 */
export class WalletRequestErrorEvent extends ElementEvent<WalletRequestErrorEvent> {
  static override readonly type = 'wallet-request-error';
  declare readonly method: string;
  declare readonly error: unknown;
  declare readonly rejected: boolean;
}

/** True if the wallet has withdrawn the connection, such as Leather with its code 16. */
const isDenied = (error: unknown): boolean =>
  isJsonRpcError(error) && error.code === JsonRpcErrorCode.MethodAccessDenied;

/** Milliseconds for which a success is shown. */
const SUCCESS_SHOWN = 3_000;

/**
 * Sends one request to the wallet, written in HTML: a method, and its params as JSON. Acts only on trusted
 * clicks and sends one request at a time. A tag with an error is disabled, and the console shows the error.
 *
 * Escape, or removing the button, cancels the request while the picker loads. Removing it before the next
 * frame does not cancel: a page may replace it with a spinner.
 *
 * @example
 * ```html
 * <wallet-request-button method="stx_signMessage">
 *   Sign a message
 *   <script type="application/json">
 *     { "message": "Hello from stacks-wallet-elements" }
 *   </script>
 * </wallet-request-button>
 * ```
 *
 * @slot - The label.
 * @slot icon - Before the label. While the wallet has not answered, a spinner takes its place.
 * @slot pending - The text below the button while the wallet has not answered.
 * @slot success - Replaces the label for three seconds after a success, unless a transaction was only signed or proposed.
 * @slot reconnect - The label after the wallet withdrew the connection; the next press connects, and sends nothing.
 * @slot error - Replaces the label after a failure, until the next press, unless the user declined.
 *
 * @csspart button - The button.
 * @csspart label - The label of the current status.
 * @csspart spinner - The spinner while the wallet has not answered.
 * @csspart error - The popover with the reason why a request failed.
 * @csspart notice - The popover that says that the wallet has not answered, or that the user declined.
 * @csspart reason - Below the button: why the wallet does not support the method.
 * @csspart transaction - With `track`: the `<wallet-transaction>` below the button.
 *
 * @cssstate unusable - There is no method, or the params are not JSON, or contain a number that JavaScript would round.
 * @cssstate rejected - The user declined the request.
 * @cssstate unsupported - The connected wallet does not support the method.
 *
 * @fires wallet-before-request - Before the request is sent; can be canceled, and `params` replaced.
 * @fires wallet-request-success - The request succeeded; has the wallet's result.
 * @fires wallet-request-error - The request failed; has the error and whether the user declined.
 */
export class WalletRequestButton extends ButtonElement {
  /** So that a `<fieldset disabled>` disables it, like any button. */
  static get formAssociated() {
    return true;
  }
  static override get styles() {
    return [
      super.styles,
      css`
        .all {
          flex-wrap: wrap;
        }
        [part='reason'] {
          flex: 1 0 100%;
          margin-block-start: 0.25em;
          color: var(--_text-muted);
          font-size: 0.875em;
        }
        /* The transaction below may be wider than the button. */
        :host([track]) .all {
          inline-size: fit-content;
          max-inline-size: 100%;
        }
      `,
      busyLabel,
    ];
  }

  readonly #messages = new MessagesController(this, requestMessages);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Loads and defines `<wallet-transaction>`, needed only with `track`. Set by `define.ts`. */
  static loadTransaction: (() => Promise<unknown>) | undefined;

  /** The name of the method, such as `stx_transferStx`. */
  @property() method: MethodName | (string & {}) = '';

  /**
   * The params to send; may contain bigint and Clarity values. A text is read as JSON, like the attribute `params`,
   * for frameworks that set a property instead of an attribute. Default: the attribute `params`, or else the child
   * `<script type="application/json">`, parsed as JSON when the button is pressed.
   */
  @property({ attribute: false }) params:
    | MethodParams<MethodName>
    | string
    | object
    | null
    | undefined;

  /** The look of the button: `filled`, `outlined` or `plain`. Default: `filled`. */
  @property({ converter: buttonVariant }) variant: 'filled' | 'outlined' | 'plain' = 'filled';

  /** Connects a wallet first if none is connected. Default: false. */
  @property({ type: Boolean, attribute: 'require-connect' }) requireConnect = false;

  /**
   * What to do if the connected wallet does not support the method: `disable` the button and show the reason below it,
   * or `hide` it. Default: nothing; the request fails.
   */
  @property({ attribute: 'if-unsupported' }) ifUnsupported: IfUnsupported = '';
  /**
   * Shows the status of the sent transaction below the button, and keeps it in the list of recent transactions.
   * Default: false.
   */
  @property({ type: Boolean }) track = false;

  /** The status of the request: `idle`, `pending`, `success` or `error`. Set by the element. */
  @property() status: RequestStatus = 'idle';

  /**
   * The params to send, as JSON; amounts beyond 2^53 as digits in quotes. The property `params` takes precedence.
   * Default: the child script.
   */
  @property({ attribute: 'params' }) protected paramsJson: string | null = null;

  /** The name of the wallet that does not support the method; '' if it has none. Undefined also while it is unknown. */
  @state() private unsupportedBy: string | undefined;
  /** The transaction that the wallet has sent, or a result without an id. */
  @state() private tracked: SentTransaction | object | undefined;

  #rejected = false;
  /** The wallet has withdrawn the connection: the next press connects again, and sends nothing. */
  #needsConnection = false;
  #outcome: ReturnType<typeof toOutcome> = 'requestDone';
  /** The problem with the params that the console has shown. */
  #reported = '';
  /** What `unsupportedBy` is about. */
  #asked: readonly unknown[] = [];
  #stopTracking: Unsubscribe | undefined;

  /** Called by the browser, also for a fieldset around the element, and within the update that reflects `disabled`. */
  protected formDisabledCallback(): void {
    this.requestUpdate();
    queueMicrotask(() => this.requestUpdate());
  }

  protected override preload(): void {
    this.wallet.client.preload(this.method);
  }

  /** While the page is parsed, the element may have no child yet. */
  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('DOMContentLoaded', this.#childrenChanged);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('DOMContentLoaded', this.#childrenChanged);
    if (this.status === 'success') this.status = 'idle';
    clearTimeout(this.#timer);
    this.#stopTracking?.();
  }

  readonly #childrenChanged = (): void => this.requestUpdate();

  protected override willUpdate(): void {
    this.followBusy(this.status === 'pending');
    this.#checkSupport();
    this.setState('unsupported', this.unsupportedBy !== undefined);
    this.setState('unusable', !this.#checkParams().usable);
    this.setState('rejected', this.status === 'error' && this.#rejected);
  }

  #readParams(): DeclaredParams {
    const { method, params } = this;
    if (!method) return { usable: false, problem: 'it has no attribute `method`' };
    if (params !== undefined && typeof params !== 'string') return { usable: true, params };
    return declaredParams(this, params ?? this.paramsJson);
  }

  /** Shows a new problem in the console, but only after the page is parsed. */
  #checkParams(): DeclaredParams {
    const declared = this.#readParams();
    const problem = declared.usable ? '' : declared.problem;
    if (problem !== this.#reported && native(document, 'readyState') !== 'loading') {
      this.#reported = problem;
      const message = `<wallet-request-button> is disabled: ${problem}.`;
      if (problem) console.error(withDocs(message, 'wallet-request-button'), this);
    }
    return declared;
  }

  /** Asks the wallet again after every change of the session. */
  #checkSupport(): void {
    const { client } = this.wallet;
    const asked = [this.ifUnsupported && this.method, client, client.state];
    if (isSame(asked, this.#asked)) return;
    this.#asked = asked;
    this.unsupportedBy = undefined;
    if (!this.ifUnsupported || !this.method) return;
    client.supports(this.method).then(
      ({ supported, name }) => {
        if (this.#asked === asked && supported === false) this.unsupportedBy = name ?? '';
      },
      () => undefined, // The request reports why it fails.
    );
  }

  readonly #press = (event: MouseEvent): void => {
    if (!isPress(event, this) || this.status === 'pending') return;
    const declared = this.#checkParams();
    if (declared.usable) void this.#send(this.method, declared.params);
    else this.requestUpdate();
  };

  async #send(method: string, declared: unknown): Promise<void> {
    const { client } = this.wallet;
    clearTimeout(this.#timer);
    this.clearNotice();
    const before = this.status;
    this.status = 'pending';
    const attempt = new AbortController();
    const { signal } = attempt;
    const end = this.startRequest(client, attempt);
    try {
      if (this.#needsConnection) {
        await client.connect({ opener: this, signal });
        this.#needsConnection = false;
        this.status = 'idle';
        this.announce(this.#messages.text('connectedAgain'), true);
        return;
      }
      if (this.requireConnect && !client.isConnected())
        await client.connect({ opener: this, signal });
      const event = new WalletBeforeRequestEvent({ method, params: declared, cancelable: true });
      if (!this.dispatchEvent(event)) {
        this.status = before === 'success' ? 'idle' : before;
        return;
      }
      const waiting = setTimeout(() => this.#announceWaiting(), SHOWN_AFTER);
      const result = await client
        .request({ opener: this, signal }, method, event.params)
        .finally(() => clearTimeout(waiting));
      this.#succeed(method, result);
    } catch (error) {
      this.#fail(method, error);
    } finally {
      end();
    }
  }

  #announceWaiting(): void {
    // The picker says what it waits for.
    if (this.wallet.client.choice) return;
    const text = this.#messages.text('waitingForWallet');
    const slotted = this.querySelector(':scope > [slot=pending]')?.textContent.trim();
    this.announce(slotted || text, html`<slot name="pending">${text}</slot>`);
  }

  #succeed(method: string, result: unknown): void {
    this.status = 'success';
    this.#outcome = toOutcome(result);
    this.announce(this.#messages.text(this.#outcome), this.#outcome !== 'requestDone');
    this.#timer = setTimeout(() => {
      this.status = 'idle';
      this.clearNotice();
    }, SUCCESS_SHOWN);
    if (this.track) {
      this.#track(result);
      getMethod(WalletRequestButton, 'loadTransaction')?.().catch(() => {}); // the button still shows the result
    }
    this.dispatchEvent(new WalletRequestSuccessEvent({ method, result }));
  }

  /** The client reports the network and the account of the transaction in a later task. */
  #track(result: unknown): void {
    const txid = read(result, 'txid');
    this.#stopTracking?.();
    if (txid || read(result, 'status')) this.tracked = txid ? undefined : (result as object);
    this.#stopTracking = this.wallet.client.on('sent', (sent) => {
      if (sent.txid !== txid) return;
      this.#stopTracking?.();
      this.tracked = sent;
    });
  }

  #fail(method: string, error: unknown): void {
    this.#rejected = isRejection(error);
    this.status = 'error';
    if (isAborted(error)) this.status = 'idle';
    else if (isDenied(error)) {
      this.#needsConnection = true;
      this.warn(this.#messages.text('requestNotConnected'));
    } else if (this.#rejected) this.announce(this.#messages.text('requestRejected'), true);
    else {
      void this.warnOf(error, this.#messages, (reason) =>
        this.#messages.text('requestFailed', { reason }),
      );
    }
    this.dispatchEvent(new WalletRequestErrorEvent({ method, error, rejected: this.#rejected }));
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.unsupportedBy !== undefined && this.ifUnsupported === 'hide') return nothing;
    return html`<div class="all" lang=${this.#messages.language}>
        ${this.#button()}
        ${
          this.unsupportedBy === undefined
            ? nothing
            : html`<span part="reason" id="reason"
                >${this.#messages.text('requestUnsupported', { wallet: this.unsupportedBy })}</span
              >`
        }
        ${this.renderNotice()}
      </div>
      ${
        this.track && this.tracked
          ? html`<wallet-transaction
              part="transaction"
              .transaction=${this.tracked}
            ></wallet-transaction>`
          : nothing
      }`;
  }

  /**
   * The button keeps its label and its width: a spinner or a tick is before the label, in place of the icon. Only what the page has
   * put into a slot replaces the label, and has its space in every status.
   */
  #button(): TemplateResult {
    const { status } = this;
    const texts = this.#messages;
    const isUnsupported = this.unsupportedBy !== undefined;
    const isUsable = this.#readParams().usable;
    const isPending = status === 'pending' && this.isBusyShown;
    const isSuccess = status === 'success';
    const isFailed = status === 'error' && !this.#rejected;
    const slotName =
      isSuccess && this.#outcome === 'requestDone' ? 'success' : isFailed ? 'error' : '';
    const slot = slotName && this.#fills(slotName) ? slotName : '';
    const mark = isPending
      ? html`<span part="spinner" class="spinner"></span>`
      : isSuccess
        ? doneIcon
        : undefined;
    const isOwn = !slot && !this.#needsConnection;
    const icon = html`<slot name="icon"></slot>`;
    const room = mark ? 'beside' : 'roomy';
    const look = isSuccess ? 'bare done' : this.variant || 'filled';
    return html`<button
      part="button"
      type="button"
      class="button has-states ${look} ${this.size || 'm'}"
      ?disabled=${this.disabled || this.matches(':disabled') || !isUsable || isUnsupported}
      aria-labelledby=${isFailed ? 'shown label' : 'shown'}
      aria-describedby=${isUnsupported ? 'reason' : nothing}
      title=${isUsable || isUnsupported ? nothing : texts.text('requestUnusable')}
      aria-busy=${isPending ? 'true' : nothing}
      @click=${this.#press}
    >
      <span class="states">
        ${label(
          isOwn,
          html`${(isOwn && mark) || icon}<slot @slotchange=${this.#childrenChanged}></slot>${
              hasLabel(this) ? nothing : html`<bdi>${texts.text('sendRequest')}</bdi>`
            }`,
          this.#fills('icon') ? '' : isOwn ? room : 'roomy',
          'label',
        )}
        ${label(slot === 'success', html`<slot name="success"></slot>`)}
        ${label(slot === 'error', html`<slot name="error"></slot>`)}
        ${
          this.#needsConnection
            ? label(
                true,
                html`${mark}<slot name="reconnect"><bdi>${texts.text('connectAgain')}</bdi></slot>`,
                room,
              )
            : nothing
        }
      </span>
    </button>`;
  }

  #fills(slot: string): boolean {
    return this.querySelector(`:scope > [slot=${slot}]`) !== null;
  }
}

function label(isShown: boolean, content: TemplateResult, room = '', id?: string): TemplateResult {
  return html`<span
    part=${isShown ? 'label' : nothing}
    id=${isShown ? 'shown' : (id ?? nothing)}
    class=${room}
    >${content}</span
  >`;
}

/** The text of a success: a transaction that was only signed or proposed is not "Done". */
function toOutcome(result: unknown) {
  const status = read(result, 'status');
  if (status === 'proposed') return 'requestProposed';
  if (status === 'possibly-sent') return 'requestPossiblySent';
  return status === 'signed' ? 'requestSigned' : 'requestDone';
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-before-request': WalletBeforeRequestEvent;
    'wallet-request-success': WalletRequestSuccessEvent;
    'wallet-request-error': WalletRequestErrorEvent;
  }
  interface HTMLElementTagNameMap {
    'wallet-request-button': WalletRequestButton;
  }
}
