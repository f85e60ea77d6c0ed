import { root } from '../../scripts/run.mjs';

/**
 * The apps of the frameworks, by name. `server`: a server renders the page. `files`: the folder of the built page, if
 * the app has no `npm start`.
 *
 * @type {Record<string, { server?: boolean, files?: string }>}
 */
export const APPS = {
  react: {},
  vue: {},
  svelte: {},
  solid: {},
  angular: { files: 'dist/browser' },
  next: { server: true },
  nuxt: { server: true },
  sveltekit: { server: true },
};

/** All apps, or those in the environment variable, such as `ONLY=react,next`: `npm run test:apps examples/react examples/next`. */
export const NAMES = process.env.ONLY?.split(',') ?? Object.keys(APPS);

export const folderOf = (name) => `${root}examples/${name}/`;
