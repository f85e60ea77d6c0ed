import { clip } from '../errors.js';
import { INVISIBLE, attempt, httpsUrl, read } from '../lib/safe-access.js';
import type { ProviderDescriptor } from '../wallets/provider.js';

const MAX_ID = 100;
const MAX_NAME = 60;
const MAX_URL = 2_000;

const ID = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;
/** Control characters, format characters such as joiners, and line breaks. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const URL_FIELDS = [
  'webUrl',
  'chromeWebStoreUrl',
  'mozillaAddOnsUrl',
  'iOSAppStoreUrl',
  'googlePlayStoreUrl',
] as const;

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
 * The description of a wallet in a registry entry (WBIP-004), safe to display. Undefined without a name or an id
 * that is a dot path. Leaves out an invalid icon and invalid URLs.
 */
export function readDescriptor(entry: unknown): ProviderDescriptor | undefined {
  const id = read(entry, 'id');
  const name = read(entry, 'name');
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  if (id.length > MAX_ID || !ID.test(id)) return undefined;
  const visible = name.slice(0, 1_000).replace(INVISIBLE, '').replace(CONTROL, '').trim();
  if (!visible) return undefined;

  const descriptor: { -readonly [K in keyof ProviderDescriptor]: ProviderDescriptor[K] } = {
    id,
    name: clip(visible, MAX_NAME),
  };
  const icon = readIcon(read(entry, 'icon'));
  if (icon) descriptor.icon = icon;
  for (const field of URL_FIELDS) {
    const text = read(entry, field);
    const url = typeof text === 'string' && text.length <= MAX_URL && httpsUrl(text);
    if (url) descriptor[field] = url;
  }
  return descriptor;
}

/**
 * A `data:image/` icon, with the media type of its content: Leather's icon has `image/svg`, which no browser
 * displays. The type of unknown content is kept. Undefined for anything else, and for an icon that is too long.
 */
function readIcon(icon: unknown): string | undefined {
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
