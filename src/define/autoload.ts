import { nearestLanguage } from '../elements/messages/nearest-language.js';
import { loadMessages } from '../elements/messages/registry.js';

/** Every tag of this library, with the module that defines it. A new element is one line here. */
export const loaders: ReadonlyMap<string, () => Promise<unknown>> = new Map<
  string,
  () => Promise<unknown>
>([
  ['ft-amount', () => import('./ft-amount.js')],
  ['ft-metadata-card', () => import('./ft-metadata-card.js')],
  ['wallet-account', () => import('./wallet-account.js')],
  ['wallet-connect-button', () => import('./wallet-connect-button.js')],
  ['wallet-context', () => import('./wallet-context.js')],
  ['wallet-list', () => import('./wallet-list.js')],
  ['wallet-request-button', () => import('./wallet-request-button.js')],
  ['wallet-select-modal', () => import('./wallet-select-modal.js')],
]);

/**
 * Defines the elements that stand under `root` now and those that come later, and loads no others.
 * A shadow root is a root of its own: give it here, or import the element's `define` module.
 */
export function loadElements(root: ParentNode & Node): void {
  const waiting = new Map(loaders);
  const load = () => {
    for (const [tag, loader] of waiting) {
      const element = root.querySelector(`${tag}:not(:defined)`);
      if (!element) continue;
      waiting.delete(tag);
      loader().catch((error: unknown) => reportError(error));
      // Beside the element, so that it need not begin in English.
      loadMessages(nearestLanguage(element) ?? 'en');
    }
    if (!waiting.size) observer.disconnect();
  };
  const observer = new MutationObserver(load);
  observer.observe(root, { childList: true, subtree: true });
  load();
}
