import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { hurry } from './update-queue.js';

/** An element within this distance of the viewport counts as near. */
const MARGIN = '300px';

const hosts = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** All elements of the page share one observer. */
function observe(element: Element, changed: (isNear: boolean) => void): void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) hosts.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  hosts.set(element, changed);
  observer.observe(element);
}

/** Whether the host is near the viewport. Updates the host when it comes near for the first time. */
export class VisibilityController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #near = typeof IntersectionObserver === 'undefined';
  #seen = this.#near;
  #waiting: (() => void)[] = [];

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the host has been near the viewport since it was attached. */
  get seen(): boolean {
    return this.#seen;
  }

  /** Whether the host is near the viewport now. */
  get near(): boolean {
    return this.#near;
  }

  /** Resolves as soon as the host is near the viewport. */
  whenNear(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#near) resolve();
      else this.#waiting.push(resolve);
    });
  }

  hostConnected(): void {
    if (typeof IntersectionObserver === 'undefined') return;
    this.#near = false;
    observe(this.#host, (isNear) => {
      this.#near = isNear;
      if (!isNear) return;
      hurry(this.#host);
      for (const resolve of this.#waiting.splice(0)) resolve();
      if (!this.#seen) this.#host.requestUpdate();
      this.#seen = true;
    });
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
    observer?.unobserve(this.#host);
  }
}
