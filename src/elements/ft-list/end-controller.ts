import type { ReactiveController, ReactiveElement } from 'lit';

/** The rows and the place of the end when `near` was called last. */
interface Reached {
  readonly root: Element | null;
  readonly rows: number;
  /** CSS pixels from the edge of the view to the end; negative within the view. */
  readonly beyond: number;
}

/**
 * Calls `near` when the end of the rows, `.end`, is almost visible, so that the next page is loaded. The view is the
 * list if it scrolls, else the viewport: a page may style the list to be as high as its rows. If more rows do not move
 * the end towards the edge of the view, such as rows without a height, it cannot leave the view, and `near` is not called.
 */
export class EndController implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #near: () => void;
  #observer: IntersectionObserver | undefined;
  /** Undefined if the end has been outside of the view since. */
  #reached: Reached | undefined;

  constructor(host: ReactiveElement, near: () => void) {
    this.#host = host;
    this.#near = near;
    host.addController(this);
  }

  hostUpdated(): void {
    this.#observer?.disconnect();
    const end = this.#host.renderRoot.querySelector('.end');
    const list = end?.parentElement;
    if (!end || !list) return;
    const root = list.scrollHeight > list.clientHeight ? list : null;
    // A new observer after each update: it reports whether the end is still near.
    this.#observer = new IntersectionObserver(
      (entries) => this.#seen(entries.at(-1)!, root, list),
      {
        root,
        rootMargin: '300px',
      },
    );
    this.#observer.observe(end);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  #seen(
    { isIntersecting, boundingClientRect, rootBounds }: IntersectionObserverEntry,
    root: Element | null,
    list: Element,
  ): void {
    const before = this.#reached;
    this.#reached = undefined;
    if (!isIntersecting) return;
    const beyond = boundingClientRect.top - (rootBounds?.bottom ?? innerHeight);
    const rows = list.childElementCount;
    const hasMoreRows = before?.root === root && rows > before.rows;
    if (hasMoreRows && beyond < before.beyond + 1) {
      this.#reached = before;
      return;
    }
    this.#reached = { root, rows, beyond };
    this.#near();
  }
}
