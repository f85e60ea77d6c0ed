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

/** README.md is not a page of the site. Links to it go to the start page. */
export const pageOf = (file) =>
  file === 'README.md'
    ? 'guide/start.md'
    : (INCLUDED.find(([document]) => document === file)?.[1] ?? /^site\/(.+)$/.exec(file)?.[1]);

/**
 * The target of a link in a page, from the root of the site. Links of an included document are relative to it.
 * Undefined for a file that is no page, since the site has no sources: the link becomes text.
 *
 * @throws {Error} for a link to a file that does not exist
 */
export function linkFrom(page, href) {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href;
  const source = INCLUDED.find(([, included]) => included === page)?.[0] ?? `site/${page}`;
  const [path, hash] = href.split('#');
  const file = posix.join(posix.dirname(source), decodeURI(path));
  const target = pageOf(file);
  if (target) return `/${target}${hash ? `#${hash}` : ''}`;
  if (!existsSync(root + file)) throw new Error(`${source} links to ${file}: no such file.`);
  return undefined;
}

export function resolveLinks(md) {
  md.core.ruler.push('links-of-the-repository', ({ tokens, env }) => {
    const page = env.relativePath;
    if (page === undefined) return;
    for (const { children } of tokens) if (children) resolveInline(children, page);
  });
}

function resolveInline(children, page) {
  let dropped = 0;
  for (const token of children) {
    if (token.type === 'link_open') {
      const target = linkFrom(page, token.attrGet('href'));
      if (target === undefined) {
        dropped += 1;
        hide(token);
      } else token.attrSet('href', target);
    } else if (token.type === 'link_close' && dropped > 0) {
      dropped -= 1;
      hide(token);
    }
  }
}

function hide(token) {
  token.type = 'text';
  token.tag = '';
  token.content = '';
  token.nesting = 0;
}
