import { fileURLToPath } from 'node:url';

/** This folder, whose `node_modules` has the frameworks. Ends with a slash, like the other folders. */
export const home = fileURLToPath(new URL('../', import.meta.url));
/** The apps of the documentation, built: `built/APP/`. */
export const built = `${home}built/`;
