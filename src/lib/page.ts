/**
 * Reads a property or method of a node as the browser defines it. Markup can shadow them: `<img name="body">`
 * becomes `document.body`, and `<input name="parentNode">` becomes the `parentNode` of its form.
 *
 * Methods are bound to the node. Source: HTML, "DOM tree accessors" and "The form element"
 * ([LegacyOverrideBuiltIns]).
 */
export function native<T extends object, K extends keyof T>(node: T, name: K): T[K] {
  const defined = Object.getPrototypeOf(node) as T;
  const value = Reflect.get(name in defined ? defined : node, name, node) as T[K];
  return typeof value === 'function' ? (value.bind(node) as T[K]) : value;
}

/** Even a busy page does the work after this many milliseconds. */
const SOON: IdleRequestOptions = { timeout: 2_000 };

/**
 * Calls `work` when the page is idle after its next paint; not at all if {@link savesData} is true. Without a
 * `timeout` in `options`, a busy page does it once it is idle. Default: after 2 seconds at the latest.
 */
export function whenIdle(work: () => void, options?: IdleRequestOptions): void {
  if (!savesData(window)) afterPaint(work, options);
}

/** Calls `work` when the page is idle after its next paint. Default of `options`: after 2 seconds at the latest. */
export function afterPaint(work: () => void, options = SOON): void {
  requestAnimationFrame(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(work, options);
    else setTimeout(work, 200);
  });
}

/** Whether the user has enabled data saving, or the connection is 2g. Only Chromium reports either. */
export function savesData(page: Window | undefined): boolean {
  const navigator = page?.navigator as
    | { connection?: { saveData?: boolean; effectiveType?: string } }
    | undefined;
  const connection = navigator?.connection;
  return connection?.saveData === true || !!connection?.effectiveType?.endsWith('2g');
}
