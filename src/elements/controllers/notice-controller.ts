import {
  html,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { PopoverController } from './popover-controller.js';

/**
 * What an element says of its own accord: quiet news to a screen reader, and a warning that is spoken at
 * once and stands beside the element until it is dismissed. Both regions are there before they are needed.
 * The host renders `notice.render()` and the styles of styles/panel.ts.
 */
export class NoticeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #popover: PopoverController;
  #news = '';
  #warning = '';

  constructor(host: ReactiveControllerHost & HTMLElement, anchor: () => HTMLElement | null) {
    this.#host = host;
    const panel = () => host.shadowRoot?.querySelector<HTMLElement>('#notice') ?? null;
    this.#popover = new PopoverController(host, { anchor, panel });
    host.addController(this);
  }

  get warning(): string {
    return this.#warning;
  }

  say(news: string): void {
    this.#set(news, '');
  }

  warn(warning: string): void {
    this.#set('', warning);
  }

  clear(): void {
    this.#set('', '');
  }

  hostUpdated(): void {
    if (this.#warning) this.#popover.show();
    else this.#popover.hide();
  }

  hostDisconnected(): void {
    this.clear();
  }

  render(): TemplateResult {
    return html`<span class="visually-hidden" role="status">${this.#news}</span>
      <span class="visually-hidden" role="alert">${this.#warning}</span>
      <div
        part="error"
        id="notice"
        class="panel message ${this.#popover.open ? 'open' : ''}"
        popover
        aria-hidden="true"
        @beforetoggle=${this.#popover.beforeToggle}
        @toggle=${this.#toggled}
      >
        ${this.#warning}
      </div>`;
  }

  readonly #toggled = (event: ToggleEvent): void => {
    this.#popover.toggled(event);
    if (event.newState === 'closed' && this.#warning) this.clear();
  };

  #set(news: string, warning: string): void {
    if (news === this.#news && warning === this.#warning) return;
    this.#news = news;
    this.#warning = warning;
    this.#host.requestUpdate();
  }
}
