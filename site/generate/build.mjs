import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../../scripts/build.mjs';
import { installWorkspaces, packageFile } from '../../scripts/npm.mjs';
import { root, run } from '../../scripts/run.mjs';
import { visible } from '../../scripts/visible.mjs';
import { BASE } from '../.vitepress/pages.mjs';

const site = `${root}site`;

/** Builds the documentation into site/.vitepress/dist. Installs its packages. */
export async function buildSite() {
  installWorkspaces('site');
  await build({ log: console.log });
  // Imported after the build, since it reads the build.
  const { writeReference } = await import('./reference.mjs');
  const { writePublic } = await import('./public.mjs');
  const { writePlain } = await import('./plain.mjs');
  await writeReference();
  await writePublic(BASE);
  const { code, output } = await run('site', [
    process.execPath,
    packageFile(site, 'vitepress/bin/vitepress.js'),
    'build',
    site,
  ]);
  if (code !== 0) throw new Error(`The site was not built:\n${output}`);
  const dist = `${site}/.vitepress/dist`;
  await writePlain(dist, BASE);
  return dist;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const dist = relative(root, await buildSite());
    console.log(`The site is in ${dist}. To see it: npx vitepress preview site`);
  } catch (error) {
    console.error(visible(error.message));
    process.exitCode = 1;
  }
}
