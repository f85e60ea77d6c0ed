import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rollup } from 'rollup';
import { dataModule } from '../../scripts/demo-data.mjs';
import { root } from '../../scripts/run.mjs';

const SITE = `${root}site/public/`;
/** The files that this module writes. All other files of site/public are sources. */
const WRITTEN = ['dist', 'demo', 'metadata', 'sample-service.js'];

/**
 * Copies the files that live examples and the playground load to site/public: the built scripts, the demo and sample
 * tokens.
 */
export async function writePublic(base) {
  for (const name of WRITTEN) rmSync(SITE + name, { recursive: true, force: true });
  mkdirSync(`${SITE}dist`, { recursive: true });
  const isLoaded = (path) => !/\.(map|d\.ts)$/.test(path);
  cpSync(`${root}dist/cdn`, `${SITE}dist/cdn`, { recursive: true, filter: isLoaded });
  cpSync(`${root}dist/themes`, `${SITE}dist/themes`, { recursive: true });
  mkdirSync(`${SITE}dist/dev-wallet`);
  const devWallet = 'dist/dev-wallet/dev-wallet.js';
  cpSync(root + devWallet, SITE + devWallet);
  cpSync(`${root}fixtures/metadata/images`, `${SITE}metadata/images`, { recursive: true });
  writeDemo(base);
  await bundleSampleService();
}

/** Writes the demo as static files, with the paths of the site instead of those of its server. */
function writeDemo(base) {
  cpSync(`${root}demo`, `${SITE}demo`, { recursive: true });
  for (const name of readdirSync(`${SITE}demo`)) {
    if (!/\.(js|html)$/.test(name)) continue;
    const file = `${SITE}demo/${name}`;
    const text = readFileSync(file, 'utf8')
      .replaceAll(/(["'`])\/dist\//g, `$1${base}dist/`)
      // The server adds the wallet to this page.
      .replaceAll('script-tag.html?dev-wallet', 'script-tag.html')
      // The wallet has no chain here. Without the attribute, it installs itself only on loopback hosts.
      .replaceAll(/(dev-wallet\.js")(?: data-chain-url="\/")?/g, '$1 data-allow-any-host')
      .replaceAll('This server simulates a chain: it', 'On this static page, no chain: the wallet')
      .replace(/\s*The buttons set its status\./, '')
      .replace('<div id="transaction-status"></div>', '')
      .replace('<head>', `<head>\n    <script src="${base}sample-service.js"></script>`)
      .replaceAll('>Start</a>', `>Playground</a>\n        <a href="${base}">Documentation</a>`);
    writeFileSync(file, text);
  }
  writeFileSync(`${SITE}demo/data.js`, dataModule());
  const page = `${SITE}demo/script-tag.html`;
  const wallet = `<script src="${base}dist/dev-wallet/dev-wallet.js" data-allow-any-host></script>`;
  writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', `<head>\n    ${wallet}`));
}

async function bundleSampleService() {
  const tokens = readFileSync(`${root}fixtures/metadata/tokens.json`, 'utf8');
  const bundle = await rollup({
    input: `${root}site/generate/sample-service.js`,
    plugins: [
      {
        name: 'tokens',
        resolveId: (id) => (id === 'virtual:tokens' ? id : undefined),
        load: (id) => (id === 'virtual:tokens' ? `export default ${tokens};` : undefined),
      },
    ],
  });
  await bundle.write({ file: `${SITE}sample-service.js`, format: 'iife' });
  await bundle.close();
}
