import { attempt, getGlobal, native } from '../lib/safe-access.js';

/** What a base URL must be, for errors. */
export const BASE_URL = 'an http or https URL without credentials and hash';

/**
 * The base URL of a service, without slashes at the end of its path. Its query, such as a key, is part of every request:
 * {@link joinUrl} adds it. It may be relative to the page. Undefined unless it is an http or https URL without credentials
 * and hash, and for a host without `https://`, which would be a path of the page.
 */
export function parseBaseUrl(value: string | URL, page = getPageUrl()): string | undefined {
  if (HOST.test(String(value))) return undefined;
  const url = attempt(() => new URL(value, page));
  const isUsable = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isUsable || url.hash) return undefined;
  return url.origin + url.pathname.replace(/\/+$/, '') + url.search;
}

/** Three names or more, such as `api.hiro.so`. */
const HOST = /^(?:[\w-]+\.){2,}[a-z]{2,}(?:[:/?]|$)/i;

/** Markup cannot shadow it, such as `<img name="baseURI">`. Undefined on a server. */
function getPageUrl(): string | undefined {
  const page = getGlobal('document');
  return page && native(page, 'baseURI');
}

/** The URL of a path of a service. `base` is that of {@link parseBaseUrl}. The path may have a query of its own. */
export function joinUrl(base: string, path: string): string {
  const [start, query] = splitQuery(base);
  if (query === '') return start + path;
  return `${start}${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** A base URL without its query, which may contain a key: for messages and for names. */
export const withoutQuery = (base: string): string => splitQuery(base)[0];

function splitQuery(base: string): readonly [start: string, query: string] {
  const at = base.indexOf('?');
  return at < 0 ? [base, ''] : [base.slice(0, at), base.slice(at + 1)];
}
