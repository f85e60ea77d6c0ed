import { attempt } from '../lib/safe-access.js';

/** Characters of a `data:` icon: wallets use up to about 30,000; a megabyte is an attack. */
const MAX_ICON = 200_000;
/** Enough to tell the type by, and whole quartets of base64. */
const HEAD = 2_000;

const ICON = /^data:image\/[a-z0-9.+-]+((?:;[^;,]*)*),/i;

/** Image types by how their content begins, one character a byte. */
const TYPES: readonly (readonly [type: string, content: RegExp])[] = [
  ['png', /^\x89PNG/],
  ['jpeg', /^\xff\xd8\xff/],
  ['gif', /^GIF8/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['avif', /^.{4}ftypavi[fs]/s],
  // XML that begins with a declaration or a comment of any length: no other XML is an image.
  ['svg+xml', /^(?:\xef\xbb\xbf|\ufeff)?\s*<(?:svg\b|[?!])/i],
];

/**
 * A `data:image/` icon under the type of its content: Leather's says `image/svg`, which no browser draws.
 * Of content that is not known, the type stays. Undefined for anything else, or where it is too long.
 */
export function readIcon(icon: unknown): string | undefined {
  if (typeof icon !== 'string' || icon.length > MAX_ICON) return undefined;
  const match = ICON.exec(icon);
  if (!match) return undefined;
  const [{ length }, parameters = ''] = match;
  const content = contentHead(icon.slice(length, length + HEAD), /;base64$/i.test(parameters));
  const type = TYPES.find(([, begin]) => begin.test(content))?.[0];
  return type ? `data:image/${type}${parameters},${icon.slice(length)}` : icon;
}

function contentHead(data: string, isBase64: boolean): string {
  const text = attempt(() => decodeURIComponent(data.replace(/%.?$/, ''))) ?? data;
  if (!isBase64) return text;
  const digits = text.replace(/[\s=]/g, '');
  return (
    attempt(() => atob(digits.slice(0, digits.length - (digits.length % 4 === 1 ? 1 : 0)))) ?? ''
  );
}
