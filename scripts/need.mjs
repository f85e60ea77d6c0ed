import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromePath, isProgram, which } from './chrome-path.mjs';

/**
 * Makes sure that there is a Chromium to test in; as root on Debian it is installed.
 *
 * @throws {Error} that says what to run
 */
export function needChromium() {
  const found = chromePath();
  if (found && !isProgram(found)) {
    throw new Error(`CHROME_PATH is ${found}, which is not a program that can be run.`);
  }
  if (found) return;
  install(['chromium'], 'Chromium');
  if (!chromePath()) throw new Error('apt-get installed chromium, but PATH does not lead to it.');
}

/**
 * Installs packages of Debian.
 *
 * @param {readonly string[]} packages
 * @param {string} what the name for people of what is missing
 * @throws {Error} that says what to run, where this process may not do it, or where it did not work
 */
export function install(packages, what) {
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || !which('apt-get')) {
    throw new Error(
      `${what} is not installed. On Debian run:\n\n` +
        `  sudo apt-get update && sudo ${command}\n\n` +
        (what === 'Chromium'
          ? 'Elsewhere install Chromium or Chrome, and set CHROME_PATH to the program if PATH does not lead to it.'
          : ''),
    );
  }
  console.log(`${what} is not installed: ${command}`);
  for (const args of [['update'], command.split(' ').slice(1)]) {
    const { status, stdout, stderr } = spawnSync('apt-get', args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) {
      throw new Error(`apt-get ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`);
    }
  }
}
