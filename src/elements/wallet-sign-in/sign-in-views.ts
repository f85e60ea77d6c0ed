import { html, nothing, type ReactiveElement, type TemplateResult } from 'lit';
import type { SignInIdentity, SignInState } from '../../sign-in/types.js';
import type { MessagesController } from '../controllers/messages-controller.js';
import { shortAddress } from '../internal/account-address.js';
import { hasLabel } from '../internal/element.js';
import type { signInMessages } from '../messages/en/sign-in.js';

type Messages = MessagesController<typeof signInMessages>;

/** The text that the wallet uses another account than the signed-in one. */
export function otherText(
  text: Messages,
  { address }: SignInIdentity,
  other: SignInIdentity,
): string {
  // Prevents a line break at the ellipsis.
  const [account, now] = [address, other.address].map((each) =>
    shortAddress(each).replace('…', '\u2060…\u2060'),
  ) as [string, string];
  return text.text('signInOther', { account, other: now });
}

/** The signed-in account, and the button that signs out. */
export function renderSignedIn(
  text: Messages,
  { account, other }: Extract<SignInState, { status: 'signed-in' }>,
  {
    disabled,
    size,
    isAsking,
    signOut,
  }: {
    readonly disabled: boolean;
    readonly size: string;
    readonly isAsking: boolean;
    readonly signOut: (event: MouseEvent) => Promise<void>;
  },
): TemplateResult {
  const button = (part: string, label: string) =>
    html`<button
      part=${part}
      type="button"
      class="button outlined ${size || 'm'}"
      ?disabled=${disabled}
      @click=${signOut}
    >
      <bdi>${label}</bdi>
    </button>`;
  return html`<div class="signed-in">
    <span part="account" class="who"
      ><slot name="signed-in"
        ><span class="label">${text.text('signedInAs')}</span>${' '}<bdi
          part="address"
          dir="ltr"
          translate="no"
          title=${account.address}
          >${shortAddress(account.address)}</bdi
        ></slot
      ></span
    >
    ${
      other && isAsking
        ? html`<p part="other" class="other">${otherText(text, account, other)}</p>
            ${button('switch', text.text('signInSwitch'))}`
        : button('sign-out', text.text('signOut'))
    }
  </div>`;
}

/**
 * The button that connects, signs in or tries again. It keeps its label and its width while something is pending: a
 * spinner is before the label.
 */
export function renderButton(
  text: Messages,
  state: Exclude<SignInState, { status: 'signed-in' }>,
  {
    host,
    isDisabled,
    isBusy,
    look,
    press,
  }: {
    readonly host: ReactiveElement;
    readonly isDisabled: boolean;
    readonly isBusy: boolean;
    readonly look: string;
    readonly press: (event: MouseEvent) => void;
  },
): TemplateResult {
  const { status, account } = state;
  const isPending = isBusy && status !== 'preparing';
  const isUseless = isDisabled || status === 'unknown' || (status === 'failed' && !state.retry);
  const shown =
    state.status === 'failed' && state.code !== 'user-rejected'
      ? 'failed'
      : account
        ? 'sign-in'
        : 'connect';
  const label = (isShown: boolean, content: TemplateResult) =>
    html`<span part=${isShown ? 'label' : nothing} id=${isShown ? 'shown' : nothing}
      >${isShown && isPending ? html`<span part="spinner" class="spinner"></span>` : nothing}${content}</span
    >`;
  return html`<button
    part="button"
    type="button"
    class="button has-states ${look} ${isPending ? 'without-icon' : ''}"
    ?disabled=${isUseless}
    aria-labelledby="shown"
    aria-busy=${isPending ? 'true' : nothing}
    @click=${press}
  >
    <span class="states">
      ${label(
        shown === 'sign-in' || (shown === 'connect' && status === 'unknown'),
        html`<slot @slotchange=${() => host.requestUpdate()}></slot>${
            hasLabel(host) ? nothing : html`<bdi>${text.text('signIn')}</bdi>`
          }`,
      )}
      ${label(
        shown === 'connect' && status !== 'unknown',
        html`<slot name="connect"><bdi>${text.text('connectWallet')}</bdi></slot>`,
      )}
      ${label(shown === 'failed', html`<bdi>${text.text('tryAgain')}</bdi>`)}
    </span>
  </button>`;
}
