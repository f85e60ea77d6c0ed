import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { githubSlug } from './slug.mjs';
import { liveExamples } from './live-examples.mjs';
import { resolveLinks } from './links.mjs';
import { BASE, SECTIONS } from './pages.mjs';
import { miniSearch } from './search.mjs';
import { plainEmptyHeadings } from './tables.mjs';

const site = fileURLToPath(new URL('..', import.meta.url));
const { description } = JSON.parse(readFileSync(`${site}../package.json`, 'utf8'));

const link = (path) => ({ text: titleOf(path), link: `/${path.replace(/\bindex$/, '')}` });

/** The title of a page: that of its frontmatter, or its first heading. */
function titleOf(path) {
  const text = readFileSync(`${site}${path}.md`, 'utf8');
  const [, title] = /^---\n[^]*?^title: (.*)$/m.exec(text) ?? /^# (.*)$/m.exec(text) ?? [];
  // The sidebar shows it as HTML.
  return (title ?? path).replaceAll(/^['"]|['"]$|`/g, '').replaceAll('<', '&lt;');
}

function pagesIn(folder) {
  if (!existsSync(site + folder)) return [];
  return readdirSync(site + folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();
}

const group = (text, folder, except = []) => ({
  text,
  items: pagesIn(folder)
    .filter((name) => !except.includes(name))
    .map((name) => link(`${folder}/${name}`)),
});

const listed = SECTIONS.flatMap(({ pages }) => pages);
const others = pagesIn('guide')
  .map((name) => `guide/${name}`)
  .filter((page) => !listed.includes(page));

export default defineConfig({
  title: 'stacks-wallet-elements',
  description,
  lang: 'en',
  base: BASE,
  cleanUrls: false,
  // Files in these folders are not pages of the site.
  srcExclude: ['node_modules', 'public'],
  metaChunk: true,
  head: [['link', { rel: 'icon', href: `${BASE}icon.svg` }]],
  // The demo is copied as static files, which are not pages of VitePress.
  ignoreDeadLinks: [/^\/demo\//],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.includes('-') } } },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    // The same anchors as on GitHub, since documents of the repository are pages, too.
    anchor: { slugify: githubSlug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      liveExamples(md);
      resolveLinks(md);
      plainEmptyHeadings(md);
    },
  },
  // Beside every page is its Markdown.
  transformHead: ({ pageData }) => [
    ['link', { rel: 'alternate', type: 'text/markdown', href: `${BASE}${pageData.relativePath}` }],
  ],
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    search: { provider: 'local', options: { detailedView: true, miniSearch } },
    outline: [2, 3],
    notFound: { title: 'Page not found', quote: 'No page has this address.', linkText: 'Home' },
    nav: [
      { text: 'Guide', link: '/guide/start' },
      { text: 'Elements', link: '/reference/elements/wallet-connect-button' },
      { text: 'Methods', link: '/reference/methods' },
      { text: 'Errors', link: '/errors/' },
      { text: 'Playground', link: '/demo/index.html', target: '_self' },
    ],
    sidebar: [
      ...SECTIONS.map(({ text, pages }) => ({ text, items: pages.map(link) })),
      ...(others.length > 0 ? [{ text: 'More', items: others.map(link) }] : []),
      group('Functions', 'reference', ['methods']),
      group('Methods', 'reference/methods'),
      group('Elements', 'reference/elements'),
    ],
    footer: { message: 'MIT licence' },
  },
});
