/**
 * README.md of the package: links to files that the package lacks lead to the documentation site or the repository.
 * `prepack` writes it over README.md, and `postpack` (`--restore`) writes README.md again.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { pageOf } from '../site/.vitepress/links.mjs';
import { root } from './run.mjs';

const readme = `${root}README.md`;
const kept = `${root}dist/.build/README.md`;
const LINK = /(\]\(|\b(?:href|src|srcset)=")([^)"\s]+)/g;

/** The text of README.md for the package. */
export function packedReadme() {
  const { homepage, repository } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const files = repository.url.replace(/^git\+/, '').replace(/\.git$/, '/blob/HEAD/');
  const addressOf = (link) => {
    if (/^(?:https?:|#)/.test(link)) return link;
    const [path, hash = ''] = link.split(/(?=#)/);
    const page = pageOf(path) ?? /^site\/(.+\.md)$/.exec(path)?.[1];
    if (page) return homepage + page.replace(/\bindex\.md$/, '').replace(/\.md$/, '.html') + hash;
    const picture = /^site\/public\/(.+)$/.exec(path)?.[1];
    return picture ? homepage + picture : files + link;
  };
  return readFileSync(readme, 'utf8').replaceAll(
    LINK,
    (_, before, link) => before + addressOf(link),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!process.argv.includes('--restore')) {
    const text = packedReadme();
    copyFileSync(readme, kept);
    writeFileSync(readme, text);
  } else if (existsSync(kept)) {
    renameSync(kept, readme);
  }
}
