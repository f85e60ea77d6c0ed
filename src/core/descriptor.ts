import { clip } from '../errors.js';
import { INVISIBLE } from '../lib/invisible.js';
import { httpsUrl, isRecord } from '../lib/safe-access.js';
import type { ProviderDescriptor } from '../wire/provider.js';
import { readIcon } from './icon.js';

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

/**
 * The description of a wallet in a registry entry (WBIP-004), safe to display. Undefined without a name or an id
 * that is a dot path. Leaves out an invalid icon and invalid URLs.
 */
export function readDescriptor(entry: unknown): ProviderDescriptor | undefined {
  if (!isRecord(entry)) return undefined;
  const { id, name } = entry;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  if (id.length > MAX_ID || !ID.test(id)) return undefined;
  const visible = name.slice(0, 1_000).replace(INVISIBLE, '').replace(CONTROL, '').trim();
  if (!visible) return undefined;

  const descriptor: { -readonly [K in keyof ProviderDescriptor]: ProviderDescriptor[K] } = {
    id,
    name: clip(visible, MAX_NAME),
  };
  const icon = readIcon(entry['icon']);
  if (icon) descriptor.icon = icon;
  for (const field of URL_FIELDS) {
    const text = entry[field];
    const url = typeof text === 'string' && text.length <= MAX_URL && httpsUrl(text);
    if (url) descriptor[field] = url;
  }
  return descriptor;
}
