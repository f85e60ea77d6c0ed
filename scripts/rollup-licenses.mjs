import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A rollup plugin: collects the packages whose code is in the output of a build. Not rollup-plugin-license, which
 * depends on eight packages, such as lodash and moment.
 *
 * @param {Map<string, string>} found the folder of each package, by its name and version
 */
export const findPackages = (found) => ({
  name: 'find-packages',
  generateBundle(_options, bundle) {
    for (const { modules } of Object.values(bundle)) {
      for (const [id, { renderedLength }] of Object.entries(modules ?? {})) {
        const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\0', ''))?.[0];
        if (!folder || renderedLength === 0) continue;
        const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        found.set(`${name} ${version}`, folder);
      }
    }
  },
});

/**
 * The text of the licences of these packages.
 *
 * @throws {Error} for a package without a `license` field in its package.json
 */
export function licensesOf(found) {
  const parts = [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, folder]) => {
      const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      if (typeof license !== 'string') throw new Error(`${title} has no license field.`);
      const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
      // Some packages only name their licence.
      const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
      return `${title}\nLicence: ${license}\n\n${text}`.trim();
    });
  const line = '-'.repeat(80);
  return `The scripts in dist/cdn and dist/dev-wallet contain code of these packages.\n\n${line}\n${parts.join(`\n\n${line}\n`)}\n`;
}
