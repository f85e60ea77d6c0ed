/** Runs the tests of the app with each runner of the guide, in the configuration that the guide has. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromePath } from '../../scripts/chrome-path.mjs';
import { freePort } from '../../scripts/free-port.mjs';
import { packageFile } from '../../scripts/npm.mjs';
import { fencesOf } from '../../site/test/samples.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const bin = (file) => packageFile(here.slice(0, -1), file);
const vitest = bin('vitest/vitest.mjs');
/** The browser of this repository's tests, instead of one downloaded by Playwright. */
const chromium = (...args) =>
  JSON.stringify({
    executablePath: chromePath(),
    args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });

/** Runs a program in a folder of the app; returns what it printed. Fails with that, unless it succeeds. */
function run(folder, args, variables) {
  // The runners color their reports, and report otherwise to a continuous integration.
  const env = { ...process.env, NO_COLOR: '1', CI: '', ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: `${here}${folder}`,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${stdout}${stderr}`);
  return stdout + stderr;
}

const guide = fencesOf('fixtures/dev-wallet/README.md').map(({ code }) => code);
const isInGuide = (...files) => {
  for (const file of files) {
    assert.ok(guide.includes(readFileSync(`${here}${file}`, 'utf8')), `the guide has not ${file}`);
  }
};

describe('the tests of an app', () => {
  for (const environment of ['jsdom', 'happy-dom']) {
    it(`sign, send and press buttons with Vitest in ${environment}`, () => {
      isInGuide('vitest/vitest.config.js', 'vitest/setup.js');
      const output = run('vitest', [
        vitest,
        'run',
        '--environment',
        environment,
        '--testTimeout',
        '60000',
      ]);
      assert.match(output, /Tests +3 passed/);
    });
  }

  it('press buttons in the browser mode of Vitest', () => {
    isInGuide('vitest-browser/vitest.config.js', 'vitest-browser/pay.test.js');
    const args = [vitest, 'run', '--config', 'chromium.config.js'];
    const output = run('vitest-browser', args, { LAUNCH_OPTIONS: chromium() });
    assert.match(output, /Tests +1 passed/);
  });

  it('sign, send and press buttons with jest in jsdom', () => {
    isInGuide('jest/jest.config.js');
    const output = run('jest', [
      '--experimental-vm-modules',
      bin('jest/bin/jest.js'),
      '--testTimeout=60000',
    ]);
    assert.match(output, /Tests: +3 passed/);
  });

  it('press buttons with Playwright, and by scripts, as Cypress does', async () => {
    isInGuide('playwright/pay.spec.js');
    const [cypress] = readFileSync(`${here}main.js`, 'utf8').split('\n');
    assert.ok(guide.includes(`${cypress}\n`), cypress);
    const port = await freePort();
    const output = run(
      'playwright',
      [bin('@playwright/test/cli.js'), 'test', '-c', 'chromium.config.js', '--reporter=list'],
      {
        LAUNCH_OPTIONS: chromium(`--host-resolver-rules=MAP localhost:3000 127.0.0.1:${port}`),
        SERVE: `"${process.execPath}" "${bin('vite/bin/vite.js')}" .. --host 127.0.0.1 --port ${port} --strictPort`,
        APP: `http://127.0.0.1:${port}/`,
      },
    );
    assert.match(output, /3 passed/);
  });
});
