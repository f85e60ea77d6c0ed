import { build } from 'esbuild';
import { dirname, relative, resolve } from 'node:path';
import { root } from '../../scripts/run.mjs';

/**
 * A plugin of the test runner: serves the tests bundled, with shared modules in chunks. Unbundled, a test file
 * loads up to three hundred modules. Not used in watch mode, where a change reloads only the affected tests.
 *
 * @param {readonly string[]} files the tests, from the root of the repository
 */
export function bundledTests(files) {
  let bundled;
  return {
    name: 'bundled-tests',
    // esbuild has resolved the imports. Otherwise the runner would look for each one in the file system.
    resolveImport: ({ source, context }) =>
      isBundled(context.path) && source.startsWith('.') ? source : undefined,
    async serve({ path }) {
      if (!isBundled(path)) return undefined;
      bundled ??= bundle(files);
      const body = (await bundled).get(path);
      return body && { body, type: 'js' };
    },
  };
}

const isBundled = (path) => path.endsWith('.test.ts') || path.startsWith('/__tests/');

async function bundle(files) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => ({ in: file, out: file.replace(/\.ts$/, '') })),
    bundle: true,
    // `sideEffects` in package.json has only the built files.
    ignoreAnnotations: true,
    splitting: true,
    write: false,
    format: 'esm',
    outdir: root,
    outbase: root,
    chunkNames: '__tests/[name]-[hash]',
    target: 'es2022',
    platform: 'browser',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['browser', 'development'],
    // @sinonjs/fake-timers requires `util` only where `process` exists.
    external: ['/__web-dev-server__web-socket.js', 'util'],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    plugins: [axeOnDemand],
    logLevel: 'error',
  });
  return new Map(
    outputFiles.map(({ path, text }) => {
      const url = `/${relative(root, resolve(path))}`;
      return [url.startsWith('/__tests/') ? url : url.replace(/\.js$/, '.ts'), text];
    }),
  );
}

/**
 * Loads axe-core only in the tests that use it. chai-a11y-axe contains a `require` of it, with which esbuild would add
 * it, a megabyte, to the code of every test.
 */
const axeOnDemand = {
  name: 'axe-on-demand',
  setup({ onLoad }) {
    onLoad({ filter: /\/chai-a11y-axe\/src\/axe-import\.js$/ }, ({ path }) => ({
      resolveDir: dirname(path),
      contents: `export let axe;
        export const loadAxe = async () => ({ default: axe } = await import('axe-core/axe.min.js'));`,
    }));
  },
};
