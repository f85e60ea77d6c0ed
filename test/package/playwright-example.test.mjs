import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromePath } from '../../scripts/chrome-path.mjs';
import { installPackage } from '../support/installed.mjs';
import { root } from '../support/program.mjs';

const SPEC = 'transfer.spec.mjs';
const RUNNER = `${root}node_modules/@playwright/test`;
/** The browser of this project's tests, instead of one downloaded by Playwright. */
const launchOptions = {
  executablePath: chromePath(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
};

describe('examples/playwright', () => {
  let app;
  before(() => {
    app = installPackage();
    mkdirSync(join(app.folder, 'node_modules/@playwright'));
    symlinkSync(RUNNER, join(app.folder, 'node_modules/@playwright/test'));
    copyFileSync(`${root}examples/playwright/${SPEC}`, join(app.folder, SPEC));
    writeFileSync(
      join(app.folder, 'playwright.config.mjs'),
      // Time limits far longer than the defaults, which a busy machine exceeds.
      `export default ${JSON.stringify({ use: { launchOptions }, timeout: 120_000, expect: { timeout: 30_000 } })};`,
    );
  });
  after(() => app?.remove());

  it('passes unchanged in an app that has the package installed', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(RUNNER, 'cli.js'), 'test', SPEC, '--reporter=list'],
      { cwd: app.folder, encoding: 'utf8' },
    );
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /2 passed/);
  });
});
