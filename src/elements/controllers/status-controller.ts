import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { afterPaint } from '../../lib/page.js';

interface StatusHost extends ReactiveControllerHost, HTMLElement {
  readonly status: string;
  setState(name: string, on: boolean): void;
}

/**
 * Exposes the host's `status` to style sheets: at once as a custom state, `:state(connected)`, and as the attribute
 * `status`. For an element in the page's markup, sets the attribute after hydration, since React warns about an
 * attribute that the server did not send: so Lit does not reflect it. No event reports hydration, so this waits until
 * the page is idle: frameworks hydrate as soon as their scripts run, and keep the page busy meanwhile.
 */
export class StatusController implements ReactiveController {
  readonly #host: StatusHost;
  #shown = '';
  #waits: boolean;

  constructor(host: StatusHost) {
    this.#host = host;
    host.addController(this);
    // In its constructor, an element is connected if it was on the page before its tag was defined, or if `innerHTML`
    // added it.
    this.#waits = host.isConnected || document.readyState === 'loading';
    if (!this.#waits) return;
    whenHydrated(() => {
      this.#waits = false;
      this.#reflect();
    });
  }

  hostUpdated(): void {
    const { status } = this.#host;
    if (status === this.#shown) return;
    if (this.#shown) this.#host.setState(this.#shown, false);
    this.#shown = status;
    this.#host.setState(status, true);
    this.#reflect();
  }

  #reflect(): void {
    if (!this.#waits && this.#shown) this.#host.setAttribute('status', this.#shown);
  }
}

function whenHydrated(work: () => void): void {
  if (document.readyState !== 'loading') afterPaint(work);
  else addEventListener('DOMContentLoaded', () => afterPaint(work));
}
