import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { Undo } from '../../wire/provider.js';

/**
 * The notices of an element: a status for screen readers (`role=status`), and a warning (`role=alert`) that
 * is also shown beside the element until it is dismissed. Live regions must exist before their text: the host
 * always renders `notice.render()`.
 */
export class NoticeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #anchor: () => HTMLElement | null;
  #status = '';
  #warning = '';
  #hasNoBubble = false;
  #hide: Undo = () => {};

  constructor(host: ReactiveControllerHost & HTMLElement, anchor: () => HTMLElement | null) {
    this.#host = host;
    this.#anchor = anchor;
    host.addController(this);
  }

  get warning(): string {
    return this.#warning;
  }

  say(status: string): void {
    this.#set(status, '');
  }

  warn(warning: string): void {
    this.#set('', warning);
    void this.#show(warning);
  }

  clear(): void {
    this.#set('', '');
  }

  hostDisconnected(): void {
    this.clear();
  }

  render(): TemplateResult {
    return html`<span class="visually-hidden" role="status">${this.#status}</span>
      <span class=${this.#hasNoBubble ? nothing : 'visually-hidden'} role="alert"
        >${this.#warning}</span
      >`;
  }

  /** Loads the bubble on the first warning. If it cannot be loaded, makes the live region visible instead. */
  async #show(warning: string): Promise<void> {
    const loaded = await import('./notice-bubble.js').catch(() => undefined);
    this.#hasNoBubble = !loaded;
    if (!loaded) return this.#host.requestUpdate();
    const anchor = this.#anchor();
    if (this.#warning !== warning || !anchor || !this.#host.isConnected) return;
    this.#hide();
    this.#hide = loaded.showBubble(anchor, warning, () => this.clear());
  }

  #set(status: string, warning: string): void {
    this.#hide();
    if (status === this.#status && warning === this.#warning) return;
    this.#status = status;
    this.#warning = warning;
    this.#host.requestUpdate();
  }
}
