import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds the app in a folder (`index.html`, `app.js`) for production. Each dynamic import becomes a separate chunk.
 *
 * @type {Record<string, (app: string, output: string) => Promise<unknown>>}
 */
export const bundlers = {
  async vite(app, output) {
    const { build } = await import('vite');
    return build({
      root: app,
      base: './',
      configFile: false,
      logLevel: 'error',
      build: { outDir: output, emptyOutDir: true, reportCompressedSize: false },
    });
  },

  async esbuild(app, output) {
    const { build } = await import('esbuild');
    rmSync(output, { recursive: true, force: true });
    cpSync(join(app, 'index.html'), join(output, 'index.html'));
    return build({
      absWorkingDir: app,
      entryPoints: ['app.js'],
      outdir: output,
      bundle: true,
      splitting: true,
      format: 'esm',
      minify: true,
      logLevel: 'error',
    });
  },
};
