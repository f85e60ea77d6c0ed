import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import express from 'express';
import { launchBrowser } from './support/browser.mjs';
import { root } from './support/program.mjs';

const TOKEN = 'SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.age000-governance-token';
const PAGE = `<!doctype html><link rel="icon" href="data:,">
  <script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>
  <ft-metadata-card principal="${TOKEN}"></ft-metadata-card>`;

let browser, server, url;
before(async () => {
  const app = express();
  app.use('/dist', express.static(`${root}dist`));
  app.get('/', ({ query }, res) => {
    res.setHeader(
      'content-security-policy',
      `default-src 'self'; img-src data:; ${query.policy ?? ''}`,
    );
    res.send(PAGE);
  });
  server = createServer(app);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${server.address().port}/`;
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  server.close();
  server.closeAllConnections();
});

/** The message of the error that the card of a page with this policy reports. */
async function message(policy) {
  const page = await browser.newPage();
  await page.route('https://api.hiro.so/**', (route) => route.abort());
  await page.addInitScript(() => {
    window.failed = new Promise((resolve) => {
      addEventListener('ft-error', ({ error }) => resolve(error.message));
    });
  });
  await page.goto(`${url}?policy=${encodeURIComponent(policy)}`);
  return page.evaluate('failed');
}

it('names the host that the Content-Security-Policy of the page blocks', async () => {
  assert.equal(
    await message(''),
    'The metadata service at api.hiro.so is blocked by the Content-Security-Policy of this page: add https://api.hiro.so to connect-src.',
  );
});

it('does not name the policy if the host cannot be reached', async () => {
  assert.match(
    await message('connect-src https://api.hiro.so'),
    /api\.hiro\.so could not be reached/,
  );
});
