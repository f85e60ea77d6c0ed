import { root } from '../../scripts/run.mjs';

/**
 * The apps of this folder by name. `server`: a server renders the page. `files`: the folder of the built page, of an
 * app that has no `npm start`.
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

/** All, or those of the environment variable: `EXAMPLES=react,next`. */
export const NAMES = process.env.EXAMPLES?.split(',') ?? Object.keys(APPS);

export const folderOf = (name) => `${root}examples/${name}/`;
