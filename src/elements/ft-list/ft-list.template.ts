import { html, nothing, svg, type TemplateResult } from 'lit';
import { failureNote, failureText, pendingNote } from '../cards/messages.js';
import type { MessagesController } from '../controllers/messages-controller.js';
import { icon } from '../internal/icons.js';
import type { listMessages } from '../messages/en/list.js';
import type { tokenMessages } from '../messages/en/token.js';
import type { PagesState } from './pages-controller.js';

/** The maximum length of a search text. */
export const LONGEST_SEARCH = 100;

/** The bars while the first page loads. */
const SKELETON = ['', 'short', '', 'short', '', 'short', '', 'short', '', 'short', ''];

const searchIcon = icon(svg`<circle cx="11" cy="11" r="6"/><path d="M15.5 15.5L20 20"/>`);

type ListTexts = MessagesController<typeof tokenMessages & typeof listMessages>;

/** The data and actions of the template. */
export interface ListModel {
  readonly state: PagesState;
  readonly texts: ListTexts;
  readonly label: string;
  /** The text of the labels. */
  readonly labelText: string;
  readonly isRequired: boolean;
  readonly isInvalid: boolean;
  readonly search: string;
  readonly isDisabled: boolean;
  /** The index of the active row, or -1. */
  readonly active: number;
  readonly rows: readonly TemplateResult[];
  readonly focused: () => void;
  readonly typed: (event: Event) => void;
  readonly key: (event: KeyboardEvent) => void;
  readonly pressed: (event: Event) => void;
  readonly clicked: (event: Event) => void;
  readonly retry: () => void;
}

/** The search field, the rows, and the content shown instead of rows. */
export function tokenList(model: ListModel): TemplateResult {
  const { state, texts, isDisabled, active, rows, labelText } = model;
  const isLoading = state.status === 'loading' || state.status === 'idle';
  const hasRows = rows.length > 0;
  return html`<div class="all ${isDisabled ? 'disabled' : ''}" lang=${texts.language}>
    <div class="field">
      ${searchIcon}
      <input
        part="search"
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded=${hasRows ? 'true' : 'false'}
        aria-controls="options"
        aria-activedescendant=${active < 0 ? nothing : `option-${active}`}
        aria-label=${labelText || texts.text('listSearch')}
        aria-required=${model.isRequired ? 'true' : nothing}
        aria-invalid=${model.isInvalid ? 'true' : nothing}
        placeholder=${texts.text('listSearchHint')}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        enterkeyhint="search"
        maxlength=${LONGEST_SEARCH}
        dir="auto"
        .value=${model.search}
        ?disabled=${isDisabled}
        @focus=${model.focused}
        @input=${model.typed}
        @keydown=${model.key}
      />
    </div>
    <div part="frame" class="frame">
      <div
        part="list"
        class="options"
        id="options"
        role="listbox"
        tabindex="-1"
        aria-label=${model.label || labelText || texts.text('listLabel')}
        aria-busy=${isLoading ? 'true' : 'false'}
        aria-disabled=${isDisabled ? 'true' : nothing}
        @mousedown=${model.pressed}
        @click=${model.clicked}
        @keydown=${model.key}
      >
        ${rows} ${rest(state)}
      </div>
      ${hasRows ? nothing : instead(state, texts)}
      ${state.status === 'pending' ? pendingNote(state.error, texts) : nothing}
      ${state.status === 'error' ? failure(state, model) : nothing}
    </div>
    <span class="visually-hidden" role="status">${announced(state, texts)}</span>
  </div>`;
}

/** After the last row: the element that the EndController observes, or a spinner while the next page loads. */
function rest(state: PagesState): TemplateResult | typeof nothing {
  if (state.status === 'ready' && state.next !== undefined)
    return html`<div class="end" aria-hidden="true"></div>`;
  if (state.status !== 'loading' || state.tokens.length === 0) return nothing;
  return html`<div class="loading-more" aria-hidden="true"><span class="spinner"></span></div>`;
}

/** The content shown instead of rows. */
function instead({ status }: PagesState, texts: ListTexts): TemplateResult | typeof nothing {
  if (status === 'error' || status === 'pending') return nothing;
  if (status === 'ready')
    return html`<div part="empty" class="over empty" aria-hidden="true">
      <slot name="empty">${texts.text('listEmpty')}</slot>
    </div>`;
  return html`<div class="over skeleton" aria-hidden="true">
    ${SKELETON.map((bar) => html`<span class="bar ${bar}"></span>`)}
  </div>`;
}

function failure(
  { error, isBusy, tokens }: PagesState & { status: 'error' },
  { texts, retry }: ListModel,
): TemplateResult {
  const look = tokens.length ? 'failure' : 'failure failing';
  return failureNote({ error, isBusy, look, retry }, texts);
}

function announced(state: PagesState, texts: ListTexts): string {
  if (state.status === 'pending') return texts.text(failureText(state.error));
  if (state.status === 'error') return state.isBusy ? '' : texts.text(failureText(state.error));
  if (state.status !== 'ready') return texts.text('listLoading');
  const count = state.tokens.length;
  if (count === 0) return texts.text('listEmpty');
  return texts.text(state.next === undefined ? 'listCount' : 'listCountMore', { count });
}
