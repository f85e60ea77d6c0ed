import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/run.mjs';

/** This folder, whose `node_modules` has the frameworks. Ends with a slash, as the others do. */
export const home = fileURLToPath(new URL('../', import.meta.url));
/** The apps of the documentation, built: `built/APP/`. */
export const built = `${home}built/`;
/** The apps that a server renders. */
export const EXAMPLES = ['next', 'nuxt', 'sveltekit'].map((name) => `${root}examples/${name}/`);
