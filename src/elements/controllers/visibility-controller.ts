import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Unsubscribe } from '../../lib/store.js';

/** Milliseconds of updates in one frame. The rest of the frame is for styles, layout and paint. */
const BUDGET = 8;
/** Milliseconds to wait for a frame. A hidden page renders no frames. */
const NO_FRAME = 100;

type Task = () => void;

/** Updates that wait for the next frame, of elements near the viewport and of others. */
const near = new Map<object, Task>();
const far = new Map<object, Task>();
/** Milliseconds of this frame so far. */
let spent = 0;
let isScheduled = false;

/**
 * Runs the update of an element now, or in one of the next frames if the updates of this frame have taken long. So a
 * page with a thousand cards stays responsive while they render. Elements near the viewport are updated first.
 */
export function runInTurn(
  element: object,
  isNear: boolean,
  update: Task,
): Promise<void> | undefined {
  const isIdle = near.size + far.size === 0;
  if (isIdle && spent < BUDGET) {
    measured(update);
    schedule();
    return undefined;
  }
  return new Promise((resolve, reject) => {
    (isNear ? near : far).set(element, () => {
      try {
        update();
        resolve();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    schedule();
  });
}

/** Call when an element comes near the viewport: its waiting update gets priority. */
export function prioritize(element: object): void {
  const update = far.get(element);
  if (!update) return;
  far.delete(element);
  near.set(element, update);
}

function measured(update: Task): void {
  const start = performance.now();
  update();
  spent += performance.now() - start;
}

/** Runs the next updates in the next frame, or after {@link NO_FRAME}. */
function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    run();
  });
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, NO_FRAME);
}

function run(): void {
  isScheduled = false;
  spent = 0;
  while (spent < BUDGET) {
    const queue = near.size > 0 ? near : far;
    const [next] = queue;
    if (!next) return;
    queue.delete(next[0]);
    measured(next[1]);
  }
  schedule();
}

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
  const view = ownerDocument.defaultView;
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

/** Whether the host is near the viewport. Updates the host when it comes near for the first time. */
export class VisibilityController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** Undefined until the observer has reported. */
  #near: boolean | undefined;
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

  /** Whether the host is near the viewport now. */
  get near(): boolean {
    return this.#near === true;
  }

  /** Whether the host is known not to be near the viewport. */
  get far(): boolean {
    return this.#near === false;
  }

  /** Resolves as soon as the host is near the viewport. */
  whenNear(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#near) resolve();
      else this.#waiting.push(resolve);
    });
  }

  hostConnected(): void {
    this.#near = undefined;
    this.#undo = watchNear(this.#host, (isNear) => {
      this.#near = isNear;
      if (!isNear) return;
      prioritize(this.#host);
      for (const resolve of this.#waiting.splice(0)) resolve();
      if (!this.#seen) this.#host.requestUpdate();
      this.#seen = true;
    });
  }

  hostDisconnected(): void {
    this.#undo?.();
  }
}
