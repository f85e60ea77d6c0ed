import { getGlobal, INVISIBLE } from '../lib/safe-access.js';
import { readOptions, text as aText, type OptionTable } from '../lib/read-options.js';
import { limits } from './parse.js';

/** The gateways for content-addressed links: a base URL, or `off`. */
export interface Gateways {
  /** Default: `https://ipfs.io`. */
  readonly ipfs?: string | undefined;
  /** Default: `https://arweave.net`. */
  readonly arweave?: string | undefined;
}

const GATEWAYS: OptionTable<Gateways> = { ipfs: aText, arweave: aText };
const readGateways = (caller: string, gateways: Gateways | undefined) =>
  readOptions(caller, gateways, GATEWAYS, undefined, 'gateways');

/**
 * Removes the white space around a URL, which browsers drop. Not a regular expression: its time grows with the square of the
 * spaces inside.
 */
function trimUrl(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text.charCodeAt(start) <= SPACE) start += 1;
  while (start < end && text.charCodeAt(end - 1) <= SPACE) end -= 1;
  return text.slice(start, end);
}
const SPACE = 0x20;
// URL parsers drop some of these silently, so `java\tscript:` must be refused before parsing.
// oxlint-disable-next-line no-control-regex -- matches control characters
const REFUSED = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\\]/u;
/** Raster images only: an SVG in a `data:` URL may contain anything. */
const RASTER = /^data:image\/(?:png|jpe?g|gif|webp|avif)(?:;base64)?,[A-Za-z0-9+/=%_-]+$/i;
const CONTENT_ID = /^[A-Za-z0-9]{32,100}$/;
const TRANSACTION_ID = /^[A-Za-z0-9_-]{43}$/;
/** Escapes of `.`, `/`, `\` and NUL, which a gateway would decode. */
const REFUSED_ESCAPE = /%(?:2e|2f|5c|00)/i;

/**
 * The safe `href` for a link in the metadata: https, http on localhost (only on a page that is on localhost, too),
 * IPFS and Arweave through a gateway. Undefined for anything else, which may only be shown as text.
 *
 * @throws TypeError for a wrong gateway, which it names
 *
 * @example
 * ```ts
 * import { safeLink } from 'stacks-wallet-elements/metadata';
 *
 * safeLink('https://your.host'); // https://your.host/
 * safeLink('javascript:alert(1)'); // undefined
 * ```
 */
export function safeLink(text: string | undefined, gateways?: Gateways): string | undefined {
  const checked = readGateways('safeLink', gateways);
  if (text === undefined || text.length > limits.urlLength) return undefined;
  const written = trimUrl(text);
  if (REFUSED.test(written) || written.search(INVISIBLE) >= 0) return undefined;
  const viaGateway = gatewayUrl(written, checked);
  return viaGateway === 'refused' ? undefined : webUrl(viaGateway ?? written);
}

/**
 * The safe `src` for an image in the metadata: a URL that {@link safeLink} accepts, or a raster `data:` URL.
 *
 * @example
 * ```ts
 * import { safeImage } from 'stacks-wallet-elements/metadata';
 *
 * safeImage('ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/a.png', {
 *   ipfs: 'https://gateway.your.host',
 * }); // https://gateway.your.host/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/a.png
 * ```
 */
export function safeImage(text: string | undefined, gateways?: Gateways): string | undefined {
  const checked = readGateways('safeImage', gateways);
  // Checked first, to limit the work.
  if (text === undefined || text.length > limits.dataUrlLength) return undefined;
  const written = trimUrl(text);
  if (!/^data:/i.test(written)) return safeLink(text, checked);
  return RASTER.test(written) ? written : undefined;
}

function webUrl(text: string): string | undefined {
  // Without a scheme and `//` it would be relative to this page.
  // A space may be in the path, but not in the host, where Chrome would escape it.
  if (!/^https?:\/\/[^/?#\s]+(?:[/?#]|$)/i.test(text)) return undefined;
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

/** For development only: on other pages such a link would access the user's own machine. */
function isLocalPage(): boolean {
  const hostname = getGlobal('location')?.hostname;
  return hostname === undefined || hostname === '' || isLoopback(hostname);
}

/**
 * Converts `ipfs://`, `ipns://` and `ar://` to a URL of the gateway; undefined for another scheme. Does not use a
 * URL parser: parsers disagree on such URLs, and converting the host to lower case breaks a content id. `webUrl` escapes
 * the names of files.
 */
function gatewayUrl(text: string, gateways: Gateways): string | undefined {
  const match = /^(ipfs|ipns|ar):\/\/([^?#]*)(.*)$/i.exec(text);
  if (!match) return undefined;
  const scheme = match[1]!.toLowerCase();
  const segments = match[2]!.split('/').filter((segment) => segment !== '');
  if (scheme === 'ipfs' && segments[0] === 'ipfs') segments.shift();
  const [id = '', ...path] = segments;
  const isId = { ipfs: CONTENT_ID, ipns: /^[\w.-]{1,253}$/, ar: TRANSACTION_ID }[scheme]!.test(id);
  const isPath = [id, ...path].every((part) => !REFUSED_ESCAPE.test(part) && !/^\.+$/.test(part));
  const gateway =
    scheme === 'ar'
      ? (gateways.arweave ?? 'https://arweave.net')
      : (gateways.ipfs ?? 'https://ipfs.io');
  if (!isId || !isPath || gateway === 'off') return 'refused';
  const root = gateway.replace(/\/+$/, '');
  const parts = scheme === 'ar' ? [root, id, ...path] : [root, scheme, id, ...path];
  // A `%` that begins no escape is part of a name, which gateways would refuse.
  return parts.join('/').replace(/%(?![\da-f]{2})/gi, '%25') + match[3]!;
}
