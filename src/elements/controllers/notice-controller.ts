import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { refusedIcon } from '../internal/icons.js';

/**
 * The notices of an element: a status (`role=status`), for screen readers or also shown, and a warning
 * (`role=alert`), always shown. A shown notice stays next to the host's `.button` until it is dismissed. Live regions
 * must exist before their text: the host always renders `notice.render()`, and has the styles `panel`.
 */
export class NoticeController implements ReactiveController {
  readonly #host: LitElement;
  #status = '';
  #warning = '';
  /** Another object for each notice that is shown. */
  #shown: { readonly content: string | TemplateResult } | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  get warning(): string {
    return this.#warning;
  }

  /** `shown`: also show it next to the element, or show this instead. */
  announce(status: string, shown: boolean | TemplateResult = false): void {
    this.#set(status, '', shown === true ? status : shown);
  }

  warn(warning: string): void {
    this.#set('', warning, warning);
  }

  clear(): void {
    this.#set('', '');
  }

  hostDisconnected(): void {
    this.clear();
  }

  /** A shown notice is hidden from screen readers: the live regions announce it. */
  render(): TemplateResult {
    const isWarning = this.#warning !== '';
    return html`<span class="visually-hidden" role="status">${this.#status}</span>
      <span class="visually-hidden" role="alert">${this.#warning}</span>
      ${
        this.#shown
          ? keyed(
              this.#shown,
              html`<div
                popover
                aria-hidden="true"
                part=${isWarning ? 'error' : 'notice'}
                class="panel message ${isWarning ? 'danger' : ''}"
                @toggle=${this.#toggled}
              >
                ${isWarning ? refusedIcon : nothing}<span>${this.#shown.content}</span>
              </div>`,
            )
          : nothing
      }`;
  }

  /** The event is asynchronous: another notice may be shown by now. */
  readonly #toggled = ({ newState, target }: ToggleEvent): void => {
    if (newState === 'closed' && (target as Element).isConnected) this.clear();
  };

  #set(status: string, warning: string, content: false | string | TemplateResult = false): void {
    this.#status = status;
    this.#warning = warning;
    this.#shown = content ? { content } : undefined;
    this.#host.requestUpdate();
    if (this.#shown) void this.#show(this.#shown);
  }

  async #show(shown: object): Promise<void> {
    // After the event that caused the notice: Escape would close the popover instead of a dialog of the page.
    await new Promise((resolve) => setTimeout(resolve));
    await this.#host.updateComplete;
    if (shown !== this.#shown || !this.#host.isConnected) return;
    // jsdom has no popovers.
    this.#host.renderRoot.querySelector<HTMLElement>('.message')?.showPopover?.();
  }
}
