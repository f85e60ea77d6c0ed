import { bare, native } from '../../lib/safe-access.js';
import type { ReactiveController, ReactiveElement } from 'lit';

/**
 * A page may style the list so that its end never leaves the view: as high as its rows, with rows without a height, or
 * scaled. So this many pages, and more up to this many rows, load until the user does something, and none after rows that
 * did not move the end.
 */
const MAX_PAGES = 3;
const FEW_ROWS = 20;

/** What users scroll with. `scroll` alone misses scrolling in other shadow trees. */
const ACTIONS = ['scroll', 'wheel', 'touchmove', 'pointerdown', 'keydown'];

/**
 * Calls `near` when the end of the rows, `.end`, is almost visible, so that the next page is loaded. Visible in the list
 * if it scrolls, else in the viewport.
 */
export class EndController implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #near: () => void;
  #observer: IntersectionObserver | undefined;
  #listening: AbortController | undefined;
  /** The pages that were loaded since the user did something. */
  #pages = 0;
  #isStopped = false;
  /** The rows when a page was last loaded, and the CSS pixels from the start of the list to the end. */
  #last = { rows: 0, height: -Infinity };
  #position = 0;

  constructor(host: ReactiveElement, near: () => void) {
    this.#host = host;
    this.#near = near;
    host.addController(this);
  }

  hostConnected(): void {
    const { signal } = (this.#listening = new AbortController());
    const view = native(this.#host.ownerDocument, 'defaultView') ?? window;
    for (const type of ACTIONS)
      for (const target of [view, this.#host.renderRoot])
        target.addEventListener(type, this.#acted, bare({ signal, capture: true, passive: true }));
  }

  hostUpdated(): void {
    this.#position = scrollPosition(this.#list);
    this.#observer?.disconnect();
    const end = this.#host.renderRoot.querySelector('.end');
    const list = this.#list;
    if (!end || !list) return;
    // A new observer after each update: it reports whether the end is still near.
    this.#observer = new IntersectionObserver(
      (entries) => {
        this.#position = scrollPosition(list);
        if (entries.at(-1)!.isIntersecting && this.#mayLoad(end, list)) this.#near();
      },
      bare({ root: scrolls(list) ? list : null, rootMargin: '300px' }),
    );
    this.#observer.observe(end);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#listening?.abort();
  }

  #mayLoad(end: Element, list: Element): boolean {
    const { rows, height } = this.#last;
    const { top } = end.getBoundingClientRect();
    const now = {
      rows: list.childElementCount,
      height: Math.abs(top - list.getBoundingClientRect().top + list.scrollTop),
    };
    // Another search begins again.
    if (now.rows < rows) this.#begin();
    else if (now.rows > rows && now.height < height + 1) this.#isStopped = true;
    if (this.#pages >= MAX_PAGES && now.rows > FEW_ROWS) this.#isStopped = true;
    this.#last = now;
    this.#pages += 1;
    return !this.#isStopped;
  }

  #begin(): void {
    this.#isStopped = false;
    this.#pages = 0;
    this.#last.height = -Infinity;
  }

  get #list(): Element | null {
    return this.#host.renderRoot.querySelector('.options');
  }

  readonly #acted = ({ type }: Event): void => {
    // The browser also scrolls without the user when rows are added, for example with `scroll-snap-align: end`.
    if (type === 'scroll' && scrollPosition(this.#list) === this.#position) return;
    const wasStopped = this.#isStopped;
    this.#begin();
    if (wasStopped) this.hostUpdated();
  };
}

function scrolls(list: Element): boolean {
  const { overflowY } = getComputedStyle(list);
  return list.scrollHeight > list.clientHeight && /auto|scroll|hidden/.test(overflowY);
}

/** Changes when the element, or one around it, is scrolled. */
function scrollPosition(element: Element | null): number {
  if (!element) return 0;
  const { host } = native(element, 'getRootNode')() as Partial<ShadowRoot>;
  const outer = native(element, 'assignedSlot') ?? native(element, 'parentElement') ?? host ?? null;
  return element.scrollTop + element.scrollLeft + scrollPosition(outer);
}
