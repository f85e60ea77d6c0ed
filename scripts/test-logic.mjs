import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as test from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';
import { needsPage, typeScriptTestFiles } from './test-files.mjs';

/**
 * Runs tests of logic in Node, one file after another in this process: those in TEST_LOGIC, or all. They are bundled as
 * for a browser, since Node 20 does not run TypeScript.
 */
const files = process.env.TEST_LOGIC
  ? JSON.parse(process.env.TEST_LOGIC)
  : typeScriptTestFiles().filter((file) => !needsPage(file));

// The functions of the browser test runner, which the same files use in `npm run test:engines`.
const { after, afterEach, before, beforeEach, describe, it } = test;
Object.assign(globalThis, { after, afterEach, before, beforeEach, describe, it });

const folder = mkdtempSync(join(tmpdir(), 'logic-'));
const require = JSON.stringify(join(root, 'package.json'));
await build({
  absWorkingDir: root,
  entryPoints: files,
  outdir: folder,
  outbase: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  platform: 'node',
  mainFields: ['module', 'main'],
  conditions: ['development'],
  // `sideEffects` in package.json has only the built files.
  ignoreAnnotations: true,
  // CommonJS packages require modules of Node.
  banner: {
    js: `import { createRequire } from 'node:module'; const require = createRequire(${require});`,
  },
  logLevel: 'error',
});
for (const file of files) {
  // In `describe`, hooks at the top level of the file run for its own tests only.
  await describe(file, async () => {
    await import(pathToFileURL(join(folder, file.replace(/\.ts$/, '.mjs'))).href);
  });
}
rmSync(folder, { recursive: true });
