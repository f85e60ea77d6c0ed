/**
 * Entry point for script tags: everything of `index`. Each element loads when the page first uses it, and the functions for
 * tokens with their first call.
 */
import './define/picker.js';
import { loadElements } from './define/autoload.js';
import type { Messages } from './elements/messages/messages.js';

export type {} from './define/all.js';
export * from './core/index.js';
export { toStatusText } from './elements/messages/to-status-text.js';
export { toUserText } from './elements/messages/to-user-text.js';
export { MetadataError, type MetadataErrorCode } from './metadata/metadata-error.js';
export { createMetadataClient, getFtMetadata } from './metadata/lazy-client.js';
export type * from './metadata/metadata-types.js';
export { loadElements };

/**
 * Adds or replaces texts of the elements in a language. Rejects with a TypeError if `locale` is not a BCP 47 tag, or for an
 * unknown text.
 */
export async function registerMessages(locale: string, messages: Partial<Messages>): Promise<void> {
  const { registerMessages: register } = await import('./elements/messages/index.js');
  register(locale, messages);
}

// A server has no document.
if (globalThis.document) loadElements(document);
