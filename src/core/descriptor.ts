import { attempt, isRecord } from '../lib/safe-access.js';
import type { ProviderDescriptor } from '../wire/provider.js';
import { readIcon } from './icon.js';

const MAX_ID = 100;
const MAX_NAME = 60;
const MAX_URL = 2_000;

const ID = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;
/** Control characters, and those that reorder or hide text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const URL_FIELDS = [
  'webUrl',
  'chromeWebStoreUrl',
  'mozillaAddOnsUrl',
  'iOSAppStoreUrl',
  'googlePlayStoreUrl',
] as const;

/**
 * What a registry entry says of a wallet (WBIP-004), made safe to show: undefined without a walkable id and a
 * name; an icon or a URL that is not what it should be is left out.
 */
export function readDescriptor(entry: unknown): ProviderDescriptor | undefined {
  if (!isRecord(entry)) return undefined;
  const { id, name } = entry;
  if (typeof id !== 'string' || id.length > MAX_ID || !ID.test(id)) return undefined;
  if (typeof name !== 'string') return undefined;
  const shownName = clip(name.slice(0, 1_000).replace(UNSEEN, '').trim(), MAX_NAME);
  if (!shownName) return undefined;

  const descriptor: { -readonly [K in keyof ProviderDescriptor]: ProviderDescriptor[K] } = {
    id,
    name: shownName,
  };
  const icon = readIcon(entry['icon']);
  if (icon) descriptor.icon = icon;
  for (const field of URL_FIELDS) {
    const url = safeUrl(entry[field]);
    if (url) descriptor[field] = url;
  }
  return descriptor;
}

function safeUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_URL) return undefined;
  const url = attempt(() => new URL(value));
  return url?.protocol === 'https:' ? url.href : undefined;
}

/** Cuts at a whole character. */
function clip(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
