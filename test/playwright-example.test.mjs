import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { installPackage } from './support/installed.mjs';
import { root } from './support/program.mjs';

const EXAMPLE = `${root}examples/playwright/transfer.spec.mjs`;
const hooks = pathToFileURL(`${root}test/support/playwright-hooks.mjs`).href;
const REGISTER = `data:text/javascript,import { register } from 'node:module'; register('${hooks}');`;

describe('examples/playwright', () => {
  let app;
  before(() => (app = installPackage()));
  after(() => app?.remove());

  it('passes as it is, in an app that has the package installed', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', REGISTER, '--test-reporter=tap', EXAMPLE],
      { cwd: app.folder, encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
    );
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /ok 1 - an empty page has a transfer signed/);
  });
});
