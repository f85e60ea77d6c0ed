import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { githubSlug } from './slug.mjs';
import { liveExamples } from './live-examples.mjs';
import { resolveLinks } from './links.mjs';
import { plainEmptyHeadings } from './tables.mjs';

const site = fileURLToPath(new URL('..', import.meta.url));
const { homepage, description } = JSON.parse(readFileSync(`${site}../package.json`, 'utf8'));

/** The guides in their order; one that is not listed comes last, one that does not exist is left out. */
const GUIDES = [
  'start',
  'script-tag',
  'requests',
  'frameworks',
  'server-rendering',
  'sign-in',
  'transactions',
  'capabilities',
  'tokens',
  'theming',
  'your-own-picker',
  'languages',
  'testing',
  'migrate',
];
const OPERATION = ['csp', 'security', 'publishing'];

const link = (path) => ({ text: titleOf(path), link: `/${path}` });

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

const guides = pagesIn('guide');
const inOrder = (names) =>
  names.filter((name) => guides.includes(name)).map((name) => link(`guide/${name}`));
const others = guides.filter((name) => ![...GUIDES, ...OPERATION].includes(name));
const reference = pagesIn('reference').filter((name) => name !== 'methods');

export default defineConfig({
  title: 'stacks-wallet-elements',
  description,
  lang: 'en',
  base: new URL(homepage).pathname,
  cleanUrls: false,
  // Files in these folders are not pages of the site.
  srcExclude: ['node_modules', 'public'],
  metaChunk: true,
  head: [['link', { rel: 'icon', href: `${new URL(homepage).pathname}icon.svg` }]],
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
  // The start page of VitePress has no main landmark.
  transformHtml: (html) => html.replace('class="VPHome"', 'class="VPHome" role="main"'),
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    search: { provider: 'local', options: { detailedView: true } },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/guide/start' },
      { text: 'Elements', link: '/reference/elements/wallet-connect-button' },
      { text: 'Methods', link: '/reference/methods' },
      { text: 'Errors', link: '/errors/' },
      { text: 'Playground', link: '/demo/index.html', target: '_self' },
    ],
    sidebar: [
      { text: 'Guide', items: inOrder([...GUIDES, ...others]) },
      { text: 'In production', items: inOrder(OPERATION) },
      {
        text: 'Reference',
        items: [
          link('reference/methods'),
          { text: 'Errors', link: '/errors/' },
          link('wallets'),
          ...reference.map((name) => link(`reference/${name}`)),
        ],
      },
      {
        text: 'Elements',
        items: pagesIn('reference/elements').map((name) => link(`reference/elements/${name}`)),
      },
      { text: 'About', items: [link('design'), link('sizes')] },
    ],
    footer: { message: 'MIT licence' },
  },
});
