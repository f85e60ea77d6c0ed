import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { validateStacksAddress } from '@stacks/transactions';
import { packedReadme } from '../../scripts/packed-readme.mjs';
import { githubSlug } from '../../site/.vitepress/slug.mjs';
import { root } from '../support/program.mjs';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'compat/README.md',
  'examples/playwright/README.md',
  'fixtures/dev-wallet/README.md',
  'src/elements/styles/README.md',
  'site/adding.md',
  'site/commands.md',
  'site/design.md',
  'site/documentation.md',
  'site/sizes.md',
  'site/wallets.md',
  ...readdirSync(`${root}site/guide`).map((name) => `site/guide/${name}`),
];

describe('the documents', () => {
  it('have no broken links', () => {
    const wrong = DOCUMENTS.flatMap((document) =>
      linksOf(document)
        .filter((link) => !resolves(document, link))
        .map((link) => `${document}: ${link}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('have a README.md that keeps its links when it is packed, in the folder that npm names', () => {
    const labels = [...packedReadme().matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)].map(
      ([, label]) => label,
    );
    for (const label of [
      'One line tells TypeScript about the tags',
      'all numbers',
      'with Playwright',
    ]) {
      assert.ok(labels.includes(label), label);
    }
    // npm runs `prepack` in the folder of the package, whose name has no slash at its end.
    assert.equal(packedReadme(root.replace(/[/\\]$/, '')), packedReadme());
  });

  it('have only addresses with a valid checksum, as have the docstrings', () => {
    const wrong = [...DOCUMENTS, ...sources()].flatMap((file) =>
      [...readFileSync(root + file, 'utf8').matchAll(/\bS[PTMN][0-9A-Z]{36,41}\b/g)]
        .filter(([address]) => !validateStacksAddress(address))
        .map(([address]) => `${file}: ${address}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('name every wallet that the picker offers', () => {
    const catalog = readFileSync(`${root}src/wallets/catalog.ts`, 'utf8');
    const wallets = [...catalog.matchAll(/\bname: '([^']+)'/g)].map(([, name]) => name);
    assert.ok(wallets.length > 3);
    for (const document of [
      ...['README.md', 'CHANGELOG.md', 'site/index.md'],
      ...['one-wallet', 'phones', 'capabilities'].map((guide) => `site/guide/${guide}.md`),
    ]) {
      const text = readFileSync(root + document, 'utf8');
      const missing = wallets.filter((wallet) => !text.includes(wallet));
      assert.deepEqual([document, ...missing], [document]);
    }
  });
});

/** The sources, without tests. */
const sources = () =>
  readdirSync(`${root}src`, { recursive: true })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing/.test(file))
    .map((file) => `src/${file}`);

const textOf = (document) =>
  readFileSync(root + document, 'utf8')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]<>]/g, ''));

function linksOf(document) {
  const text = textOf(document);
  return [
    ...[...text.matchAll(/\]\(([^)\s]+)\)/g)],
    ...[...text.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)],
  ].map(([, link]) => link);
}

/** Whether a link is valid. `npm run test:apps site` checks the paths of the site, which begin with `/`. */
function resolves(document, link) {
  if (/^https?:/.test(link)) return URL.canParse(link);
  if (link.startsWith('/')) return true;
  const [path, hash] = link.split('#');
  const file = path ? join(dirname(document), decodeURI(path)) : document;
  const found = [file, `${file}.md`].find((one) => existsSync(root + one));
  if (!found) return false;
  if (!hash || !found.endsWith('.md') || statSync(root + found).isDirectory()) return !hash;
  const headings = textOf(found).matchAll(/^#+ (.*)$/gm);
  return [...headings].some(([, heading]) => anchorOf(heading) === decodeURI(hash));
}

const anchorOf = (heading) =>
  /\{#(.*)\}$/.exec(heading)?.[1] ?? githubSlug(heading.replaceAll('`', ''));
