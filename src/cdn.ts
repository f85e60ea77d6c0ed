/**
 * Entry point for script tags: everything of `index`. Each element loads when the page first uses it, and the functions for
 * tokens with their first call.
 */
import './define/picker.js';
import { loadElements } from './define/autoload.js';
import type { Messages } from './elements/messages/messages.js';
import { registerMessages as register } from './elements/messages/registry.js';

export type {} from './define/all.js';
export * from './core/index.js';
export { MetadataError, type MetadataErrorCode } from './metadata/metadata-error.js';
export { createMetadataClient, getFtMetadata } from './metadata/lazy.js';
export type * from './metadata/types.js';
export type * from './wire/token-metadata.js';
export { loadElements };

/** Adds or replaces texts of the elements in a language. Rejects with a TypeError if `locale` is not a BCP 47 tag. */
export function registerMessages(locale: string, messages: Partial<Messages>): Promise<void> {
  return Promise.resolve().then(() => register(locale, messages));
}

// A server has no document.
if (globalThis.document) loadElements(document);
