import { native } from '../../lib/native.js';
import type { Undo } from '../../wire/provider.js';

/** The `lang` that holds for one of our elements: its own or the nearest ancestor's, out through shadow roots. */
export function nearestLanguage(element: Element): string | undefined {
  for (let at: Element | undefined = element; at; at = hostOf(at.getRootNode())) {
    const speaking = at.closest('[lang]');
    if (speaking) return native(speaking, 'getAttribute')('lang') || undefined;
  }
  return undefined;
}

const watchers = new Set<() => void>();
let observer: MutationObserver | undefined;

/** Calls back when a `lang` or `dir` changes on the way from `element` to the document, or beside it. */
export function watchLanguage(element: Element, changed: () => void): Undo {
  observer ??= new MutationObserver(() => {
    for (const watcher of [...watchers]) watcher();
  });
  for (
    let node: Node | undefined = element.getRootNode();
    node;
    node = hostOf(node)?.getRootNode()
  ) {
    observer.observe(node, { attributeFilter: ['lang', 'dir'], subtree: true });
  }
  watchers.add(changed);
  return () => {
    watchers.delete(changed);
    if (watchers.size === 0) observer?.disconnect();
  };
}

function hostOf(root: Node): Element | undefined {
  return root instanceof ShadowRoot ? root.host : undefined;
}
