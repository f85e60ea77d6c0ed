import { html, nothing, type TemplateResult } from 'lit';
import type { MetadataError } from '../../tokens/metadata-error.js';
import { isWaiting } from '../controllers/token-controller.js';
import { refusedIcon } from '../internal/icons.js';
import { displayText } from '../../tokens/text.js';
import type { tokenMessages } from '../messages/en/token.js';
import type { CardContext, CardView, ShownToken, TokenTexts } from './shown-token.js';

/** The content shown instead of the data of a token that is not ready. */
export function replacement(
  { view, label }: ShownToken,
  card: CardContext,
): TemplateResult | typeof nothing {
  const { texts, retry } = card;
  if (view.show === 'token' || view.show === 'nothing') return nothing;
  if (view.show === 'pending') return pendingNote(view.error, texts);
  if (view.show !== 'failure') return skeleton(texts);
  const note = {
    ...view,
    // Gives the buttons of several cards different names.
    label: texts.text('tokenRetryOf', { token: label }),
    look: view.error.code === 'not-found' ? '' : 'failure',
    retry,
  };
  return html`<slot name="error">${failureNote(note, texts)}</slot>`;
}

export function contractName(principal: string | undefined): string {
  return displayText(principal?.split('.')[1], 40) ?? '?';
}

/** Placeholder bars. An animation makes them visible only if loading takes a while. */
function skeleton(texts: TokenTexts): TemplateResult {
  return html`<slot name="loading">
    <div part="skeleton" class="skeleton">
      <span class="visually-hidden">${texts.text('tokenLoading')}</span>
      <span class="bar"></span><span class="bar"></span><span class="bar short"></span>
    </div>
  </slot>`;
}

/** Hidden from screen readers: the card's live region announces the text. */
export function pendingNote(error: MetadataError, texts: TokenTexts): TemplateResult {
  return html`<div part="message" class="message">
    <span class="spinner" aria-hidden="true"></span>
    <p aria-hidden="true">${texts.text(failureText(error))}</p>
  </div>`;
}

interface Failure {
  readonly error: MetadataError;
  readonly isBusy: boolean;
  /** The accessible name of the button, if it differs from its text. */
  readonly label?: string;
  /** The class of the message. */
  readonly look: string;
  retry(): void;
}

/** The reason for a failure and the retry button. Screen readers read the reason in the live region instead. */
export function failureNote(failure: Failure, texts: TokenTexts): TemplateResult {
  const { error, isBusy, label, look } = failure;
  return html`<div part="message" class="message ${look}">
    ${refusedIcon}
    <p aria-hidden="true">${texts.text(failureText(error))}</p>
    <button
      part="retry-button"
      id="retry"
      type="button"
      class="button outlined s"
      aria-disabled=${isBusy ? 'true' : 'false'}
      aria-label=${label ?? nothing}
      @click=${() => isBusy || failure.retry()}
    >
      ${isBusy ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}
      ${texts.text('tokenRetry')}
    </button>
  </div>`;
}

const FAILURES = {
  'not-found': 'tokenNotFound',
  'in-progress': 'tokenPending',
  'locale-not-found': 'tokenFailedAnswer',
  'token-error': 'tokenFailedMetadata',
  'invalid-principal': 'tokenFailedPrincipal',
  'invalid-token-id': 'tokenFailedId',
  'invalid-base-url': 'tokenFailedNetwork',
  'invalid-params': 'tokenFailedAnswer',
  'rate-limited': 'tokenBusy',
  network: 'tokenFailedNetwork',
  'bad-response': 'tokenFailedAnswer',
} as const satisfies Record<MetadataError['code'], keyof typeof tokenMessages>;

/** The key of the text for an error: the error's own message is in English, for developers. */
export function failureText(error: MetadataError) {
  if ((error.status ?? 0) >= 500 && !isWaiting(error)) return 'tokenFailedNetwork';
  // A page's own client may throw other codes.
  return Object.hasOwn(FAILURES, error.code) ? FAILURES[error.code] : 'tokenFailedNetwork';
}

/** The text for a token that is in progress or failed; empty for any other token. */
export function statusText(view: CardView, texts: TokenTexts): string {
  if (view.show === 'pending') return texts.text(failureText(view.error));
  if (view.show !== 'failure' || view.isBusy) return '';
  return texts.text(failureText(view.error));
}

/** The card's live region: a failure, or the result of copying. Always rendered, so that a new text is announced. */
export function liveRegion({ view }: ShownToken, { texts, copied }: CardContext): TemplateResult {
  const text = copied
    ? texts.text(copied.copied ? 'tokenPrincipalCopied' : 'copyRefused')
    : statusText(view, texts);
  return html`<span class="visually-hidden" role="status">${text}</span>`;
}
