import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { transfer } from '../../bench/measure/transfer.mjs';
import { startStaticServer } from '../../bench/server.mjs';
import { subjects } from '../../bench/subjects.mjs';
import { VISIT } from '../../scripts/build/sizes.mjs';
import { launchBrowser } from '../support/browser.mjs';
import { root } from '../support/program.mjs';

/** The page, which `npm run bench` also measures. */
const NAME = 'ours-script-tag';

describe('what a page with the script tag and a connect button loads', () => {
  let server, browser, loaded;

  before(async () => {
    [server, browser] = await Promise.all([
      startStaticServer({ cdn: `${root}dist/cdn`, [NAME]: `${root}bench/subjects/ours` }),
      launchBrowser(),
    ]);
    const subject = subjects[NAME];
    const url = `${server.origin}/gzip/${NAME}/${subject.page}`;
    const { usable, open } = await transfer(browser, { url, subject });
    loaded = { 'until the button is shown': usable, 'with the picker open': open };
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  for (const [moment, limit] of Object.entries(VISIT)) {
    it(`is at most ${limit.bytes} bytes in ${limit.requests} requests ${moment}`, () => {
      const { bytes, requests } = loaded[moment];
      assert.ok(bytes > 0 && requests > 0, 'no request was recorded');
      assert.ok(bytes <= limit.bytes, `${bytes} bytes of gzip, ${limit.bytes} allowed`);
      assert.ok(requests <= limit.requests, `${requests} requests, ${limit.requests} allowed`);
    });
  }
});
