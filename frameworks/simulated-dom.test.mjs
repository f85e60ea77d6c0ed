import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { packageFile } from '../scripts/npm.mjs';
import { home } from './support/folders.mjs';

/** The environments of vitest and of other test runners, which lack a part of what browsers have. */
for (const environment of ['jsdom', 'happy-dom']) {
  it(`every element can be created, attached and removed in ${environment}`, () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        packageFile(home, 'vitest/vitest.mjs'),
        'run',
        ...['--root', '.', '--dir', 'support', '--environment', environment],
        ...['--silent', '--reporter', 'dot'],
        // Far longer than the defaults, which a busy machine exceeds.
        ...['--testTimeout', '60000', '--expect.poll.timeout', '30000'],
      ],
      { cwd: home, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
    );
    assert.equal(status, 0, `${stdout}${stderr}`.slice(-6_000));
  });
}
