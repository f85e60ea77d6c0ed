import './trusted-types.js';
import { withDocs } from '../errors.js';
import { getRegistry, isOurs } from '../elements/internal/element.js';
import { nearestLanguage } from '../elements/messages/nearest-language.js';
import { loadMessages } from '../elements/messages/registry.js';
import { bare, native } from '../lib/safe-access.js';

/** Milliseconds that an element waits for its texts, so that it does not first show English. */
const LONGEST_WAIT = 1_000;

/** Defines a tag. `texts` settles when the texts in the page's language have loaded; undefined if none must be loaded. */
type Load = (texts: Promise<unknown> | undefined) => Promise<unknown>;

/**
 * Every tag of this library, with the module that defines it. For a new element, add a folder in elements/, a line
 * here and in all.ts, and a class in elements/on-server.ts.
 */
export const loaders: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['ft-amount', () => import('../elements/ft-amount/define.js')],
  ['ft-list', () => import('../elements/ft-list/define.js')],
  ['ft-metadata-card', () => import('../elements/ft-metadata-card/define.js')],
  ['nft-metadata-card', () => import('../elements/nft-metadata-card/define.js')],
  ['wallet-account', () => import('../elements/wallet-account/define.js')],
  ['wallet-balance', () => import('../elements/wallet-balance/define.js')],
  [
    'wallet-connect-button',
    async (texts) => {
      const { defineConnectButton } =
        await import('../elements/wallet-connect-button/define-connect-button.js');
      if (texts) await Promise.race([texts, new Promise((done) => setTimeout(done, LONGEST_WAIT))]);
      defineConnectButton();
    },
  ],
  ['wallet-context', () => import('../elements/wallet-context/define.js')],
  ['wallet-list', () => import('../elements/wallet-list/define.js')],
  ['wallet-pay-button', () => import('../elements/wallet-pay-button/define.js')],
  ['wallet-request-button', () => import('../elements/wallet-request-button/define.js')],
  ['wallet-select-modal', () => import('../elements/wallet-select-modal/define.js')],
  ['wallet-sign-in', () => import('../elements/wallet-sign-in/define.js')],
  ['wallet-transaction', () => import('../elements/wallet-transaction/define.js')],
  ['wallet-transactions', () => import('../elements/wallet-transactions/define.js')],
]);

/** Milliseconds before a failed module is loaded again; the pause doubles each time. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 64_000;

/**
 * Defines the elements that are under `root` now or are added later, and loads no others.
 * Does nothing in a content script, which has no elements. Does not look into shadow roots: pass a shadow root here, or import the element's `define` module.
 *
 * If a module fails to load, reports it once for each tag. Tries again for the next element of that tag, when the
 * browser is online again, and a few times after a pause.
 */
export function loadElements(root: ParentNode & Node): void {
  if (!getRegistry()) return;
  const waiting = new Map(loaders);
  const reported = new Set<string>();
  let pause = FIRST_PAUSE;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const observer = new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
    const selector = toSelector(waiting);
    for (const node of added) {
      if (!waiting.size) return;
      // A node inside another added node is found by the query on that node.
      if (native(node, 'nodeType') !== Node.ELEMENT_NODE) continue;
      if (added.has(native(node, 'parentNode') as Node) || !native(root, 'contains')(node))
        continue;
      const element = node as Element;
      if (native(element, 'matches')(selector)) loadTag(element);
      native(element, 'querySelectorAll')(selector).forEach(loadTag);
    }
  });
  search();

  function search(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size) {
      observer.observe(root, bare({ childList: true, subtree: true }));
      native(root, 'querySelectorAll')(toSelector(waiting)).forEach(loadTag);
    }
  }

  function loadTag(element: Element): void {
    const { localName: tag } = element;
    const load = waiting.get(tag);
    if (!load) return;
    waiting.delete(tag);
    if (!waiting.size) observer.disconnect();
    if (isOurs(tag)) return;
    // In parallel with the element.
    const texts = loadMessages(nearestLanguage(element) ?? 'en');
    load(texts).catch((cause: unknown) => {
      waiting.set(tag, load);
      failed(tag, cause);
    });
  }

  function failed(tag: string, cause: unknown): void {
    if (!reported.has(tag)) {
      reportError(new Error(withDocs(`<${tag}> could not be loaded.`, 'files'), { cause }));
    }
    reported.add(tag);
    observer.observe(root, bare({ childList: true, subtree: true }));
    addEventListener('online', online);
    if (pause > LONGEST_PAUSE || timer !== undefined) return;
    timer = setTimeout(search, pause);
    pause *= 2;
  }

  function online(): void {
    pause = FIRST_PAUSE;
    search();
  }
}

const toSelector = (waiting: ReadonlyMap<string, unknown>) => [...waiting.keys()].join();
