import { watch } from 'chokidar';
import { context } from 'esbuild';
import express from 'express';
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { filesIn } from './build/files.mjs';
import { ANALYZE, root, run } from './run.mjs';

const DIST = `${root}dist`;
/** What the pages of the demo load: [the path below `dist/`, its source]. */
const MODULES = {
  'cdn/stacks-wallet-elements': 'src/cdn.ts',
  'core/index': 'src/core/index.ts',
  'transactions/index': 'src/transactions/index.ts',
};
const SCRIPTS = {
  'cdn/stacks-wallet-elements.iife': { source: 'src/global.ts', globalName: 'StacksWallet' },
  'dev-wallet/dev-wallet': { source: 'fixtures/dev-wallet/script-tag.ts' },
};
const WATCHED = ['src', 'fixtures/chain', 'fixtures/dev-wallet', 'demo'];

const OPTIONS = {
  absWorkingDir: root,
  outdir: DIST,
  bundle: true,
  write: false,
  metafile: true,
  sourcemap: 'linked',
  // `sideEffects` in package.json has only the built files.
  ignoreAnnotations: true,
  target: 'es2022',
  conditions: ['browser', 'production'],
  define: { global: 'globalThis' },
  logLevel: 'error',
};

/**
 * Serves what the demo loads from `dist/`, made from the sources with each request after a change, without a build. Pages
 * with the script `/reload.js` reload after a change.
 *
 * @returns {{ router: express.Router, manifest: Promise<unknown>, close(): Promise<void> }} `manifest`: resolves once
 *   custom-elements.json is there, and as new as the elements
 */
export function createSourceRouter() {
  const bundles = createBundles();
  const pages = new Set();
  let timer;
  const changed = new Set();
  const reload = () => {
    for (const bundle of bundles) bundle.change(changed);
    changed.clear();
    for (const page of pages) page.write('data: changed\n\n');
  };
  const watcher = watch(WATCHED, { cwd: root, ignoreInitial: true, ignored: /\.test\.ts$/ });
  watcher.on('all', (_event, path) => {
    changed.add(path.replaceAll('\\', '/'));
    // A switch of branches changes many files.
    clearTimeout(timer);
    timer = setTimeout(reload, 10);
  });

  const router = express.Router();
  router.get('/reload.js', (_req, res) => {
    res.type('js').send(`new EventSource('/changes').onmessage = () => location.reload();\n`);
  });
  router.get('/changes', (req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    pages.add(res);
    req.on('close', () => pages.delete(res));
  });
  router.get('/dist/cdn/reserve.css', (_req, res) =>
    res.sendFile(`${root}src/elements/styles/reserve.css`),
  );
  router.get('/dist/themes/:file', (req, res) =>
    res.sendFile(req.params.file, { root: `${root}src/elements/styles/themes` }),
  );
  router.get('/dist/*', async (req, res, next) => {
    const path = req.path.slice('/dist/'.length);
    const bundle = bundles.find(({ entries }) => entries.includes(path)) ?? bundles[0];
    try {
      const file = (await bundle.files()).get(path);
      if (file) res.type(path.endsWith('.map') ? 'json' : 'js').send(file);
      else next();
    } catch {
      // esbuild has printed the errors.
      res.status(500).type('js').send('The sources have errors: see the terminal.');
    }
  });
  return {
    router,
    manifest: writeManifest(),
    async close() {
      await watcher.close();
      await Promise.all(bundles.map((bundle) => bundle.close()));
    },
  };
}

/** Writes custom-elements.json if an element is newer. */
async function writeManifest() {
  const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const elements = filesIn(`${root}src/elements`).map(changedAt);
  if (changedAt(`${root}custom-elements.json`) < Math.max(...elements)) {
    await run('custom-elements.json', ANALYZE);
  }
}

const createBundles = () => [
  new Bundle({
    entryPoints: Object.entries(MODULES).map(([out, source]) => ({ in: source, out })),
    format: 'esm',
    splitting: true,
  }),
  ...Object.entries(SCRIPTS).map(
    ([out, { source, ...more }]) =>
      new Bundle({ entryPoints: [{ in: source, out }], format: 'iife', ...more }),
  ),
];

/** Some entry points and their chunks. They are bundled with the first request, and after each change of their files. */
class Bundle {
  #options;
  #context;
  #files;
  /** The paths of the sources, from the root. Empty after a failure: any change may mend it. */
  #inputs = new Set();

  constructor(options) {
    this.#options = options;
    this.entries = options.entryPoints.map(({ out }) => `${out}.js`);
  }

  /** @param {ReadonlySet<string>} paths of the changed files, from the root */
  change(paths) {
    if (!this.#files) return;
    if (this.#inputs.size > 0 && ![...paths].some((path) => this.#inputs.has(path))) return;
    this.#files = this.#build(this.#files);
    // Who asks for the files handles a failure.
    this.#files.catch(() => undefined);
  }

  /** @returns {Promise<Map<string, string>>} the texts, by the paths below `dist/` */
  files() {
    return (this.#files ??= this.#build());
  }

  /** @param [before] the build before this one: while it runs, esbuild answers with its result, which is of older files */
  async #build(before) {
    await before?.catch(() => undefined);
    this.#inputs.clear();
    this.#context ??= context({ ...OPTIONS, ...this.#options });
    const { outputFiles, metafile } = await (await this.#context).rebuild();
    this.#inputs = new Set(Object.keys(metafile.inputs));
    return new Map(outputFiles.map(({ path, text }) => [relative(DIST, path), text]));
  }

  async close() {
    await (await this.#context)?.dispose();
  }
}
