import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The templates, with what they are. Each is an app of `examples/`. */
export const TEMPLATES = {
  react: 'React and Vite',
  vue: 'Vue and Vite',
  svelte: 'Svelte and Vite',
  next: 'Next with the app router',
  html: 'HTML with tags, and Vite',
};

const packed = fileURLToPath(new URL('templates', import.meta.url));
const examples = fileURLToPath(new URL('../examples', import.meta.url));

/** What a package manager or a build writes into an app. */
const WRITTEN = /^(?:node_modules|dist|\.next|next-env\.d\.ts|.*\.tsbuildinfo)$/;

const copy = (from, to) =>
  cpSync(from, to, { recursive: true, filter: (path) => !WRITTEN.test(basename(path)) });

/** Copies the files of a template: those in this package, or those of the repository. */
export const copyTemplate = (name, folder) =>
  copy(join(existsSync(packed) ? packed : examples, name), folder);

// `npm pack` and `npm publish` in the repository.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const licence = fileURLToPath(new URL('LICENSE', import.meta.url));
  for (const path of [packed, licence]) rmSync(path, { recursive: true, force: true });
  if (!process.argv.includes('--remove')) {
    copy(fileURLToPath(new URL('../LICENSE', import.meta.url)), licence);
    for (const name of Object.keys(TEMPLATES)) copy(join(examples, name), join(packed, name));
  }
}
