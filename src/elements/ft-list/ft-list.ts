import { bare, native } from '../../lib/safe-access.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { defaultMetadataClient } from '../../metadata/metadata-client.js';
import type { FtListItem } from '../../metadata/metadata-types.js';
import {
  failureNote,
  failureText,
  pill,
  shortPrincipal,
  tokenImage,
  tokenSummary,
  wholePrincipal,
} from '../cards/pieces.js';
import { piecesStyles } from '../cards/pieces.styles.js';
import { TokenElement } from '../cards/token-element.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { trimmed } from '../controllers/token-controller.js';
import { ElementEvent, oneOf } from '../internal/base-element.js';
import { closeIcon, doneIcon, searchIcon } from '../internal/icons.js';
import { tokenMessages } from '../messages/en/token.js';
import { buttons } from '../styles/buttons.js';
import { base } from '../styles/base.js';
import { EndController } from './end-controller.js';
import { ftListStyles } from './ft-list.styles.js';
import { type ListQuery, PagesController, type PagesState } from './pages-controller.js';

/** The user chose a token in a list. */
export class FtSelectEvent extends ElementEvent<FtSelectEvent> {
  static override readonly type = 'ft-select';
  /** The principal of the token's contract. */
  declare readonly principal: string;
  /** The token's data from the metadata service: name, symbol, decimals and more. Each field may be absent. */
  declare readonly token: FtListItem;
}

/** Milliseconds after the last key before the search starts. */
const TYPING = 250;
/** Rows for Page Up and Page Down. */
const PAGE_KEY = 8;

/** The maximum length of a search text. */
const LONGEST_SEARCH = 300;
/** The rows while the first page loads. */
const FIRST_ROWS = 6;

/**
 * A token picker: a search field, and the service's list of fungible tokens, which loads more as the user scrolls.
 * Finds tokens by a part of the name, by symbol, by address, and by contract, also in an asset identifier or in the URL of an
 * explorer. Every row shows the principal, since
 * anyone can use any name. In a form it works like a native `<select>`: its value is the principal of the chosen token.
 *
 * @example
 * ```html
 * <ft-list></ft-list>
 * ```
 *
 * @slot empty - Replaces the text "No tokens found."
 *
 * @csspart search - The search field.
 * @csspart list - The rows. Its height is that of the frame.
 * @csspart frame - Around the rows and messages. Set its `block-size` for a taller list: `auto` is as high as the rows.
 * @csspart option - A row.
 * @csspart image - The token's image.
 * @csspart monogram - A letter, if there is no image.
 * @csspart name - The name.
 * @csspart symbol - The symbol.
 * @csspart principal - The shortened principal of the contract.
 * @csspart whole-principal - Below the rows: the whole principal of the active row, else of the chosen one.
 * @csspart empty - The text "No tokens found."
 * @csspart clear-button - In the search field, and below that text: empties the search field.
 * @csspart message - A failure.
 * @csspart retry-button - The button "Try again".
 *
 * @fires input - The user chose another token. `value` and the form have it already.
 * @fires change - As `input`, after it.
 * @fires ft-select - The user chose a token, maybe the same again. The event has its principal and its data.
 */
export class FtList extends TokenElement {
  /** @internal */
  static get formAssociated() {
    return true;
  }
  static override get styles() {
    return [base, buttons, piecesStyles, ftListStyles];
  }

  readonly #texts = new MessagesController(this, tokenMessages);
  readonly #pages = new PagesController(this, () => this.near.whenNear());
  #typing: ReturnType<typeof setTimeout> | undefined;
  #customError = '';
  #first: FtListItem | undefined;

  constructor() {
    super();
    new EndController(this, () => this.#pages.more());
    this.addEventListener('invalid', () => (this.isInvalidShown = true));
  }

  /** The principal of the chosen token; empty if none is chosen. */
  @property() value = '';

  /** The name of the value in a form. */
  @property({ reflect: true, useDefault: true }) name = '';

  /** Disables the field and the rows. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** A form cannot be sent until a token is chosen. Default: false. */
  @property({ type: Boolean, reflect: true }) required = false;

  /** The text in the search field. */
  @property() search = '';

  /** Accessible name of the list. Default: the text of its `<label>`, else "Tokens", in the language of the page. */
  @property() label = '';

  /** Lists only tokens with this symbol, in upper or lower case. */
  @property() symbol = '';

  /** Lists only tokens of this address: all of it, or its first 28 characters or more. */
  @property() address = '';

  /** `name` or `symbol`. Default: `name`. */
  @property({ converter: oneOf('name', 'symbol'), attribute: 'order-by' }) orderBy:
    | 'name'
    | 'symbol' = 'name';

  /** `asc` or `desc`. Default: `asc`. */
  @property({ converter: oneOf('asc', 'desc') }) order: 'asc' | 'desc' = 'asc';

  /** Tokens that one request loads, 1 to 60. Default: 30. */
  @property({ type: Number }) limit = 30;

  /** `idle`, `loading`, `ready`, `pending` (the service is busy), `empty` or `error`, for style sheets. Set by the element. */
  @property() status: PagesState['status'] | 'empty' = 'idle';

  /** The text of the current search: the text in the field after a pause. */
  @state() private text = '';
  /** The principal of the row that Enter chooses. */
  @state() private active: string | undefined;
  @state() private isInDisabledForm = false;
  /** The text of the labels. */
  @state() private labelText = '';
  /** Whether the browser has shown the user that the value is invalid. */
  @state() private isInvalidShown = false;

  @query('input') private input!: HTMLInputElement;

  /** Loads the list again, ignoring the cache. */
  reload(): void {
    this.broken = new Set();
    this.#pages.reload();
  }

  /** `ft-list`. */
  get type(): string {
    return this.localName;
  }

  /** The form that the element belongs to. */
  get form(): HTMLFormElement | null {
    return this.internals?.form ?? null;
  }

  /** The labels of the element. Their text is the accessible name of the field. */
  get labels(): readonly HTMLLabelElement[] {
    return [...((this.internals?.labels ?? []) as Iterable<HTMLLabelElement>)];
  }

  /** Whether the value is valid, and why not. */
  get validity(): ValidityState {
    return this.internals?.validity as ValidityState;
  }

  /** The text that the browser shows if the value is invalid; otherwise empty. */
  get validationMessage(): string {
    return this.internals?.validationMessage ?? '';
  }

  /** Whether the value is validated with the form: not while the element is disabled. */
  get willValidate(): boolean {
    return this.internals?.willValidate ?? false;
  }

  /** True if the value is valid. Fires `invalid` if not. */
  checkValidity(): boolean {
    return this.internals?.checkValidity?.() ?? true;
  }

  /** As `checkValidity()`, and shows the user why the value is invalid. */
  reportValidity(): boolean {
    return this.internals?.reportValidity?.() ?? true;
  }

  /** Makes the value invalid, with a message of the page. Empty: valid again. */
  setCustomValidity(message: string): void {
    this.#customError = String(message);
    this.#updateForm();
  }

  /** At once, not with the next update: an `input` listener may read the form. */
  override requestUpdate(...args: Parameters<TokenElement['requestUpdate']>): void {
    super.requestUpdate(...args);
    if (args[0] === 'value' || args[0] === 'required') this.#updateForm();
  }

  #updateForm(): void {
    const value = trimmed(this.value);
    const customError = this.#customError !== '';
    const valueMissing = this.required && !value;
    const message = this.#customError || (valueMissing ? missingMessage() : '');
    // happy-dom has internals without these methods.
    this.internals?.setFormValue?.(value || null);
    this.internals?.setValidity?.(
      bare({ customError, valueMissing }),
      message,
      this.input ?? undefined,
    );
    if (!message) this.isInvalidShown = false;
  }

  /** @internal */
  formResetCallback(): void {
    this.value = this.getAttribute('value') ?? '';
    this.search = this.getAttribute('search') ?? '';
    // The update does not know what was typed since the last one.
    if (this.input) this.input.value = this.search;
    this.#searchNow();
    this.active = undefined;
    this.isInvalidShown = false;
  }

  /** @internal */
  formStateRestoreCallback(value: unknown): void {
    this.value = trimmed(value);
  }

  /** @internal */
  formDisabledCallback(isDisabled: boolean): void {
    // The browser calls this also within the update that reflects `disabled`.
    queueMicrotask(() => (this.isInDisabledForm = isDisabled));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // The page has set the text, so do not wait for more keys.
    if (changed.has('search') && this.search !== this.input?.value) this.#searchNow();
    this.#readLabels();
    if (this.near.seen) this.#pages.follow(this.#query);
    const { status, tokens: listed } = this.#pages.state;
    this.status = status === 'ready' && listed.length === 0 ? 'empty' : status;
    if (!listed.some(({ principal }) => principal === this.active)) this.active = undefined;
    // The tokens of an earlier search. Each of their images may be a long data URL.
    if (listed[0] !== this.#first) this.broken = new Set();
    this.#first = listed[0];
  }

  get #query(): ListQuery {
    const limit = Number.isInteger(this.limit) && this.limit >= 1 ? Math.min(this.limit, 60) : 30;
    return {
      client: this.ownClient ?? defaultMetadataClient(),
      baseUrl: trimmed(this.baseUrl) || undefined,
      text: this.text,
      symbol: trimmed(this.symbol) || undefined,
      address: trimmed(this.address) || undefined,
      orderBy: this.orderBy === 'symbol' ? 'symbol' : 'name',
      order: this.order === 'desc' ? 'desc' : 'asc',
      limit,
    };
  }

  get #isDisabled(): boolean {
    return this.disabled || this.isInDisabledForm;
  }

  /** The browser shows its message at the field. */
  protected override firstUpdated(): void {
    this.#updateForm();
  }

  #searchNow(): void {
    clearTimeout(this.#typing);
    this.#typing = undefined;
    this.text = trimmed(this.search).slice(0, LONGEST_SEARCH);
  }

  #choose(token: FtListItem): void {
    if (this.#isDisabled) return;
    const { principal } = token;
    const isOther = principal !== trimmed(this.value);
    this.active = principal;
    this.value = principal;
    // The whole principal, which is below the rows now, takes room from them.
    this.#showActive();
    if (isOther) {
      this.dispatchEvent(new Event('input', bare({ bubbles: true, composed: true })));
      this.dispatchEvent(new Event('change', bare({ bubbles: true })));
    }
    this.dispatchEvent(new FtSelectEvent({ principal, token }));
  }

  readonly #typed = (event: Event): void => {
    // Outside, `input` means another value.
    event.stopPropagation();
    this.search = this.input.value;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#searchNow(), TYPING);
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const active = this.#activeIndex;
    switch (event.key) {
      case 'ArrowDown':
        this.#activate(active + 1);
        break;
      case 'ArrowUp':
        this.#activate(active - 1);
        break;
      case 'PageDown':
        this.#activate(Math.max(active, 0) + PAGE_KEY);
        break;
      case 'PageUp':
        this.#activate(Math.max(active - PAGE_KEY, 0));
        break;
      case 'Enter':
        if (this.#typing !== undefined) this.#searchNow();
        else if (active >= 0) this.#choose(this.#pages.state.tokens[active]!);
        break;
      case 'Escape':
        if (!this.input.value) return;
        // Prevents closing a dialog around the list.
        event.stopPropagation();
        this.#clear();
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  readonly #clear = (): void => {
    this.input.value = this.search = '';
    this.#searchNow();
    this.input.focus();
  };

  get #activeIndex(): number {
    return this.#pages.state.tokens.findIndex(({ principal }) => principal === this.active);
  }

  /** Makes a row active. Negative: no row; beyond the end: the last row. */
  #activate(index: number): void {
    const listed = this.#pages.state.tokens;
    if (index >= listed.length) this.#pages.more();
    this.active = listed[Math.min(index, listed.length - 1)]?.principal;
    this.#showActive();
  }

  #showActive(): void {
    void this.updateComplete.then(() =>
      this.renderRoot
        .querySelector('.active')
        ?.scrollIntoView(bare<ScrollIntoViewOptions>({ block: 'nearest' })),
    );
  }

  readonly #clicked = (event: Event): void => {
    const option = (event.target as Element).closest<HTMLElement>('.option');
    const { tokens: listed } = this.#pages.state;
    const token = listed.find(({ principal }) => principal === option?.dataset['principal']);
    if (token) this.#choose(token);
  };

  /** With delegatesFocus, a press on a row would focus the field, and a phone would show its keyboard. */
  readonly #pressed = (event: Event): void => {
    if (event.target !== event.currentTarget) event.preventDefault();
  };

  /** Also when the field gets the focus: a label may have been added or changed. */
  readonly #readLabels = (): void => {
    const texts = this.labels.map((label) => textWithout(this, label));
    this.labelText = texts.join(' ').replace(/\s+/g, ' ').trim();
  };

  /** The search field, the rows, and the content shown instead of rows. */
  protected override render(): TemplateResult {
    const { state } = this.#pages;
    const { labelText } = this;
    const texts = this.#texts;
    const isDisabled = this.#isDisabled;
    const isLoading = state.status === 'loading' || state.status === 'idle';
    const hasRows = state.tokens.length > 0;
    const active = this.#activeIndex;
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
          aria-required=${this.required ? 'true' : nothing}
          aria-invalid=${this.isInvalidShown ? 'true' : nothing}
          placeholder=${texts.text('listSearchHint')}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="search"
          maxlength=${LONGEST_SEARCH}
          dir=${this.search ? 'auto' : nothing}
          .value=${trimmedStart(this.search)}
          ?disabled=${isDisabled}
          @focus=${this.#readLabels}
          @input=${this.#typed}
          @keydown=${this.#key}
        />
        ${
          this.search && !isDisabled
            ? html`<button
                part="clear-button"
                class="icon-button"
                type="button"
                aria-label=${texts.text('clearSearch')}
                @click=${this.#clear}
              >
                ${closeIcon}
              </button>`
            : nothing
        }
      </div>
      <div part="frame" class="frame">
        <div
          part="list"
          class="options"
          id="options"
          role="listbox"
          tabindex="-1"
          aria-label=${trimmed(this.label) || labelText || texts.text('listLabel')}
          aria-busy=${isLoading ? 'true' : 'false'}
          aria-disabled=${isDisabled ? 'true' : nothing}
          @mousedown=${this.#pressed}
          @click=${this.#clicked}
          @keydown=${this.#key}
        >
          ${this.#rows(state.tokens)} ${rest(state)}
        </div>
        ${hasRows ? this.#wholePrincipal() : this.#instead(state)}
        ${
          state.status === 'pending' || state.status === 'error'
            ? failureNote(
                {
                  ...state,
                  look: hasRows ? 'danger' : 'danger middle',
                  retry: () => this.#pages.retry(),
                },
                texts,
              )
            : nothing
        }
      </div>
      <span class="visually-hidden" role="status">${this.#announced(state)}</span>
    </div>`;
  }

  /** A key that moves the active row renders only two rows again. */
  #rows(listed: readonly FtListItem[]): readonly unknown[] {
    const { active, value, broken, images, ipfsGateway, arweaveGateway } = this;
    return listed.map((token, at) => {
      const isActive = token.principal === active;
      const isSelected = token.principal === value;
      return guard([token, isActive, isSelected, broken, images, ipfsGateway, arweaveGateway], () =>
        this.#option(token, `option-${at}`, isActive, isSelected),
      );
    });
  }

  /**
   * One token of the list. Anyone can use any name, so the principal is always shown: shortened, and whole in every
   * accessible description.
   */
  #option(token: FtListItem, id: string, isActive: boolean, isSelected: boolean): TemplateResult {
    const { principal } = token;
    const [address, contract] = shortPrincipal(principal);
    const summary = tokenSummary(token, contract);
    return html`<div
      part="option"
      class="one-row option ${isActive ? 'active' : ''}"
      role="option"
      id=${id}
      title=${principal}
      aria-describedby=${`whole-${id}`}
      aria-selected=${isSelected ? 'true' : 'false'}
      data-principal=${principal}
    >
      ${tokenImage(summary, principal, this.imageSettings)}
      <div class="titles">
        <div class="title">
          <bdi part="name" class="name" translate="no">${summary.name}</bdi>
          ${pill(summary)}
        </div>
        <bdi part="principal" class="principal" dir="ltr" translate="no"
          ><span class="address">${address}</span><span class="contract">.${contract}</span></bdi
        >
        <span id=${`whole-${id}`} hidden>${principal}</span>
      </div>
      ${isSelected ? doneIcon : nothing}
    </div>`;
  }

  /** Of the row that Enter chooses, else of the chosen one. Screen readers read it as the description of its row. */
  #wholePrincipal(): TemplateResult | typeof nothing {
    const { tokens } = this.#pages.state;
    const shown =
      tokens[this.#activeIndex] ?? tokens.find(({ principal }) => principal === this.value);
    if (!shown) return nothing;
    return html`<p class="chosen principal open" aria-hidden="true">
      ${wholePrincipal(shown.principal)}
    </p>`;
  }

  /** The content shown instead of rows. */
  #instead({ status }: PagesState): TemplateResult | typeof nothing {
    if (status === 'error') return nothing;
    if (status === 'ready')
      return html`<div class="instead empty">
        ${searchIcon}
        <div part="empty" aria-hidden="true">
          <slot name="empty">${this.#texts.text('listEmpty')}</slot>
        </div>
        ${
          this.text
            ? html`<button
                part="clear-button"
                class="button outlined s"
                type="button"
                ?disabled=${this.#isDisabled}
                @click=${this.#clear}
              >
                ${this.#texts.text('clearSearch')}
              </button>`
            : nothing
        }
      </div>`;
    return skeleton(FIRST_ROWS, 'instead');
  }

  #announced(state: PagesState): string {
    const texts = this.#texts;
    if (state.status === 'pending' || state.status === 'error')
      return state.isBusy ? '' : failureText(state.error, texts);
    if (state.status !== 'ready') return texts.text('listLoading');
    const count = state.tokens.length;
    if (count === 0) return texts.text('listEmpty');
    return texts.text(state.next === undefined ? 'listCount' : 'listCountMore', { count });
  }
}

/** After the last row: the element whose place loads the next page, or bars while that loads. */
function rest(state: PagesState): TemplateResult | typeof nothing {
  if (state.status === 'ready' && state.next !== undefined)
    return html`<div class="end" aria-hidden="true"></div>`;
  if (state.status !== 'loading' || state.tokens.length === 0) return nothing;
  return skeleton(1);
}

const BAR_ROW = html`<div class="one-row option">
  <span class="picture bar"></span>
  <div class="titles"><span class="bar"></span><span class="bar small"></span></div>
</div>`;

/** Rows with bars in the place of their texts. */
function skeleton(rows: number, className = ''): TemplateResult {
  return html`<div class="skeleton ${className}" aria-hidden="true">
    ${Array<TemplateResult>(rows).fill(BAR_ROW)}
  </div>`;
}

/** A page may set any type of value. Spaces at the end stay while the user types. */
function trimmedStart(value: unknown): string {
  return typeof value === 'string' ? value.trimStart() : '';
}

/** The browser's message, in its language, for a select in which nothing is chosen. */
function missingMessage(): string {
  const select = Object.assign(native(document, 'createElement')('select'), { required: true });
  return select.validationMessage || 'valueMissing';
}

/** The text in a label, without that of a control in it. */
function textWithout(control: Node, label: Node): string {
  const walker = native(document, 'createTreeWalker')(label, NodeFilter.SHOW_TEXT);
  let text = '';
  while (walker.nextNode()) {
    if (!control.contains(walker.currentNode)) text += walker.currentNode.nodeValue ?? '';
  }
  return text;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'ft-select': FtSelectEvent;
  }
  interface HTMLElementTagNameMap {
    'ft-list': FtList;
  }
}
