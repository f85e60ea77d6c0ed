import { attempt } from '../lib/safe-access.js';

/** The most characters of a `data:` icon. Wallets use up to about 30,000. */
const MAX_ICON = 200_000;
/** Characters that are read to recognize the type. A multiple of 4, for base64. */
const HEAD = 2_000;

const ICON = /^data:image\/[a-z0-9.+-]+((?:;[^;,]*)*),/i;

/** Image types by the beginning of their content, one character per byte. */
const TYPES: readonly (readonly [type: string, content: RegExp])[] = [
  ['png', /^\x89PNG/],
  ['jpeg', /^\xff\xd8\xff/],
  ['gif', /^GIF8/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['avif', /^.{4}ftypavi[fs]/s],
  // XML may begin with a declaration or a comment of any length. SVG is the only image type that is XML.
  ['svg+xml', /^(?:\xef\xbb\xbf|\ufeff)?\s*<(?:svg\b|[?!])/i],
];

/**
 * A `data:image/` icon, with the media type of its content: Leather's icon has `image/svg`, which no browser
 * displays. The type of unknown content is kept. Undefined for anything else, and for an icon that is too long.
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
