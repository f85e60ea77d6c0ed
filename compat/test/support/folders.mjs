import { fileURLToPath } from 'node:url';

/** This folder, whose `node_modules` has @stacks/connect 8.2.7. Ends with a slash, as the others do. */
export const home = fileURLToPath(new URL('../', import.meta.url));
/** The folder whose `node_modules` has the drop-in as @stacks/connect, and everything else from {@link home}. */
export const dropIn = `${home}drop-in/`;
/** The built apps: `built/SUBJECT/APP/`. */
export const built = `${home}built/`;

/** The apps in `apps/`. */
export const APPS = ['callbacks', 'requests'];
/** The app `react`, with the part for React of the drop-in in place of @stacks/connect-react. */
export const ALIASED = 'react-aliased';
/** The app that is written from the README of @stacks/connect 8. */
export const EXAMPLES = 'examples';

/** What the apps are built with: the folder that an app is in decides what `@stacks/connect` is. */
export const SUBJECTS = { real: home, 'drop-in': dropIn };
