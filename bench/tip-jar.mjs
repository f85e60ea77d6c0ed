/**
 * `node bench/tip-jar.mjs`: the same tip jar with this package, and with @stacks/connect and @stacks/transactions. Uses
 * each in a browser, on the simulated chain, and prints its lines of code and the kB that the browser loads.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { bin, root } from '../scripts/run.mjs';
import { approve, launchBrowser } from '../test/support/browser.mjs';
import { startMiningChain, until } from '../test/support/mining-chain.mjs';
import { prepare } from './prepare.mjs';

const APPS = {
  ours: {
    folder: 'ours',
    wallet: (page) => page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }),
  },
  'stacks-connect': {
    folder: 'stacks-connect',
    wallet: (page) =>
      page
        .locator('connect-modal li')
        .filter({ hasText: 'Development wallet' })
        .getByRole('button', { name: 'Connect' }),
  },
};
const sourceOf = (folder) =>
  fileURLToPath(new URL(`subjects/${folder}/tip-jar/app.ts`, import.meta.url));

const subjects = Object.fromEntries(
  Object.entries(APPS).map(([name, { folder }]) => [`tip-jar-${name}`, { folder, app: 'tip-jar' }]),
);
const { folders } = await prepare(subjects, { build: false, bundler: 'vite' });
const chain = await startMiningChain();
const browser = await launchBrowser();
try {
  for (const [name, { folder, wallet }] of Object.entries(APPS)) {
    checkTypes(sourceOf(folder));
    const lines = readFileSync(sourceOf(folder), 'utf8').split('\n').filter(isCode).length;
    const sizes = await measure(`${folders[`tip-jar-${name}`]}/`, wallet);
    console.log(
      `${name}: ${lines} lines, ${sizes.map((size) => size.toFixed(1)).join(', ')} kB to start, when idle, when connected, when confirmed`,
    );
  }
} finally {
  await browser.close();
  await chain.close();
}

function isCode(line) {
  return !/^\s*(?:\/\/.*|\/?\*.*)?$/.test(line);
}

function checkTypes(file) {
  const options = ['--target', 'ES2022', '--module', 'ESNext', '--moduleResolution', 'bundler'];
  const [program, ...args] = bin('typescript-native/bin/tsc', ...options, '--lib', 'ES2023,DOM,DOM.Iterable', '--types', '', '--strict', '--skipLibCheck', '--noEmit', '--ignoreConfig', file); // prettier-ignore
  execFileSync(program, args, { cwd: root, stdio: 'inherit' });
}

/** Connects and tips: rejected, aborted and confirmed. */
async function measure(folder, wallet) {
  await chain.reset();
  const server = express().use(express.static(folder)).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const page = await browser.newPage({ locale: 'en' });
  await page.addInitScript((chainUrl) => (window.devWalletOptions = { chainUrl }), chain.url);
  await page.addInitScript({ path: `${root}dist/dev-wallet/dev-wallet.js` });
  await page.route(/^https:\/\/api\.(?:mainnet\.)?hiro\.so\//, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: chain.url + pathname + search }) });
  });
  const loaded = new Set();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (`${origin}/` === url && /\.(?:js|css)$/.test(pathname)) loaded.add(pathname);
  });
  const size = (files) => {
    let bytes = 0;
    for (const file of files) bytes += gzipSync(readFileSync(folder + file)).length;
    return bytes / 1000;
  };
  const press = (name) => page.getByRole('button', { name, exact: true }).click();
  const says = (id, text) => page.locator(id).filter({ hasText: text }).waitFor();

  const html = readFileSync(`${folder}index.html`, 'utf8');
  const toStart = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path]) => path);
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  const idle = size(loaded);
  await page.getByRole('button', { name: 'Connect' }).first().click();
  await wallet(page).click();
  await approve(page);
  await says('#balance', '5,000 HNY');
  const connected = size(loaded);
  await press('Tip');
  await page.locator('#dev-wallet-approval').getByRole('button', { name: 'Reject' }).click();
  await says('#outcome', 'You rejected it');
  for (const [fate, text] of [
    ['abort_by_post_condition', 'A post-condition stopped it'],
    ['success', 'Confirmed'],
  ]) {
    await press('Tip');
    await approve(page);
    await mine(fate);
    await says('#outcome', text);
  }
  await says('#balance', '4,999 HNY');
  const sizes = [size(toStart), idle, connected, size(loaded)];
  await page.close();
  server.close();
  server.closeAllConnections();
  return sizes;
}

/** Waits for a transaction, and mines it. */
async function mine(fate) {
  const { txid } = await until(async () => {
    const all = await (await fetch(`${chain.url}/fixture/transactions`)).json();
    return all.find(({ status }) => status === 'pending');
  }, 'a pending transaction');
  await chain.control('decide', { txid, fate });
  await chain.control('mine');
}
