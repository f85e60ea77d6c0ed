import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import commonjs from '@rollup/plugin-commonjs';
import nodeResolve from '@rollup/plugin-node-resolve';
import { build as esbuild } from 'esbuild';
import { rollup } from 'rollup';
import { build as vite } from 'vite';
import webpack from 'webpack';

/**
 * Builds an app for production, with code splitting at dynamic imports. Writes the scripts and the page to `output`.
 *
 * @type {Record<string, (app: string, output: string) => Promise<unknown>>}
 */
export const bundlers = {
  vite: (app, output) =>
    vite({
      root: app,
      base: './',
      configFile: false,
      logLevel: 'error',
      build: { outDir: output, emptyOutDir: true, reportCompressedSize: false },
    }),

  async webpack(app, output) {
    const compiler = webpack({
      mode: 'production',
      context: app,
      entry: './app.js',
      output: { path: output, filename: 'app.js', publicPath: 'auto' },
      performance: false,
    });
    const stats = await new Promise((done, fail) =>
      compiler.run((error, result) => (error ? fail(error) : done(result))),
    );
    await new Promise((done) => compiler.close(done));
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    const [first] = [...errors, ...warnings];
    if (first) throw new Error(first.message);
    copyPage(app, output);
  },

  async rollup(app, output) {
    const { default: terser } = await import('@rollup/plugin-terser');
    const bundle = await rollup({
      input: join(app, 'app.js'),
      plugins: [
        // React and Vue need these two: Rollup neither replaces `process.env.NODE_ENV` nor reads CommonJS.
        forProduction(),
        commonjs(),
        nodeResolve({ browser: true, exportConditions: ['production'] }),
        terser({ maxWorkers: 1 }),
      ],
      onLog(level, log) {
        // Rollup ignores 'use client' in packages, and warns about it.
        if (level !== 'warn' || log.code === 'MODULE_LEVEL_DIRECTIVE') return;
        if (!/\/node_modules\/(?!stacks-wallet)/.test(log.id ?? '')) throw new Error(log.message);
      },
    });
    await bundle.write({ dir: output, format: 'es' });
    await bundle.close();
    copyPage(app, output);
  },

  async esbuild(app, output) {
    await esbuild({
      absWorkingDir: app,
      entryPoints: ['app.js'],
      outdir: output,
      bundle: true,
      splitting: true,
      format: 'esm',
      minify: true,
      logLevel: 'error',
    });
    copyPage(app, output);
  },
};

/** A Rollup plugin like @rollup/plugin-replace. */
const forProduction = () => ({
  name: 'for-production',
  transform: (code) =>
    code.includes('process.env.NODE_ENV')
      ? { code: code.replaceAll('process.env.NODE_ENV', '"production"'), map: null }
      : null,
});

function copyPage(app, output) {
  mkdirSync(output, { recursive: true });
  copyFileSync(join(app, 'index.html'), join(output, 'index.html'));
}

/** Writes the sources of an app. */
export function writeApp(app, { code, body }) {
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, 'app.js'), code);
  writeFileSync(
    join(app, 'index.html'),
    `<!doctype html>
<html lang="en">
  <head>
    <title>App</title>
    <link rel="icon" href="data:," />
    <script type="module" src="./app.js"></script>
  </head>
  <body>${body}</body>
</html>
`,
  );
}
