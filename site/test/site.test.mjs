import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import express from 'express';
import { root } from '../../scripts/run.mjs';
import { connectByHand, launchBrowser, openPage } from '../../test/support/browser.mjs';
import { BASE as base } from '../.vitepress/pages.mjs';
import { documents, fencesOf } from './samples.mjs';

const dist = `${root}site/.vitepress/dist`;
const pages = readdirSync(dist, { recursive: true })
  .filter((path) => path.endsWith('.html'))
  .map((path) => path.replaceAll('\\', '/'))
  .sort();
const AXE = readFileSync(`${root}node_modules/axe-core/axe.min.js`, 'utf8');
/** The pages of the documentation, without the demo and the 404 page of VitePress. */
const documentation = pages.filter((path) => !path.startsWith('demo/') && path !== '404.html');

describe('the site', () => {
  let server;
  let browser;
  let url;
  before(async () => {
    const app = express();
    app.use(base, express.static(dist));
    server = createServer(app);
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${server.address().port}${base}`;
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });

  it('has no broken link', () => {
    const wrong = pages.flatMap((page) => {
      const { links } = read(page);
      return links.filter((link) => !resolves(page, link)).map((link) => `${page}: ${link}`);
    });
    assert.deepEqual(wrong, []);
  });

  it('has a Markdown file beside every page, and lists all of them in llms.txt', () => {
    const index = readFileSync(join(dist, 'llms.txt'), 'utf8');
    const all = readFileSync(join(dist, 'llms-full.txt'), 'utf8');
    for (const page of documentation) {
      const path = page.replace(/html$/, 'md');
      const text = readFileSync(join(dist, path), 'utf8');
      assert.match(text, /^# /, path);
      // What only VitePress reads.
      assert.doesNotMatch(text, /^:::|^---\ntitle|<!--@include|^<[A-Z]/m, path);
      if (/^(?:guide\/start|guide\/connect|errors\/|reference\/methods\/)/.test(path)) {
        assert.ok(all.includes(text.trim()), path);
      }
      if (path === 'index.md') continue;
      const line = index.split('\n').find((one) => one.includes(`](${base}${path})`));
      assert.match(line ?? '', /\): ./, `${path} has no sentence in llms.txt`);
    }
    assert.ok(all.length < 360_000, `llms-full.txt has ${all.length} characters`);
  });

  it('has only existing elements and attributes in its samples', async () => {
    const { page, close } = await openPage(browser, `${url}404.html`);
    const known = attributesOfElements();
    const samples = documents()
      .flatMap(fencesOf)
      .filter(({ language }) => language === 'html');
    assert.ok(samples.length > 10);
    const wrong = await page.evaluate(
      ([all, tags]) =>
        all.flatMap(({ code, where }) => {
          const parsed = new DOMParser().parseFromString(code, 'text/html');
          return [...parsed.querySelectorAll('*')]
            .filter(({ localName }) => localName.includes('-'))
            .flatMap(({ localName, attributes }) => {
              if (!tags[localName]) return [`${where}: <${localName}>`];
              return [...attributes]
                .filter(({ name }) => !tags[localName].includes(name))
                .map(({ name }) => `${where}: <${localName} ${name}>`);
            });
        }),
      [samples, known],
    );
    await close();
    assert.deepEqual(wrong, []);
  });

  it('shows the page that answers a question among its first three results, without a server', async () => {
    const { page, close } = await openPage(browser, `${url}guide/start.html`);
    await page.waitForFunction(() => document.querySelector('#app').__vue_app__);
    for (const [words, target] of [
      ['stx_transferStx', 'reference/methods/stx_transferStx.html'],
      ['wallet-connect-button', 'reference/elements/wallet-connect-button.html'],
      ['rate-limited', 'errors/'],
      ['change the button color', 'guide/theming.html'],
      ['mobile', 'guide/phones.html'],
    ]) {
      await page.locator('.DocSearch-Button').click();
      await page.locator('#localsearch-input').fill(words);
      await page
        .locator(`.results > li:nth-child(-n + 3) a[href*="${target}"]`)
        .first()
        .waitFor({ timeout: 60_000 });
      await page.keyboard.press('Escape');
    }
    await close();
  });

  it('connects the development wallet in an example, and shows its account', async () => {
    const { page, errors, close } = await openPage(
      browser,
      `${url}reference/elements/wallet-connect-button.html`,
    );
    await connectByHand(page);
    await page.locator('.stage wallet-connect-button[status="connected"]').waitFor();
    await close();
    assert.deepEqual(errors, []);
  });

  it('shows the request to each wallet for every method, with params that can be edited', async () => {
    const methods = pages.filter((path) => path.startsWith('reference/methods/'));
    assert.ok(methods.length > 15);
    for (const path of methods) {
      assert.match(readFileSync(join(dist, path), 'utf8'), /<details class="explain"/, path);
    }
    const { page, errors, close } = await openPage(
      browser,
      `${url}reference/methods/stx_transferStx.html`,
    );
    await page.waitForFunction(() => document.querySelector('#app').__vue_app__);
    const live = page.locator('details.explain');
    await live.getByText('What each wallet would be sent').click();
    const row = (name) => live.getByRole('listitem').filter({ hasText: name }).first();
    await row('Leather gets').getByText('"memo": "Hello"').waitFor();
    await row('Xverse gets').waitFor();
    const params = live.getByLabel('Params, as JSON');
    await params.fill(
      '{ "amount": "-1", "recipient": "SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH" }',
    );
    await row('Leather gets no request').getByText('`amount`').waitFor();
    await params.fill('{ "amount": ');
    await live.getByRole('status').getByText('JSON').waitFor();
    assert.equal(await live.getByRole('listitem').count(), 0);
    await params.fill(
      '{ "amount": "1", "recipient": "SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH", "fee": "5" }',
    );
    await row('Leather gets').getByText('It ignores: fee.').waitFor();
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
      const { violations: all } = await globalThis.axe.run('details[open]');
      return all.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3)}`);
    });
    assert.deepEqual(violations, []);
    await page.setViewportSize({ width: 320, height: 800 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    await close();
    assert.deepEqual(errors, []);
  });

  it('has a playground that connects and shows a token, without a server', async () => {
    const { page, errors, close } = await openPage(browser, `${url}demo/index.html`);
    await page.locator('#lookup').scrollIntoViewIfNeeded();
    await page.locator('#card ft-metadata-card').getByText('Honey').first().waitFor();
    await page.locator('wallet-list').getByRole('button', { name: 'Development wallet' }).click();
    await page.locator('#dev-wallet-approval').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('The page has').waitFor();
    await close();
    assert.deepEqual(errors, []);
  });

  for (const path of documentation) {
    it(`is accessible in light and dark, fits into 320 px, and runs its examples: ${path}`, async () => {
      const { page, errors, close } = await openPage(browser, url + path);
      await page.waitForFunction(() =>
        [...document.querySelectorAll('.live .stage')].every((stage) => {
          const nodes = [...stage.querySelectorAll('*')].filter((node) =>
            node.localName.includes('-'),
          );
          return (
            nodes.length > 1 &&
            nodes.every(
              (node) => node.matches(':defined') && node.getAttribute('status') !== 'loading',
            )
          );
        }),
      );
      await page.evaluate(AXE);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.waitForFunction(
          (dark) => document.documentElement.classList.contains('dark') === dark,
          colorScheme === 'dark',
        );
        const violations = await page.evaluate(async () => {
          // Colors may still fade to the new scheme. The transition of a child starts a frame after that of its parent.
          const rootsIn = (root) => [
            root,
            ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
              shadowRoot ? rootsIn(shadowRoot) : [],
            ),
          ];
          const fading = () =>
            rootsIn(document)
              .flatMap((root) => root.getAnimations())
              .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
          do {
            await Promise.allSettled(fading().map(({ finished }) => finished));
            await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
          } while (fading().length > 0);
          const { violations: all } = await globalThis.axe.run(document);
          return all.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3)}`);
        });
        assert.deepEqual(violations, [], colorScheme);
      }
      await page.setViewportSize({ width: 320, height: 800 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
      await close();
      assert.deepEqual(errors, []);
    });
  }
});

const read = (() => {
  const known = new Map();
  return (page) => {
    if (!known.has(page)) {
      const html = readFileSync(join(dist, page), 'utf8').replaceAll('&amp;', '&');
      known.set(page, {
        links: [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, link]) => link),
        ids: new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)),
      });
    }
    return known.get(page);
  };
})();

function resolves(page, link) {
  if (/^(?:https?|mailto):/.test(link)) return URL.canParse(link);
  const [path, hash] = link.split('#');
  let file = page;
  if (path) {
    const plain = decodeURI(path.split('?')[0]);
    if (plain.startsWith('/') && !plain.startsWith(base)) return false;
    file = plain.startsWith('/')
      ? plain.slice(base.length)
      : posix.join(posix.dirname(page), plain);
    if (file === '' || file.endsWith('/') || file === '.') file = posix.join(file, 'index.html');
  }
  if (!existsSync(join(dist, file))) return false;
  return !hash || !file.endsWith('.html') || read(file).ids.has(decodeURIComponent(hash));
}

/** The attributes of each element: its own, and the global attributes that samples use. */
function attributesOfElements() {
  const { modules } = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8'));
  const elements = modules
    .flatMap(({ declarations = [] }) => declarations)
    .filter(({ tagName }) => tagName);
  return Object.fromEntries(
    elements.map(({ tagName, attributes = [] }) => [
      tagName,
      [...attributes.map(({ name }) => name), 'id', 'class', 'slot', 'lang', 'dir'],
    ]),
  );
}
