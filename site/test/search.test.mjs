import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import MiniSearch from 'minisearch';
import { root } from '../../scripts/run.mjs';
import { miniSearch } from '../.vitepress/search.mjs';
import { QUESTIONS } from './questions.mjs';

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

  for (const [question, ...pages] of QUESTIONS) {
    it(`answers among its first three results: ${question}`, () => {
      const found = index.search(question).slice(0, 3);
      const ids = found.map(({ id }) => id);
      assert.ok(
        ids.some((id) =>
          pages.some((page) => id.startsWith(page.endsWith('/') ? `/${page}` : `/${page}.html`)),
        ),
        `${pages.join(' or ')}; found ${ids.join(' ')}`,
      );
    });
  }
});
