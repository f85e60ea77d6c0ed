import {
  html,
  nothing,
  render,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { native } from '../../lib/page.js';
import type { Unsubscribe } from '../../wallets/provider.js';
import { adoptStyleSheet, createSheet } from '../internal/element.js';
import { refusedIcon } from '../internal/icons.js';
import { followAnchor } from '../styles/anchor-position.js';
import { panel } from '../styles/panel.js';

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
  #hide: Unsubscribe = () => {};

  constructor(host: ReactiveControllerHost & HTMLElement, anchor: () => HTMLElement | null) {
    this.#host = host;
    this.#anchor = anchor;
    host.addController(this);
  }

  get warning(): string {
    return this.#warning;
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
    return html`<span class="visually-hidden" role="status">${this.#status}</span>
      <span class="visually-hidden" role="alert">${this.#warning}</span>`;
  }

  async #show(text: string): Promise<void> {
    // After the event that caused the notice: Escape would close the popover instead of a dialog of the page.
    await new Promise((resolve) => setTimeout(resolve));
    await this.#host.updateComplete;
    if ((this.#status || this.#warning) !== text || !this.#host.isConnected) return;
    const anchor = this.#anchor();
    if (!anchor) return;
    this.#hide();
    this.#hide = showBubble(anchor, text, this.#warning !== '', () => this.clear());
  }

  #set(status: string, warning: string, isShown?: boolean): void {
    this.#hide();
    this.#status = status;
    this.#warning = warning;
    this.#host.requestUpdate();
    if (isShown) void this.#show(status || warning);
  }
}

/**
 * Shows a text next to `anchor`, in the same shadow root, until Escape or a click elsewhere. Hidden from
 * screen readers: NoticeController announces the text.
 */
function showBubble(
  anchor: HTMLElement,
  text: string,
  isWarning: boolean,
  dismissed: () => void,
): Unsubscribe {
  const root = anchor.getRootNode() as ShadowRoot;
  const bubble = native(document, 'createElement')('div');
  bubble.className = `panel message open ${isWarning ? 'danger' : ''}`;
  bubble.setAttribute('part', isWarning ? 'error' : 'notice');
  bubble.popover = 'auto';
  bubble.ariaHidden = 'true';
  render(html`${isWarning ? refusedIcon : nothing}<span>${text}</span>`, bubble);
  const undoStyles = adoptStyleSheet(root, createSheet(root, panel.cssText));
  const release = followAnchor(anchor, root);
  bubble.addEventListener('toggle', (event) => {
    // The event is asynchronous: the bubble may have been removed, and another notice shown.
    if (event.newState === 'closed' && bubble.isConnected) dismissed();
  });
  root.append(bubble);
  bubble.showPopover?.();
  return () => {
    release();
    bubble.remove();
    undoStyles();
  };
}
