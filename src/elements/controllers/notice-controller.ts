import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { Undo } from '../../wire/provider.js';

const loadBubble = () => import('./notice-bubble.js').catch(() => undefined);

/**
 * The notices of an element: a status (`role=status`), for screen readers or also shown, and a warning
 * (`role=alert`), always shown. A shown notice stays next to the element until it is dismissed. Live regions
 * must exist before their text: the host always renders `notice.render()`.
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

  /** Loads the bubble, so that a later notice is shown at once. */
  preload(): void {
    void loadBubble();
  }

  /** `isShown`: also show it next to the element. */
  announce(status: string, isShown = false): void {
    this.#set(status, '', isShown);
  }

  warn(warning: string): void {
    this.#set('', warning, true);
  }

  clear(): void {
    this.#set('', '');
  }

  hostDisconnected(): void {
    this.clear();
  }

  render(): TemplateResult {
    const hidden = this.#hasNoBubble ? nothing : 'visually-hidden';
    return html`<span class=${hidden} role="status">${this.#status}</span>
      <span class=${hidden} role="alert">${this.#warning}</span>`;
  }

  /** Loads the bubble on the first use. If it cannot be loaded, makes the live region visible instead. */
  async #show(text: string): Promise<void> {
    const loaded = await loadBubble();
    if ((this.#status || this.#warning) !== text || !this.#host.isConnected) return;
    this.#hasNoBubble = !loaded;
    if (!loaded) return this.#host.requestUpdate();
    const anchor = this.#anchor();
    if (!anchor) return;
    this.#hide();
    this.#hide = loaded.showBubble(anchor, text, this.#warning !== '', () => this.clear());
  }

  #set(status: string, warning: string, isShown?: boolean): void {
    this.#hide();
    this.#hasNoBubble = false;
    this.#status = status;
    this.#warning = warning;
    this.#host.requestUpdate();
    if (isShown) void this.#show(status || warning);
  }
}
