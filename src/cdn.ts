/** The door for script tags: everything of `index`, and each element once the page uses it. */
import { loadElements } from './define/autoload.js';

export * from './index.js';
export { loadElements };

loadElements(document);
