/**
 * The README.md of a published package: relative links become links to the documentation site or the repository.
 * `prepack`, run in the folder of the package, replaces README.md; `postpack` (`--restore`) restores the original.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, posix, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageOf } from '../site/.vitepress/links.mjs';
import { root } from './run.mjs';

const FENCED = /^(```[^]*?^```$)/m;
const LINK = /(\]\(|\b(?:href|src|srcset)=")([^)"\s]+)/g;

/** The text for the package, from the README.md in `folder`. */
export function packedReadme(folder = root) {
  const { homepage, repository } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const files = repository.url.replace(/^git\+/, '').replace(/\.git$/, '/blob/HEAD/');
  const addressOf = (link) => {
    if (/^(?:https?:|#)/.test(link)) return link;
    const [path, hash = ''] = link.split(/(?=#)/);
    const file = posix.join(relative(root, folder), path);
    const page = pageOf(file) ?? /^site\/(.+\.md)$/.exec(file)?.[1];
    if (page) return homepage + page.replace(/\bindex\.md$/, '').replace(/\.md$/, '.html') + hash;
    const picture = /^site\/public\/(.+)$/.exec(file)?.[1];
    return picture ? homepage + picture : files + file + hash;
  };
  const resolved = (_, before, link) => before + addressOf(link);
  return readFileSync(join(folder, 'README.md'), 'utf8')
    .split(FENCED)
    .map((text) => (text.startsWith('```') ? text : text.replaceAll(LINK, resolved)))
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
