/** The door for script tags: everything of `index`, and each element once the page uses it. */
import { loadElements } from './define/autoload.js';
import type { Messages } from './elements/messages/messages.js';

export type {} from './define/all.js';
export * from './index.js';
export { loadElements };

/** Adds or replaces texts of the elements in a language; the code for it comes with the first element. */
export async function registerMessages(locale: string, messages: Partial<Messages>): Promise<void> {
  const registry = await import('./elements/messages/registry.js');
  registry.registerMessages(locale, messages);
}

loadElements(document);
