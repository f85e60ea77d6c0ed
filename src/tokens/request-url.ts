import { describe } from '../errors.js';
import { parseBaseUrl } from '../http/fetch-json.js';
import { MetadataError } from './metadata-error.js';
import { getAddressFormat } from '../stacks/address.js';
import { MAINNET_API, TESTNET_API } from '../stacks/network.js';

/**
 * The URL of a token's metadata: `{baseUrl}/metadata/v1/{route}?locale=`. Default: the route of a fungible token.
 *
 * `baseUrl` may have a path and a trailing slash, and may be relative to the page. Default: the public service of
 * the principal's network. Throws `invalid-base-url`.
 */
export function requestUrl(
  baseUrl: string | URL | undefined,
  principal: string,
  locale: string | undefined,
  route = `ft/${encodeURIComponent(principal)}`,
): URL {
  const isTestnet = getAddressFormat(principal)?.network === 'testnet';
  const url = serviceUrl(baseUrl, route, isTestnet);
  if (locale) url.searchParams.set('locale', locale);
  return url;
}

/** The URL of a route, such as `search`. Throws `invalid-base-url`. */
export function serviceUrl(
  baseUrl: string | URL | undefined,
  route: string,
  isTestnet = false,
): URL {
  const given = baseUrl ?? (isTestnet ? TESTNET_API : MAINNET_API);
  const base = parseBaseUrl(given);
  if (base === undefined) {
    throw new MetadataError(
      'invalid-base-url',
      `baseUrl must be an http or https URL without credentials; got ${describe(given)}.`,
    );
  }
  return new URL(`${base}/metadata/v1/${route}`);
}
