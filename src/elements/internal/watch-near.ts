import { native } from '../../lib/page.js';
import type { Unsubscribe } from '../../wallets/provider.js';

/** An element within this distance of the viewport counts as near. */
const MARGIN = '300px';

/** All elements of a document share one observer. */
const observers = new WeakMap<Document, IntersectionObserver>();
const watchers = new WeakMap<Element, (isNear: boolean) => void>();

/**
 * Calls back when an element comes near the viewport, and when it leaves. An element has one watcher. Without an
 * IntersectionObserver, every element counts as near.
 */
export function watchNear(element: Element, changed: (isNear: boolean) => void): Unsubscribe {
  const { ownerDocument } = element;
  const view = native(ownerDocument, 'defaultView');
  if (!view?.IntersectionObserver) {
    changed(true);
    return () => {};
  }
  const observer =
    observers.get(ownerDocument) ??
    new view.IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) watchers.get(target)?.(isIntersecting);
      },
      { rootMargin: MARGIN },
    );
  observers.set(ownerDocument, observer);
  watchers.set(element, changed);
  observer.observe(element);
  return () => {
    watchers.delete(element);
    observer.unobserve(element);
  };
}
