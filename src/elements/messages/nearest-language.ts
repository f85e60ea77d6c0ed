import type { Unsubscribe } from '../../lib/store.js';
import { bare, native } from '../../lib/safe-access.js';

/** The `lang` of an element or of its nearest ancestor, also across shadow roots. */
export function nearestLanguage(element: Element): string | undefined {
  for (let at: Element | undefined = element; at; at = getHost(at.getRootNode())) {
    const closest = at.closest('[lang]');
    if (closest) return native(closest, 'getAttribute')('lang') || undefined;
  }
  return undefined;
}

const watchers = new Set<() => void>();
let observer: MutationObserver | undefined;

/** Calls back when a `lang` changes anywhere in the document or in the shadow roots around `element`. */
export function watchLanguage(element: Element, changed: () => void): Unsubscribe {
  observer ??= new MutationObserver(() => {
    for (const watcher of [...watchers]) watcher();
  });
  for (
    let node: Node | undefined = element.getRootNode();
    node;
    node = getHost(node)?.getRootNode()
  ) {
    observer.observe(node, bare({ attributeFilter: ['lang'], subtree: true }));
  }
  watchers.add(changed);
  return () => {
    watchers.delete(changed);
    if (watchers.size === 0) observer?.disconnect();
  };
}

/** Not `instanceof`: the shadow root may be that of another document. */
function getHost(root: Node): Element | undefined {
  return root.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? (root as ShadowRoot).host : undefined;
}
