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
  /** The page has put a label into the default slot. */
  readonly hasLabel: boolean;
  readonly look: string;
  readonly press: (event: MouseEvent) => void;
  readonly slotChanged: () => void;
}

/** The button, with the labels of all statuses in one place, so that its width does not change. */
export function requestButton(model: RequestButtonModel): TemplateResult {
  const { texts, shown, unsupportedBy, isUsable } = model;
  const isUnsupported = unsupportedBy !== undefined;
  return html`<button
      part="button"
      type="button"
      class="button has-states ${model.look}"
      ?disabled=${model.isDisabled || !isUsable || isUnsupported}
      aria-labelledby=${shown === 'error' ? 'shown label' : 'shown'}
      aria-describedby=${isUnsupported ? 'reason' : nothing}
      title=${isUsable || isUnsupported ? nothing : texts.text('requestUnusable')}
      aria-busy=${shown === 'pending' ? 'true' : nothing}
      @click=${model.press}
    >
      <span class="states">
        ${label(
          shown === 'idle',
          html`<slot @slotchange=${model.slotChanged}></slot>${
              model.hasLabel ? nothing : html`<bdi>${texts.text('sendRequest')}</bdi>`
            }`,
          'label',
        )}
        ${label(
          shown === 'pending',
          html`<span part="spinner" class="spinner"></span
            ><slot name="pending"><bdi>${texts.text('waitingForWallet')}</bdi></slot>`,
        )}
        ${label(shown === 'success', success(model))} ${label(shown === 'error', again(model))}
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

/** The page's slot `success` replaces only the text "Done", not "Signed" or "Proposed". */
function success({ texts, outcome }: RequestButtonModel): TemplateResult {
  const content = html`${doneIcon}<bdi>${texts.text(outcome)}</bdi>`;
  return outcome === 'requestDone' ? html`<slot name="success">${content}</slot>` : content;
}

function again({ texts, needsConnection }: RequestButtonModel): TemplateResult {
  return html`<slot name=${needsConnection ? 'reconnect' : 'error'}
    ><bdi>${texts.text(needsConnection ? 'connectAgain' : 'tryAgain')}</bdi></slot
  >`;
}

function label(isShown: boolean, content: TemplateResult, id?: string): TemplateResult {
  return html`<span part=${isShown ? 'label' : nothing} id=${isShown ? 'shown' : (id ?? nothing)}
    >${content}</span
  >`;
}
