import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { npm } from '../../scripts/npm.mjs';
import { packRoot } from '../../scripts/pack.mjs';
import { approve, launchBrowser, openPage } from '../support/browser.mjs';
import { bundlers, writeApp } from './bundle.mjs';
import { entryPoints, pathOf } from './entry-points.mjs';
import { buildNext, startNext } from './next.mjs';

const NAME = 'stacks-wallet-elements';
const home = fileURLToPath(new URL('./', import.meta.url));
const apps = join(home, 'apps');
const installed = join(apps, 'node_modules', NAME);
const DEV_WALLET = '/dev-wallet.js';

/** The console message of the development wallet. */
const WALLET_MESSAGE = 'Development wallet installed: its keys are public.';

/** Enough for the apps of one bundler on a busy machine. */
const TIMEOUT = 40 * 60_000;

/** A request for which one lazy chunk loads another, which encodes the argument. */
const CALL = {
  contract: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token',
  functionName: 'burn',
  functionArgs: [{ type: 'uint', value: '5' }],
};

/** Requests and bytes (gzip) of each app, for the table at the end. */
const measured = [];

let browser;
before(async () => {
  rmSync(apps, { recursive: true, force: true });
  mkdirSync(apps, { recursive: true });
  writeFileSync(join(apps, 'package.json'), '{ "private": true, "type": "module" }\n');
  const packed = mkdtempSync(join(tmpdir(), 'packed-'));
  const { tarball } = packRoot(packed);
  npm(apps, 'install', '--ignore-scripts', '--no-save', '--no-package-lock', tarball);
  rmSync(packed, { recursive: true });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  console.log(table());
});

/** `npm run test:apps bundlers/vite bundlers/esbuild` tests only these. */
const only = process.env.ONLY?.split(',');
const wanted = (name) => only === undefined || only.includes(name);

for (const [bundler, bundle] of Object.entries(bundlers)) {
  if (!wanted(bundler)) continue;
  describe(bundler, { timeout: TIMEOUT }, () => {
    let server;
    const dist = join(apps, 'dist', bundler);
    before(async () => (server = await serve(dist)));
    after(() => server.close());

    for (const [entryPoint, app] of Object.entries(entryPoints)) {
      it(`works through ${entryPoint}`, async () => {
        const folder = pathOf(entryPoint);
        const source = join(apps, `src-${bundler}`, folder);
        writeApp(source, app);
        await bundle(source, join(dist, folder));
        const used = await use(`${server.url}/${folder}/index.html`, app);
        measured.push({ bundler, entryPoint, ...used });
      });
    }
  });
}

describe('next, with Turbopack', { timeout: TIMEOUT, skip: !wanted('next') }, () => {
  const useNext = async (bundler, entryPoint, next, empty) => {
    const used = await use(next.url + pathOf(entryPoint), entryPoints[entryPoint]);
    used.load = minus(used.load, empty.load);
    measured.push({ bundler, entryPoint, ...used });
    return used;
  };
  const emptyOf = (next) => use(`${next.url}empty`, {});

  describe('a page for each entry point in one app', () => {
    let next;
    let empty;
    before(async () => {
      next = await startNext(buildNext(join(apps, 'next'), Object.entries(entryPoints)));
      empty = await emptyOf(next);
    });
    after(() => next?.close());

    for (const entryPoint of Object.keys(entryPoints)) {
      it(`works through ${entryPoint}`, () => useNext('next, one app', entryPoint, next, empty));
    }
  });

  // Turbopack writes separate files for code that several pages share, and for code that only some load initially.
  describe('a page alone in its app', () => {
    for (const [entryPoint, app] of Object.entries(entryPoints).filter(
      ([, app]) => app.isRecommended,
    )) {
      it(`works alone through ${entryPoint}`, async () => {
        const home = join(apps, `next-${pathOf(entryPoint)}`);
        const next = await startNext(buildNext(home, [[entryPoint, app]]));
        try {
          await useNext('next', entryPoint, next, await emptyOf(next));
        } finally {
          next.close();
        }
      });
    }
  });
});

describe('both script files on one page', { skip: !wanted('scripts') }, () => {
  const SCRIPTS = `
    <script src="./cdn/stacks-wallet-elements.iife.js"></script>
    <script type="module" src="./cdn/stacks-wallet-elements.js"></script>`;
  const page = (folder) => {
    mkdirSync(folder, { recursive: true });
    cpSync(join(installed, 'dist/cdn'), join(folder, 'cdn'), { recursive: true });
    cpSync(join(installed, 'dist/dev-wallet/dev-wallet.js'), join(folder, 'dev-wallet.js'));
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><html lang="en"><link rel="icon" href="data:," />
      <script src="./dev-wallet.js"></script>${SCRIPTS}
      <wallet-connect-button></wallet-connect-button></html>`,
    );
    return join(folder, 'index.html');
  };
  const app = { connects: 'with the list', hasWallet: true };

  it('work from a server', async () => {
    page(join(apps, 'both'));
    const server = await serve(apps);
    try {
      await use(`${server.url}/both/index.html`, app);
    } finally {
      server.close();
    }
  });

  it('work from a file: URL, for which browsers block the module', async () => {
    const file = page(join(apps, 'both'));
    // The development wallet installs itself on loopback hosts only; a file: URL has no host.
    const wallet = { allowAnyHost: true };
    await use(pathToFileURL(file).href, { ...app, wallet, refusesModules: true });
  });
});

/** Serves a folder, and the development wallet of the installed package. */
async function serve(folder) {
  const app = express();
  app.get(DEV_WALLET, (_req, res) =>
    res.sendFile(join(installed, 'dist/dev-wallet/dev-wallet.js')),
  );
  app.use(express.static(folder));
  const server = createServer(app);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Opens a page and connects the development wallet. Data saving is on, so that nothing is preloaded.
 *
 * @returns {Promise<Record<'load' | 'click', { requests: number, bytes: number }>>} scripts of the page
 */
async function use(url, { connects, shows, hasWallet, wallet: options = {}, refusesModules }) {
  const logged = [];
  const { page, errors, close } = await openPage(browser, url, {
    wallet: options,
    async prepare(page) {
      page.on('console', (message) => logged.push(message.text()));
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      });
      if (hasWallet) return;
      await page.addInitScript({ path: join(installed, 'dist/dev-wallet/dev-wallet.js') });
    },
  });
  try {
    const load = await scriptsOf(page);
    if (shows) await page.getByText(shows, { exact: true }).waitFor();
    if (!connects) return { load, click: { requests: 0, bytes: 0 } };
    const own = await page.locator('#own').count();
    const button = page.locator(own ? '#own' : 'wallet-connect-button').first();
    await (own ? button : button.getByRole('button').first()).click();
    const wallet = page.getByRole('dialog').getByRole('button', { name: 'Development wallet' });
    const approval = page.locator('#dev-wallet-approval').getByRole('button', { name: 'Approve' });
    await (connects === 'with the list' ? wallet : approval).waitFor();
    const click = minus(await scriptsOf(page), load);
    if (connects === 'with the list') await wallet.click();
    await approve(page);
    const address = page.locator(own ? '#address' : 'wallet-connect-button');
    await address
      .getByText(/SP|bc1/)
      .first()
      .waitFor();
    if (await page.evaluate(() => typeof window.app?.request === 'function')) {
      await page.evaluate((call) => void window.app.request('stx_callContract', call), CALL);
      await page.locator('#dev-wallet-approval').getByText('burn').first().waitFor();
    }
    const refused = refusesModules ? /CORS|ERR_FAILED/ : /^$/;
    const wrong = [...errors, ...logged].filter(
      (text) => text !== WALLET_MESSAGE && !refused.test(text),
    );
    assert.deepEqual(wrong, []);
    return { load, click };
  } finally {
    await close();
  }
}

/** The number and size of the scripts that a page has loaded, as soon as its network is idle. */
async function scriptsOf(page) {
  await page.waitForLoadState('networkidle');
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\.js(\?|$)/.test(name) && !name.endsWith('/dev-wallet.js')),
  );
  if (page.url().startsWith('file:')) return { requests: urls.length, bytes: 0 };
  const bodies = await Promise.all(urls.map(async (url) => (await fetch(url)).arrayBuffer()));
  const bytes = bodies.reduce(
    (sum, body) => sum + gzipSync(Buffer.from(body), { level: 9 }).length,
    0,
  );
  return { requests: urls.length, bytes };
}

const minus = (one, other) => ({
  requests: one.requests - other.requests,
  bytes: one.bytes - other.bytes,
});

function table() {
  const kB = ({ requests, bytes }) => `${requests} / ${(bytes / 1000).toFixed(1)}`;
  return [
    '| bundler | imports | on load: requests / kB | at the first click |',
    '| --- | --- | --- | --- |',
    ...measured.map(
      ({ bundler, entryPoint, load, click }) =>
        `| ${bundler} | ${entryPoint} | ${kB(load)} | ${kB(click)} |`,
    ),
  ].join('\n');
}
