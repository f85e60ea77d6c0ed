import type { Unsubscribe } from '../../wallets/provider.js';

/** An element within this distance of the viewport counts as near. */
const MARGIN = '300px';

/** All elements of the page share one observer. */
let observer: IntersectionObserver | undefined;
const watchers = new WeakMap<Element, (isNear: boolean) => void>();

/**
 * Calls back when an element comes near the viewport, and when it leaves. An element has one watcher. Without an
 * IntersectionObserver, every element counts as near.
 */
export function watchNear(element: Element, changed: (isNear: boolean) => void): Unsubscribe {
  if (typeof IntersectionObserver === 'undefined') {
    changed(true);
    return () => {};
  }
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) watchers.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  watchers.set(element, changed);
  observer.observe(element);
  return () => {
    watchers.delete(element);
    observer?.unobserve(element);
  };
}
