import type { Undo } from '../../wire/provider.js';

/** The `lang` that holds for an element: its own or the nearest ancestor's, out through shadow roots. */
export function nearestLanguage(element: Element): string | undefined {
  for (let node: Node | null = element; node; node = parentOf(node)) {
    if (node instanceof Element && node.hasAttribute('lang')) {
      return node.getAttribute('lang') || undefined;
    }
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
  for (let node: Node | null = element.getRootNode(); node; node = outerRoot(node)) {
    observer.observe(node, { attributeFilter: ['lang', 'dir'], subtree: true });
  }
  watchers.add(changed);
  return () => {
    watchers.delete(changed);
    if (watchers.size === 0) observer?.disconnect();
  };
}

function parentOf(node: Node): Node | null {
  return node instanceof ShadowRoot ? node.host : node.parentNode;
}

function outerRoot(root: Node): Node | null {
  return root instanceof ShadowRoot ? root.host.getRootNode() : null;
}
