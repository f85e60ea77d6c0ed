import { bare, getGlobal, native, read } from './safe-access.js';

/** Even a busy page does the work after this many milliseconds. */
const SOON: IdleRequestOptions = bare({ timeout: 2_000 });

/**
 * Calls `work` when the page is idle after its next paint; not at all if {@link savesData} is true. Without a
 * `timeout` in `options`, a busy page does it once it is idle. Default: after 2 seconds at the latest.
 */
export function whenIdle(work: () => void, options?: IdleRequestOptions): void {
  if (!savesData(window)) afterPaint(work, options);
}

/** Calls `work` in a task of its own after the next frame, even if the page is busy. A hidden page has no frames. */
export function afterFrame(work: () => void): void {
  // jsdom has none either.
  if (getGlobal('requestAnimationFrame')) requestAnimationFrame(() => setTimeout(work));
  else setTimeout(work);
}

/** Whether the page has shown content. jsdom has no such entries. */
export const hasPainted = (): boolean =>
  performance.getEntriesByName?.('first-contentful-paint')[0] !== undefined;

/** Calls `work` when the page is idle after its next paint. Default of `options`: after 2 seconds at the latest. */
export function afterPaint(work: () => void, options = SOON): void {
  requestAnimationFrame(() => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(work, options);
    else setTimeout(work, 200);
  });
}

/** Whether the user has enabled data saving, or the connection is 2g. Only Chromium reports either. */
export function savesData(page: Window | undefined): boolean {
  const connection = read(page?.navigator, 'connection');
  const type = read(connection, 'effectiveType');
  return read(connection, 'saveData') === true || (typeof type === 'string' && type.endsWith('2g'));
}

/** The `lang` of the page. Undefined without one, and on a server. */
export const getPageLang = (): string | undefined =>
  typeof document === 'undefined'
    ? undefined
    : native(native(document, 'documentElement'), 'lang') || undefined;

/** True while a page is developed: on the developer's own computer. */
export const isDevelopment = (): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(
    getGlobal('location')?.hostname ?? '',
  );

/** False on a server, where hooks read nothing: no listener may remain after the HTTP request. */
export const isBrowser = (): boolean => typeof document === 'object';
