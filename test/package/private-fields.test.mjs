import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { transform } from 'esbuild';
import { root } from '../../scripts/run.mjs';

/** The oldest browser of the default target of Vite. It has private fields, but no static blocks. */
const TARGET = 'safari16';

const dist = join(root, 'dist');
const modules = readdirSync(dist, { recursive: true }).filter(
  (name) => name.endsWith('.js') && !name.startsWith('cdn'),
);

// `tsc` writes an initialized static field as a static block. In a class with one, esbuild replaces each private field by a
// WeakMap, which makes it larger and slower.
it('private fields of the modules stay private fields in an app for Safari 16', async () => {
  const replaced = [];
  for (const name of modules) {
    const { code } = await transform(readFileSync(join(dist, name), 'utf8'), { target: TARGET });
    if (code.includes('__private')) replaced.push(name);
  }
  assert.deepEqual(replaced, []);
});
