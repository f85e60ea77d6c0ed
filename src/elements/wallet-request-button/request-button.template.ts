import { html, nothing, type TemplateResult } from 'lit';
import { read } from '../../lib/safe-access.js';
import type { MessagesController } from '../controllers/messages-controller.js';
import { doneIcon } from '../internal/icons.js';
import type { requestMessages } from '../messages/en/request.js';

export type RequestStatus = 'idle' | 'pending' | 'success' | 'error';

/** The text of a success: a transaction that was only signed or proposed is not "Done". */
export type Outcome = 'requestDone' | 'requestProposed' | 'requestSigned' | 'requestPossiblySent';

export function toOutcome(result: unknown): Outcome {
  const status = read(result, 'status');
  if (status === 'proposed') return 'requestProposed';
  if (status === 'possibly-sent') return 'requestPossiblySent';
  return status === 'signed' ? 'requestSigned' : 'requestDone';
}

/** The data and actions of the template. */
export interface RequestButtonModel {
  readonly texts: MessagesController<typeof requestMessages>;
  /** The status whose label is shown. */
  readonly shown: RequestStatus;
  readonly outcome: Outcome;
  /** The next press connects. */
  readonly needsConnection: boolean;
  /** The method and the params can be sent. */
  readonly isUsable: boolean;
  readonly isDisabled: boolean;
  /** The name of the wallet that does not support the method. */
  readonly unsupportedBy: string | undefined;
  /** Whether the page has put content into a slot; '' is the slot of the label. */
  readonly filled: (slot: string) => boolean;
  readonly look: string;
  readonly press: (event: MouseEvent) => void;
  readonly slotChanged: () => void;
}

/**
 * The button. It keeps its label and its width: a spinner or a tick takes the place of the icon. Only what the page has put
 * into a slot replaces the label, and has its space in every status.
 */
export function requestButton(model: RequestButtonModel): TemplateResult {
  const { texts, shown, unsupportedBy, isUsable, needsConnection } = model;
  const isUnsupported = unsupportedBy !== undefined;
  const isPending = shown === 'pending';
  const isSuccess = shown === 'success';
  const own =
    isSuccess && model.outcome === 'requestDone' ? 'success' : shown === 'error' ? 'error' : '';
  const slot = own && model.filled(own) ? own : '';
  const isMarked = isPending || isSuccess;
  return html`<button
      part="button"
      type="button"
      class="button has-states ${model.look} ${isMarked && !model.filled('icon') ? 'without-icon' : ''}"
      ?disabled=${model.isDisabled || !isUsable || isUnsupported}
      aria-labelledby=${shown === 'error' ? 'shown label' : 'shown'}
      aria-describedby=${isUnsupported ? 'reason' : nothing}
      title=${isUsable || isUnsupported ? nothing : texts.text('requestUnusable')}
      aria-busy=${isPending ? 'true' : nothing}
      @click=${model.press}
    >
      <span class="states">
        ${label(
          !slot && !needsConnection,
          html`${
              isPending
                ? html`<span part="spinner" class="spinner"></span>`
                : isSuccess
                  ? doneIcon
                  : html`<slot name="icon"></slot>`
            }<slot @slotchange=${model.slotChanged}></slot>${
              model.filled('') ? nothing : html`<bdi>${texts.text('sendRequest')}</bdi>`
            }`,
          'label',
        )}
        ${label(slot === 'success', html`<slot name="success"></slot>`)}
        ${label(slot === 'error', html`<slot name="error"></slot>`)}
        ${
          needsConnection
            ? label(
                true,
                html`<slot name="reconnect"><bdi>${texts.text('connectAgain')}</bdi></slot>`,
              )
            : nothing
        }
      </span>
    </button>
    ${
      isUnsupported
        ? html`<span part="reason" id="reason"
            >${texts.text('requestUnsupported', { wallet: unsupportedBy })}</span
          >`
        : nothing
    }`;
}

function label(isShown: boolean, content: TemplateResult, id?: string): TemplateResult {
  return html`<span part=${isShown ? 'label' : nothing} id=${isShown ? 'shown' : (id ?? nothing)}
    >${content}</span
  >`;
}
