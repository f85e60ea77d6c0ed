import { css, html, nothing, type TemplateResult } from 'lit';
import type { MetadataError } from '../../tokens/metadata-error.js';
import { isWaiting, type TokenState } from '../controllers/token-controller.js';
import { refusedIcon } from '../internal/icons.js';
import { displayText } from '../../tokens/text.js';
import type { tokenMessages } from '../messages/en/token.js';
import type { CardContext, ShownToken, TokenTexts } from './shown-token.js';

/** The content shown instead of the data of a token that is not ready. */
export function replacement(
  { state, label }: ShownToken,
  card: CardContext,
): TemplateResult | typeof nothing {
  const { texts, retry } = card;
  if (state.status === 'ready' || state.status === 'idle') return nothing;
  if (state.status === 'pending') return pendingNote(state.error, texts);
  if (!isFailure(state)) return skeleton(texts);
  const note = {
    ...state,
    // Gives the buttons of several cards different names.
    label: texts.text('tokenRetryOf', { token: label }),
    look: state.status === 'not-found' ? '' : 'failure',
    retry,
  };
  return html`<slot name="error">${failureNote(note, texts)}</slot>`;
}

export function isFailure(
  state: TokenState,
): state is Extract<TokenState, { readonly error: MetadataError }> {
  return state.status === 'error' || state.status === 'not-found';
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
export function statusText(state: TokenState, texts: TokenTexts): string {
  const isShown = state.status === 'pending' || (isFailure(state) && !state.isBusy);
  return isShown ? texts.text(failureText(state.error)) : '';
}

/** The card's live region: a failure, or the result of copying. Always rendered, so that a new text is announced. */
export function liveRegion({ state }: ShownToken, { texts, copied }: CardContext): TemplateResult {
  const text = copied
    ? texts.text(copied.copied ? 'tokenPrincipalCopied' : 'copyRefused')
    : statusText(state, texts);
  return html`<span class="visually-hidden" role="status">${text}</span>`;
}

/** The styles while the token loads, and for a failure. */
export const messagesStyles = css`
  .message {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--_space-3);
    align-self: start;
    padding: var(--_space-3) var(--_space-4);
    border: 1px solid transparent;
    border-radius: var(--_radius-m);
    background: var(--_surface-hover);
    font-size: var(--_text-s);
  }
  .failure {
    background: var(--_danger-soft);
  }
  /* The message takes the whole space of the data. */
  .without-data .replaced > slot {
    display: grid;
  }
  .without-data .message {
    grid-template-columns: minmax(0, 1fr);
    align-self: stretch;
    align-content: center;
    justify-items: center;
    padding: var(--_space-2) var(--_space-5);
    text-align: center;
  }
  .one-row > .message {
    grid-column: 1 / -1;
    margin-block-start: var(--_space-2);
  }
  .one-row > slot[name='error'] {
    display: grid;
    grid-column: 1 / -1;
    margin-block-start: var(--_space-2);
  }
  .message > .glyph {
    color: var(--_text-muted);
  }
  .failure > .glyph {
    color: var(--_danger);
  }
  .button[aria-disabled='true'] {
    cursor: progress;
  }
  .spinner {
    --_spinner: var(--_border-strong);
    --_spinner-head: var(--_accent-text);
  }
  .button .spinner {
    inline-size: 14px;
    block-size: 14px;
  }
  .skeleton {
    display: grid;
    gap: var(--_space-3);
    align-content: start;
    opacity: 0;
    animation: appear 200ms 100ms forwards;
  }
  .bar {
    block-size: 0.9em;
    border-radius: var(--_radius-s);
    background: linear-gradient(
      100deg,
      var(--_surface-active) 40%,
      var(--_surface-hover) 50%,
      var(--_surface-active) 60%
    );
    background-size: 300% 100%;
    animation: shimmer 1.6s linear infinite;
  }
  .bar.short {
    inline-size: 55%;
  }
  [aria-busy='true'] .summary,
  [aria-busy='true'] .authored {
    opacity: 0.6;
  }
  @keyframes appear {
    to {
      opacity: 1;
    }
  }
  @keyframes shimmer {
    from {
      background-position: 100% 0;
    }
    to {
      background-position: 0 0;
    }
  }
  @container (max-inline-size: 26rem) {
    .message {
      grid-template-columns: auto minmax(0, 1fr);
    }
    .message .button {
      grid-column: 1 / -1;
    }
  }
  @media (forced-colors: active) {
    .message,
    .bar {
      border: 1px solid CanvasText;
    }
    .message > .glyph {
      color: CanvasText;
    }
  }
`;
