/**
 * The README.md of a published package: what is only true in the repository is left out, and links lead to the
 * documentation in the package. `prepack`, run in the folder of the package, replaces README.md; `postpack` (`--restore`)
 * restores the original.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, posix, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageOf } from '../site/.vitepress/links.mjs';
import { root } from './run.mjs';

const REPOSITORY = /<!-- #region repository -->[^]*?<!-- #endregion repository -->\n+/g;
/** What only the package shows: hidden in the repository. */
const PACKAGE = /<!-- package\n([^]*?)\n-->/g;
const COMMENT = /<!--[^]*?-->\n+/g;
const FENCED = /^(```[^]*?^```$)/m;
const LINK = /\[([^\]]*)\]\(([^)\s]+)\)/g;

/** The text without what is only true in the repository, and with what only the package shows. */
export const inPackage = (text) => text.replaceAll(REPOSITORY, '').replaceAll(PACKAGE, '$1');

/** The text for the package, from the README.md in `folder`. */
export function packedReadme(folder = root) {
  const isRoot = relative(root, folder) === '';
  const link = (whole, label, href) => {
    if (/^(?:https?:|#|docs\/)/.test(href)) return whole;
    const [path, hash = ''] = href.split(/(?=#)/);
    const page = isRoot ? pageOf(posix.normalize(path)) : undefined;
    return page ? `[${label}](docs/${page.replace('/index.md', '.md')}${hash})` : label;
  };
  return inPackage(readFileSync(join(folder, 'README.md'), 'utf8'))
    .split(FENCED)
    .map((text) =>
      text.startsWith('```') ? text : text.replaceAll(COMMENT, '').replaceAll(LINK, link),
    )
    .join('');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = process.cwd();
  const kept = `${root}dist/.README.${basename(folder)}.md`;
  if (process.argv.includes('--restore')) {
    if (existsSync(kept)) renameSync(kept, 'README.md');
  } else {
    const text = packedReadme(folder);
    // After an aborted publish, README.md is already replaced, and the original is still kept.
    if (text !== readFileSync('README.md', 'utf8')) {
      renameSync('README.md', kept);
      writeFileSync('README.md', text);
    }
  }
}
