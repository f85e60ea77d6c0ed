import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from '../../scripts/build.mjs';
import { installWorkspaces, packageFile } from '../../scripts/npm.mjs';
import { root, run } from '../../scripts/run.mjs';

const site = `${root}site`;

/** Builds the documentation into site/.vitepress/dist. Installs its packages. */
export async function buildSite() {
  installWorkspaces('site');
  await build({ log: console.log });
  const { homepage } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  // Imported after the build, since it reads the build.
  const { generateSite } = await import('./index.mjs');
  await generateSite(new URL(homepage).pathname);
  const { code, output } = await run('site', [
    process.execPath,
    packageFile(site, 'vitepress/bin/vitepress.js'),
    'build',
    site,
  ]);
  if (code !== 0) throw new Error(`The site was not built:\n${output}`);
  return `${site}/.vitepress/dist`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log(await buildSite());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
