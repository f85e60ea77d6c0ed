import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Unsubscribe } from '../../lib/store.js';
import { bare, native } from '../../lib/safe-access.js';

/** An element within this distance of the viewport counts as near: one screen, so that most load before they are seen. */
const MARGIN = '100%';

/**
 * Calls back when an element comes near the viewport, and when it leaves. In jsdom, which has no IntersectionObserver,
 * every element counts as near.
 */
export function watchNear(element: Element, changed: (isNear: boolean) => void): Unsubscribe {
  const view = native(element.ownerDocument, 'defaultView');
  if (!view?.IntersectionObserver) {
    changed(true);
    return () => {};
  }
  const observer = new view.IntersectionObserver(
    (entries) => changed(entries.at(-1)!.isIntersecting),
    bare({ rootMargin: MARGIN }),
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Whether the host is near the viewport. Updates the host when it comes near for the first time. */
export class VisibilityController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #near = false;
  #seen = false;
  #waiting: (() => void)[] = [];
  #undo: Unsubscribe | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the host has been near the viewport since it was attached. */
  get seen(): boolean {
    return this.#seen;
  }

  /** Resolves as soon as the host is near the viewport. */
  whenNear(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#near) resolve();
      else this.#waiting.push(resolve);
    });
  }

  hostConnected(): void {
    this.#near = false;
    this.#undo = watchNear(this.#host, (isNear) => {
      this.#near = isNear;
      if (!isNear) return;
      for (const resolve of this.#waiting.splice(0)) resolve();
      if (!this.#seen) this.#host.requestUpdate();
      this.#seen = true;
    });
  }

  hostDisconnected(): void {
    this.#undo?.();
  }
}
