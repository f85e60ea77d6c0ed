import type { ReactiveController, ReactiveElement } from 'lit';

/** Calls `near` when the end of the rows, `.end`, is almost visible, so that the next page is loaded. */
export class EndController implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #near: () => void;
  #observer: IntersectionObserver | undefined;

  constructor(host: ReactiveElement, near: () => void) {
    this.#host = host;
    this.#near = near;
    host.addController(this);
  }

  hostUpdated(): void {
    this.#observer?.disconnect();
    const end = this.#host.renderRoot.querySelector('.end');
    if (!end) return;
    // A new observer after each update: it reports whether the end is still near.
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#near();
      },
      { root: end.parentElement, rootMargin: '300px' },
    );
    this.#observer.observe(end);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }
}
