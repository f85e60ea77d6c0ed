import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Documents of the repository that are pages of the site: [document, page]. */
const INCLUDED = [
  ['SECURITY.md', 'guide/security.md'],
  ['compat/README.md', 'guide/migrate.md'],
  ['fixtures/dev-wallet/README.md', 'guide/testing.md'],
  ['src/elements/styles/README.md', 'guide/theming.md'],
];

/**
 * Links of an included document are relative to it. One to another included document leads to its page; one to a
 * file that is no page of the site becomes text, since the site has no sources.
 *
 * @throws {Error} for a link to a file that does not exist
 */
export function resolveLinks(md) {
  md.core.ruler.push('links-of-the-repository', ({ tokens, env }) => {
    const here = env.relativePath;
    if (here === undefined) return;
    const source = INCLUDED.find(([, page]) => page === here)?.[0] ?? `site/${here}`;
    for (const { children } of tokens) if (children) resolveInline(children, source);
  });
}

function resolveInline(children, source) {
  let dropped = 0;
  for (const token of children) {
    if (token.type === 'link_open') {
      const href = token.attrGet('href');
      if (/^(?:[a-z]+:|#|\/)/i.test(href)) continue;
      const [path, hash] = href.split('#');
      const file = posix.join(posix.dirname(source), decodeURI(path));
      const page = pageOf(file);
      if (page) token.attrSet('href', `/${page}${hash ? `#${hash}` : ''}`);
      else if (file.startsWith('site/')) {
        token.attrSet('href', `/${file.slice('site/'.length)}${hash ? `#${hash}` : ''}`);
      } else {
        if (!existsSync(root + file)) throw new Error(`${source} links to ${file}: no such file.`);
        dropped += 1;
        hide(token);
      }
    } else if (token.type === 'link_close' && dropped > 0) {
      dropped -= 1;
      hide(token);
    }
  }
}

/** README.md is not a page of the site. Links to it go to the start page. */
export const pageOf = (file) =>
  file === 'README.md' ? 'guide/start.md' : INCLUDED.find(([document]) => document === file)?.[1];

function hide(token) {
  token.type = 'text';
  token.tag = '';
  token.content = '';
  token.nesting = 0;
}
