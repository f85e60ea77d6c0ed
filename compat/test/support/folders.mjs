import { fileURLToPath } from 'node:url';

/** This folder, whose `node_modules` has @stacks/connect 8.2.7. Ends with a slash, like the other folders. */
export const home = fileURLToPath(new URL('../', import.meta.url));
/** The folder whose `node_modules` has the drop-in as @stacks/connect, and everything else from {@link home}. */
export const dropIn = `${home}drop-in/`;
/** The built apps: `built/SUBJECT/APP/`. */
export const built = `${home}built/`;

/** The apps in `apps/`. */
export const APPS = ['callbacks', 'requests'];
/** The app `react` with the drop-in's entry point for React instead of @stacks/connect-react. */
export const ALIASED = 'react-aliased';
/** The app that is written from the README of @stacks/connect 8. */
export const EXAMPLES = 'examples';

/** The packages that the apps are built with. The folder of an app determines which package `@stacks/connect` is. */
export const SUBJECTS = { real: home, 'drop-in': dropIn };
