import { describe, MetadataError } from '../errors.js';
import { native } from '../lib/native.js';
import { networkOfPrincipal } from './principal.js';

/** The public service, by the network that the principal's prefix proves. Limits apply: see the README. */
const PUBLIC_SERVICE = {
  mainnet: 'https://api.hiro.so',
  testnet: 'https://api.testnet.hiro.so',
} as const;

/**
 * Where the metadata of a token is asked for: `{baseUrl}/metadata/v1/ft/{principal}?locale=`.
 *
 * `baseUrl` may have a path and a trailing slash; in a page it may be relative. Absent: the public
 * service of the principal's network. Throws `invalid-base-url`.
 */
export function requestUrl(
  baseUrl: string | URL | undefined,
  principal: string,
  locale: string | undefined,
): URL {
  const base = parseBaseUrl(baseUrl ?? PUBLIC_SERVICE[networkOfPrincipal(principal) ?? 'mainnet']);
  const path = `${base.pathname.replace(/\/+$/, '')}/metadata/v1/ft/${encodeURIComponent(principal)}`;
  const url = new URL(path, base.origin);
  if (locale) url.searchParams.set('locale', locale);
  return url;
}

function parseBaseUrl(value: string | URL): URL {
  try {
    const url = new URL(value, globalThis.document && native(document, 'baseURI'));
    if (/^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  } catch {
    // Answered below, together with the schemes that are refused.
  }
  throw new MetadataError(
    'invalid-base-url',
    `baseUrl must be an http or https URL without credentials; got ${describe(String(value))}.`,
  );
}
