import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { Undo } from '../../wire/provider.js';

/**
 * What an element says of its own accord: quiet news to a screen reader, and a warning that is spoken at
 * once and stands beside the element until it is dismissed. Both regions are there before they are needed:
 * the host renders `notice.render()`.
 */
export class NoticeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #anchor: () => HTMLElement | null;
  #news = '';
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

  say(news: string): void {
    this.#set(news, '');
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
    return html`<span class="visually-hidden" role="status">${this.#news}</span>
      <span class=${this.#hasNoBubble ? nothing : 'visually-hidden'} role="alert"
        >${this.#warning}</span
      >`;
  }

  /** Few pages ever warn: what is seen is fetched then; where it is lost, what is spoken is seen as well. */
  async #show(warning: string): Promise<void> {
    const loaded = await import('./notice-bubble.js').catch(() => undefined);
    this.#hasNoBubble = !loaded;
    if (!loaded) return this.#host.requestUpdate();
    const anchor = this.#anchor();
    if (this.#warning !== warning || !anchor || !this.#host.isConnected) return;
    this.#hide();
    this.#hide = loaded.showBubble(anchor, warning, () => this.clear());
  }

  #set(news: string, warning: string): void {
    this.#hide();
    if (news === this.#news && warning === this.#warning) return;
    this.#news = news;
    this.#warning = warning;
    this.#host.requestUpdate();
  }
}
