/** Servers that get something that others must not: of the page's own origin, or of one that the code of the page names. */
import { describe } from '../errors.js';
import { attempt, getGlobal, read } from '../lib/safe-access.js';

/** The location of the page; undefined on a server. */
export const getPage = () => getGlobal('location');

/** False in a sandboxed frame, in about:blank and for a file: its requests have the origin `null`. */
export const hasOrigin = (): boolean =>
  getPage()?.origin !== 'null' && globalThis.origin !== 'null';

/**
 * Resolved against the URL of the page. Not against `document.baseURI`, which markup that others write into the page can
 * set. Undefined for an invalid one.
 */
export const resolveRoute = (base: string, path: string): URL | undefined =>
  attempt(() => new URL(`${String(base).replace(/\/+$/, '')}/${path}`, getPage()?.href));

/**
 * The URL of a route of the server. Markup that others write can also set the attribute `endpoint`, so its origin is that of
 * the page, or one in `named`. Undefined for another one.
 */
export function findRoute(
  base: string,
  path: string,
  named: readonly string[],
): { readonly href: string; readonly isPageOrigin: boolean } | undefined {
  const page = getPage();
  const url = resolveRoute(base, path);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  // The URL of a sandboxed frame has an origin, but its requests have the origin `null`.
  const isPageOrigin = !page || (url.origin === page.origin && globalThis.origin !== 'null');
  return isPageOrigin || named.includes(url.origin) ? { href: url.href, isPageOrigin } : undefined;
}

/** What the URL of such a server must be, for errors. */
export function describeOwnUrl(): string {
  const page = getPage();
  const origin = page
    ? `of this page’s origin, ${page.origin}`
    : 'that is absolute, without a page';
  return `an http or https URL ${origin}`;
}

/** What a server says that expects requests of another origin than that of the page, as the end of a sentence. */
export function describeOriginRefusal(json: unknown): string {
  const expected = read(json, 'expected');
  const whose = expected === undefined ? 'another origin' : describe(expected);
  return ` with the code "origin": it expects requests of ${whose}; this page is of ${describe(getPage()?.origin)}`;
}
