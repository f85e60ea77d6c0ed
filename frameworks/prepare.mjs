import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { APPS, ARGUMENT_APPS } from './support/apps.mjs';
import { built, home } from './support/folders.mjs';
import { installPacked } from './support/package.mjs';

/** Builds the apps of the guide with Vite. The project must be built, and the workspace installed. */
export async function prepare() {
  installPacked([home]);
  rmSync(built, { recursive: true, force: true });
  for (const [name, { files, config }] of Object.entries({ ...APPS, ...ARGUMENT_APPS })) {
    const folder = `${built}${name}/`;
    mkdirSync(folder, { recursive: true });
    for (const [file, code] of Object.entries({ 'index.html': PAGE, ...files })) {
      writeFileSync(`${folder}${file}`, code);
    }
    await build({
      configFile: false,
      logLevel: 'error',
      root: folder,
      base: './',
      build: { outDir: `${folder}dist` },
      ...(await config?.()),
    });
  }
}

/** Adds the development wallet before the app. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title>
<link rel="icon" href="data:,">
<script src="/dist/dev-wallet/dev-wallet.js" data-chain-url="/"></script></head>
<body><div id="app"></div><div id="tip"></div><div id="pay"></div><script type="module" src="./main.js"></script></body></html>`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await prepare();
