/** Runs the tests of the app with Vitest, in jsdom and in happy-dom. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../scripts/npm.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const vitest = packageFile(here.slice(0, -1), 'vitest/vitest.mjs');

describe('the tests of an app', () => {
  for (const environment of ['jsdom', 'happy-dom']) {
    it(`sign, send and press a button in ${environment}`, () => {
      const args = [vitest, 'run', '--environment', environment, '--root', '.'];
      // Vitest colors its report, and reports otherwise to a continuous integration.
      const env = { ...process.env, NO_COLOR: '1', CI: '' };
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: here, env });
      assert.equal(status, 0, `${stdout}${stderr}`);
      assert.match(`${stdout}`, /3 passed/);
    });
  }
});
