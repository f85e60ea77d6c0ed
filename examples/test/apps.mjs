import { root } from '../../scripts/run.mjs';

/**
 * The apps of the frameworks, by name. `template`: `create-stacks-wallet-app` has it; it calls a contract and signs in.
 * `onlyTags`: it has no interface of its own. `server`: a server renders the page. `files`: the folder of the built page, if
 * the app has no `npm start`. `output`: the folders of the files for browsers.
 *
 * @type {Record<string, { template?: boolean, onlyTags?: boolean, server?: boolean, files?: string, output?: string }>}
 */
export const APPS = {
  react: { template: true },
  vue: { template: true },
  svelte: { template: true },
  html: { template: true },
  next: { template: true, server: true, output: '.next/static' },
  solid: {},
  angular: { files: 'dist/browser' },
  nuxt: { server: true, output: '.output' },
  sveltekit: { server: true, output: 'build' },
  astro: { onlyTags: true },
  // Has a test of its own: contracts.test.mjs.
  contracts: {},
};

/** All apps, or those in the environment variable, such as `ONLY=react,next`: `npm run test:apps examples/react examples/next`. */
export const NAMES = process.env.ONLY?.split(',') ?? Object.keys(APPS);

export const folderOf = (name) => `${root}examples/${name}/`;
