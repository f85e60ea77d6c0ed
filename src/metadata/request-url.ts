import { describe, MetadataError } from '../errors.js';
import { addressKind } from '../lib/address.js';
import { native } from '../lib/native.js';
import type { TokenRef } from './token-ref.js';

/** The public service, by the network of the principal. It has rate limits: see the README. */
const MAINNET_SERVICE = 'https://api.hiro.so';
const TESTNET_SERVICE = 'https://api.testnet.hiro.so';

/**
 * The URL of a token's metadata: `{baseUrl}/metadata/v1/{path}?locale=`.
 *
 * `baseUrl` may have a path and a trailing slash, and may be relative to the page. Default: the public service of
 * the principal's network. Throws `invalid-base-url`.
 */
export function requestUrl(
  baseUrl: string | URL | undefined,
  { principal, path }: TokenRef,
  locale: string | undefined,
): URL {
  const isTestnet = addressKind(principal)?.network === 'testnet';
  const base = parseBaseUrl(baseUrl ?? (isTestnet ? TESTNET_SERVICE : MAINNET_SERVICE));
  const url = new URL(`${base.pathname.replace(/\/+$/, '')}/metadata/v1/${path}`, base.origin);
  if (locale) url.searchParams.set('locale', locale);
  return url;
}

function parseBaseUrl(value: string | URL): URL {
  try {
    const url = new URL(value, globalThis.document && native(document, 'baseURI'));
    if (/^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  } catch {
    // Handled below, like the schemes that are refused.
  }
  throw new MetadataError(
    'invalid-base-url',
    `baseUrl must be an http or https URL without credentials; got ${describe(String(value))}.`,
  );
}
