import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** An element within this distance of the viewport counts as near. */
const MARGIN = '300px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** All elements of the page share one observer. */
function observe(element: Element, near: () => void): void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { rootMargin: MARGIN },
  );
  waiting.set(element, near);
  observer.observe(element);
}

function release(element: Element): void {
  waiting.delete(element);
  observer?.unobserve(element);
}

/** Whether the host has been near the viewport since it was attached; updates the host when that happens. */
export class VisibilityController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #seen = typeof IntersectionObserver === 'undefined';

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  get seen(): boolean {
    return this.#seen;
  }

  hostConnected(): void {
    if (this.#seen) return;
    observe(this.#host, () => {
      this.#seen = true;
      release(this.#host);
      this.#host.requestUpdate();
    });
  }

  hostDisconnected(): void {
    release(this.#host);
  }
}
