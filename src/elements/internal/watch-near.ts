import type { Undo } from '../../wire/provider.js';

/** An element within this distance of the viewport counts as near. */
const MARGIN = '300px';

/** Calls back when an element comes near the viewport, and when it leaves. */
export function watchNear(element: Element, changed: (isNear: boolean) => void): Undo {
  if (typeof IntersectionObserver === 'undefined') {
    changed(true);
    return () => undefined;
  }
  const observer = new IntersectionObserver(
    (entries) => changed(entries.at(-1)?.isIntersecting === true),
    { rootMargin: MARGIN },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
