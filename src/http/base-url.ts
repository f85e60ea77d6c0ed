import { native } from '../lib/native.js';

/**
 * The base URL of a service, without slashes at its end, query and hash. It may be relative to the page. Undefined unless
 * it is an http or https URL without credentials.
 */
export function parseBaseUrl(value: string | URL): string | undefined {
  const page = globalThis.document as Document | undefined;
  try {
    const { protocol, username, password, origin, pathname } = new URL(
      value,
      page && native(page, 'baseURI'),
    );
    const isService = /^https?:$/.test(protocol) && !username && !password;
    return isService ? origin + pathname.replace(/\/+$/, '') : undefined;
  } catch {
    return undefined;
  }
}
