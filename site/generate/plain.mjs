import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { inPackage } from '../../scripts/packed-readme.mjs';
import { root } from '../../scripts/run.mjs';
import { linkFrom } from '../.vitepress/links.mjs';
import { SECTIONS, WORDS } from '../.vitepress/pages.mjs';
import { referencePages, walletsTable } from './reference.mjs';

const site = `${root}site/`;
const FENCE = /^```[^]*?^```$/gm;
const { description } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
/** Pages of generated Markdown, and the start page, which is a page of HTML. */
const OTHERS = /^(?:node_modules|public|\.vitepress|reference|test)\//;

/**
 * Every page of the documentation as plain Markdown, which needs no VitePress: includes and groups of code are resolved,
 * components are left out, and headings have their anchors.
 *
 * @param {(page: string) => string} address the address of a page, such as `guide/start.md`, in links to it
 * @param {(text: string) => string} [edit] changes the source of a page, with its includes
 * @returns {Promise<ReadonlyMap<string, string>>} the text of each page
 */
export async function plainPages(address, edit = (text) => text) {
  const written = readdirSync(site, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && !OTHERS.test(path))
    .map((path) => [path, readFileSync(site + path, 'utf8')]);
  const reference = await referencePages();
  return new Map(
    [...written, ...reference.map(([path, text]) => [`reference/${path}`, text])].map(
      ([path, text]) => [path, plain(path, text, address, edit)],
    ),
  );
}

function plain(page, source, address, edit) {
  const [, title] = /^---\n[^]*?^title: '?(.*?)'?$/m.exec(source) ?? [];
  const body = edit(included(page, source.replace(/^---\n[^]*?\n---\n/, ''))).trim();
  const code = [];
  const keep = (text) => `\0${code.push(text) - 1}\0`;
  const text = body
    .replaceAll(FENCE, (fence) => keep(fenceOf(fence)))
    .replaceAll(/`[^`\n]*`/g, keep)
    .replaceAll(/^:::.*\n/gm, '')
    .replaceAll(/^(?:<\/?(?:[A-Z]\w*|div|details|picture|source)\b[^>]*>)+\n*/gm, '')
    .replaceAll(/^<summary>.*\n*/gm, '')
    .replaceAll(/^<img\b.*\n*/gm, '')
    .replaceAll(/<!--[^]*?-->\n*/g, '')
    .replaceAll(/^(#+) (.*?) \{#(.*)\}$/gm, '$1 <a id="$3"></a>$2')
    .replaceAll(/!?\[([^\]]*)\]\(([^)\s]+)\)/g, (_link, label, href) => {
      const target = targetOf(page, href, address);
      return target === undefined ? label : `[${label}](${target})`;
    })
    .replaceAll(/\0(\d+)\0/g, (_kept, index) => code[index]);
  return `${/^# /.test(text) ? '' : `# ${title}\n\n`}${text.trim()}\n`;
}

function included(page, text) {
  return text.replaceAll(/<!--@include: (.*?)(?:#([\w-]+))?-->/g, (_comment, path, region) => {
    if (path.endsWith('wallets-table.md')) return walletsTable();
    const file = readFileSync(join(site, dirname(page), path), 'utf8');
    if (!region) return file;
    return file.split(`<!-- #region ${region} -->`)[1].split(`<!-- #endregion ${region} -->`)[0];
  });
}

/** A code block with the title of its tab above it, and without what only VitePress reads. */
function fenceOf(fence) {
  const [, language, info, code] = /^```(\w*)([^\n]*)(\n[^]*)$/.exec(fence);
  const [, tab] = /\[(.*)\]/.exec(info) ?? [];
  return `${tab ? `${tab}:\n\n` : ''}\`\`\`${language}${code}`;
}

/** The target of a link; undefined if it leads to something that is no page, such as the playground. */
function targetOf(page, href, address) {
  const target = linkFrom(page, href);
  if (!target?.startsWith('/')) return target;
  if (/^\/demo\/|\.png$/.test(target)) return undefined;
  const [path, hash] = target.slice(1).split('#');
  const file =
    path === '' || path.endsWith('/') ? `${path}index.md` : path.replace(/(\.md|\.html)?$/, '.md');
  return address(file, page) + (hash ? `#${hash}` : '');
}

/** The functions of this package that the code of a page imports. */
function importedNames(text) {
  const imports = text.matchAll(
    /^import \{([^}]*)\} from 'stacks-wallet-elements(?:\/[\w/]+)?';/gm,
  );
  const names = [...imports].flatMap(([, list]) => list.split(','));
  const functions = names.map((name) => name.trim()).filter((name) => /^[a-z]\w*$/.test(name));
  return [...new Set(functions)];
}

/**
 * llms.txt: every page with its address, its first sentence, its sections, and the words and functions that a search has to
 * find, in the order of the sidebar.
 */
export function indexOf(pages, address) {
  const line = (page) => {
    const [, title, rest] = /^# (.*)\n+([^]*)$/.exec(pages.get(page));
    const [first] = /^(?![#|-]|```).*(?:\n(?!\n).*)*/.exec(rest) ?? [''];
    const text = first.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const sentence = /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? '';
    const sections = page.startsWith('guide/')
      ? [...rest.replaceAll(FENCE, '').matchAll(/^## (?:<a[^>]*><\/a>)?(.*)$/gm)].map(
          ([, name]) => name,
        )
      : [];
    const words = WORDS[page.replace(/\.md$/, '')];
    const names = page.startsWith('guide/') ? importedNames(rest) : [];
    const about = [
      ...(words ? [`Also: ${words}.`] : []),
      ...(names.length > 0 ? [`Functions: ${names.join(', ')}.`] : []),
    ];
    const contents = sections.length > 0 ? ` Sections: ${sections.join('; ')}.` : '';
    return `- [${title}](${address(page)})${sentence && `: ${sentence}`}${[contents, ...about.map((part) => ` ${part}`)].join('')}`;
  };
  const listed = SECTIONS.map(({ text, pages: names }) => [
    text,
    names.map((name) => `${name}.md`).filter((page) => pages.has(page)),
  ]);
  const known = new Set(['index.md', ...listed.flatMap(([, names]) => names)]);
  const others = [...pages.keys()].filter((page) => !known.has(page)).sort();
  return [
    '# stacks-wallet-elements',
    `> ${description}`,
    ...[...listed, ['Functions, methods and elements', others]].map(
      ([text, names]) => `## ${text}\n\n${names.map(line).join('\n')}`,
    ),
    '',
  ].join('\n\n');
}

/** About working on this project: of no use without the repository. */
const OF_CONTRIBUTORS = ['adding.md', 'commands.md', 'documentation.md'];

/** Writes the documentation that the package contains, into the folder `docs` of the package. */
export async function writeDocs(folder) {
  const fileOf = (page) => (page === 'errors/index.md' ? 'errors.md' : page);
  const address = (page, from) =>
    from === undefined ? fileOf(page) : posix.relative(posix.dirname(fileOf(from)), fileOf(page));
  const pages = await plainPages(address, inPackage);
  for (const page of ['index.md', ...OF_CONTRIBUTORS]) pages.delete(page);
  for (const [page, text] of pages) write(join(folder, fileOf(page)), text);
  write(join(folder, 'llms.txt'), indexOf(pages, address));
  write(join(folder, 'README.md'), '[llms.txt](llms.txt) lists all pages.\n'); // a second copy would have 15 kB
}

/** Pages that answer how to do something. The others are lists, or about the project: a model finds them in llms.txt. */
const ANSWERS = /^(?:guide\/(?!promises|migrate|publishing|security)|errors\/|reference\/methods)/;

/** Writes the Markdown of each page beside it, llms.txt, and llms-full.txt, which has the guides, the errors and the methods. */
export async function writePlain(folder, base) {
  const address = (page) => base + page;
  const pages = await plainPages(address);
  for (const [page, text] of pages) write(join(folder, page), text);
  write(join(folder, 'llms.txt'), indexOf(pages, address));
  write(
    join(folder, 'llms-full.txt'),
    [...pages]
      .filter(([page]) => ANSWERS.test(page))
      .map(([, text]) => text)
      .join('\n\n'),
  );
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
