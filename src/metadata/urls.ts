import { limits } from './limits.js';

/** Where content-addressed links are fetched: the base URL of a gateway, or `off`. */
export interface Gateways {
  /** Default: `https://ipfs.io`. */
  readonly ipfs?: string | undefined;
  /** Default: `https://arweave.net`. */
  readonly arweave?: string | undefined;
}

// A parser of URLs drops these silently, so `java\tscript:` must be refused before it is parsed.
// eslint-disable-next-line no-control-regex -- these are what is looked for
const HIDDEN = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\\]/u;
/** Images of pixels: an SVG in a `data:` URL may carry what a data URL hides from the network's view. */
const RASTER = /^data:image\/(?:png|jpe?g|gif|webp|avif)(?:;base64)?,[A-Za-z0-9+/=%_-]+$/i;
const CONTENT_ID = /^[A-Za-z0-9]{32,100}$/;
const TRANSACTION_ID = /^[A-Za-z0-9_-]{43}$/;
/** Escapes of `.`, `/`, `\\`, `?`, `#` and NUL would be something else to the gateway than they look. */
const PATH_SEGMENT = /^(?:[\w~!$&'()*+,;=:@.-]|%(?!2e|2f|5c|3f|23|00)[0-9a-f]{2})+$/i;

/**
 * The `href` that a link in the metadata may have: https, http to this very machine (only in a page that
 * comes from it), IPFS and Arweave through a gateway. Undefined for all else: show it as text.
 */
export function safeLink(text: string | undefined, gateways: Gateways = {}): string | undefined {
  if (text === undefined || text.length > limits.urlLength || HIDDEN.test(text)) return undefined;
  const viaGateway = gatewayUrl(text, gateways);
  return viaGateway === 'refused' ? undefined : webUrl(viaGateway ?? text);
}

/** The `src` that an image in the metadata may have: what {@link safeLink} lets through, or raster data. */
export function safeImage(text: string | undefined, gateways: Gateways = {}): string | undefined {
  if (text !== undefined && /^data:/i.test(text)) {
    return text.length <= limits.dataUrlLength && RASTER.test(text) ? text : undefined;
  }
  return safeLink(text, gateways);
}

function webUrl(text: string): string | undefined {
  // Without a scheme and `//` it would be a path of this very page, or of a host that is not named.
  if (!/^https?:\/\/[^/]/i.test(text)) return undefined;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  // `https://stacks.co@evil.example` is a link to evil.example.
  if (url.username || url.password) return undefined;
  if (url.protocol === 'https:') return url.href;
  return url.protocol === 'http:' && isLoopback(url.hostname) && isLocalPage()
    ? url.href
    : undefined;
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Development only: from a page on the web, such a link would reach into the reader's own machine. */
function isLocalPage(): boolean {
  const hostname = globalThis.location?.hostname;
  return hostname === undefined || hostname === '' || isLoopback(hostname);
}

/**
 * `ipfs://`, `ipns://` and `ar://` as a URL of the gateway; undefined for another scheme. Taken apart by
 * hand: parsers disagree on such URLs, and one that lower-cases the host breaks a content id.
 */
function gatewayUrl(text: string, gateways: Gateways): string | undefined {
  const match = /^(ipfs|ipns|ar):\/\/(.*)$/i.exec(text);
  if (!match) return undefined;
  const scheme = match[1]!.toLowerCase();
  const segments = match[2]!.split('/').filter((segment) => segment !== '');
  if (scheme === 'ipfs' && segments[0] === 'ipfs') segments.shift();
  const [id = '', ...path] = segments;
  const isId = { ipfs: CONTENT_ID, ipns: /^[\w.-]{1,253}$/, ar: TRANSACTION_ID }[scheme]!.test(id);
  const isPath = [id, ...path].every((part) => PATH_SEGMENT.test(part) && !/^\.+$/.test(part));
  const gateway =
    scheme === 'ar'
      ? (gateways.arweave ?? 'https://arweave.net')
      : (gateways.ipfs ?? 'https://ipfs.io');
  if (!isId || !isPath || gateway === 'off') return 'refused';
  const root = gateway.replace(/\/+$/, '');
  return scheme === 'ar' ? [root, id, ...path].join('/') : [root, scheme, id, ...path].join('/');
}
