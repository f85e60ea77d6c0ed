import { html, nothing, type TemplateResult } from 'lit';
import type { MetadataError } from '../../errors.js';
import type { CopyResult } from '../controllers/copy-controller.js';
import { copyIcon, doneIcon, refusedIcon } from '../internal/icons.js';
import type { tokenMessages } from '../messages/en/token.js';
import type { CardView } from './card-state.js';
import type { TokenTexts } from './token-templates.js';

export interface HeadParts {
  readonly picture: TemplateResult;
  readonly name: string;
  readonly symbol: string | undefined;
  readonly level: number;
  /** Always shown beside the name: names are not unique, and anyone may take one. */
  readonly principal: string;
  readonly copy: TemplateResult | typeof nothing;
  readonly end?: TemplateResult | typeof nothing;
}

export function cardHead(head: HeadParts): TemplateResult {
  return html`<header part="header" class="head">
    ${head.picture}
    <div class="titles">
      <div part="heading" class="title" id="heading" role="heading" aria-level=${head.level}>
        <bdi part="name">${head.name}</bdi>
        ${head.symbol ? html`<bdi part="symbol" class="symbol"><span>${head.symbol}</span></bdi>` : nothing}
      </div>
      <div class="identity">
        <bdi part="principal" class="principal" dir="ltr">${head.principal}</bdi>
        ${head.copy}
      </div>
    </div>
    ${head.end ?? nothing}
  </header>`;
}

export interface CopyParts {
  readonly principal: string;
  readonly token: string;
  readonly result: CopyResult;
  copy(principal: string): void;
}

/** A live region of the card announces the result. */
export function copyPrincipal(parts: CopyParts, texts: TokenTexts): TemplateResult {
  const { principal, token } = parts;
  const result = resultFor(principal, parts.result);
  return html`<button
      part="copy-button"
      type="button"
      class="icon-button ${result?.copied ? 'copied' : ''}"
      aria-label=${texts.text('tokenCopyPrincipal', { token })}
      @click=${() => parts.copy(principal)}
    >
      ${!result ? copyIcon : result.copied ? doneIcon : refusedIcon}
    </button>
    ${
      result?.copied === false
        ? html`<p part="copy-error" class="copy-error" aria-hidden="true">
            ${texts.text('copyRefused')}
          </p>`
        : nothing
    }`;
}

function resultFor(principal: string, result: CopyResult): CopyResult {
  return result?.text === principal ? result : undefined;
}

/** Placeholder bars; its animation makes them visible only when loading takes a while. */
export function skeleton(texts: TokenTexts): TemplateResult {
  return html`<slot name="loading">
    <div part="skeleton" class="skeleton">
      <span class="visually-hidden">${texts.text('tokenLoading')}</span>
      <span class="bar"></span><span class="bar"></span><span class="bar short"></span>
    </div>
  </slot>`;
}

/** Hidden from screen readers: the card's live region announces the text. */
export function pendingNote(texts: TokenTexts): TemplateResult {
  return html`<div part="message" class="message">
    <span class="spinner" aria-hidden="true"></span>
    <p aria-hidden="true">${texts.text('tokenPending')}</p>
  </div>`;
}

export interface FailureParts {
  readonly error: MetadataError;
  readonly isBusy: boolean;
  /** Added to the accessible name "Try again", so that the buttons of several cards differ. */
  readonly token: string;
  retry(): void;
}

export function failureNote(failure: FailureParts, texts: TokenTexts): TemplateResult {
  const { error, isBusy, token } = failure;
  return html`<slot name="error">
    <div part="message" class="message ${error.code === 'not-found' ? '' : 'failure'}">
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M12 7.5v5.5M12 16.5h.01" />
      </svg>
      <p aria-hidden="true">${texts.text(failureText(error))}</p>
      <button
        part="retry-button"
        id="retry"
        type="button"
        class="button outlined s"
        aria-disabled=${isBusy ? 'true' : 'false'}
        aria-label=${texts.text('tokenRetryOf', { token })}
        @click=${() => isBusy || failure.retry()}
      >
        ${isBusy ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}
        ${texts.text('tokenRetry')}
      </button>
    </div>
  </slot>`;
}

const FAILURES = {
  'not-found': 'tokenNotFound',
  'in-progress': 'tokenPending',
  'locale-not-found': 'tokenFailedAnswer',
  'token-error': 'tokenFailedMetadata',
  'invalid-principal': 'tokenFailedPrincipal',
  'invalid-token-id': 'tokenFailedPrincipal',
  'invalid-base-url': 'tokenFailedNetwork',
  'invalid-params': 'tokenFailedAnswer',
  'rate-limited': 'tokenBusy',
  network: 'tokenFailedNetwork',
  'bad-response': 'tokenFailedAnswer',
} as const satisfies Record<MetadataError['code'], keyof typeof tokenMessages>;

/** The error's own message is in English and for developers. */
function failureText(error: MetadataError) {
  if ((error.status ?? 0) >= 500) return 'tokenFailedNetwork';
  // A page's own client may throw other codes.
  return Object.hasOwn(FAILURES, error.code) ? FAILURES[error.code] : 'tokenFailedNetwork';
}

/** The text of the card's live region. The region always exists, so that a new text is announced. */
export function announcement(view: CardView, texts: TokenTexts): string {
  if (view.show === 'pending') return texts.text('tokenPending');
  if (view.show !== 'failure' || view.isBusy) return '';
  return texts.text(failureText(view.error));
}
