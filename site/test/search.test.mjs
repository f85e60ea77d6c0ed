import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import MiniSearch from 'minisearch';
import { root } from '../../scripts/run.mjs';
import { miniSearch } from '../.vitepress/search.mjs';
import { QUESTIONS, SHORT_QUESTIONS } from './questions.mjs';

const chunks = `${root}site/.vitepress/dist/assets/chunks/`;

describe('the search of the site', async () => {
  const [file] = readdirSync(chunks).filter((name) => name.startsWith('@localSearchIndexroot'));
  const { default: json } = await import(chunks + file);
  // As the search field of VitePress does.
  const index = MiniSearch.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    searchOptions: miniSearch.searchOptions,
    ...miniSearch.options,
  });

  const answers = (pages, id) =>
    pages.some((page) => id.startsWith(page.endsWith('/') ? `/${page}` : `/${page}.html`));
  const find = (question) => index.search(question).map(({ id }) => id);

  for (const [question, ...pages] of QUESTIONS) {
    it(`answers among its first three results: ${question}`, () => {
      const ids = find(question).slice(0, 3);
      assert.ok(
        ids.some((id) => answers(pages, id)),
        `${pages.join(' or ')}; found ${ids.join(' ')}`,
      );
    });
  }

  for (const [question, ...pages] of SHORT_QUESTIONS) {
    it(`answers with its first result: ${question}`, () => {
      const [first = 'nothing', ...others] = find(question);
      assert.ok(
        answers(pages, first),
        `${pages.join(' or ')}; found ${[first, ...others.slice(0, 5)].join(' ')}`,
      );
    });
  }
});
