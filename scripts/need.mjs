import { spawnSync } from 'node:child_process';
import { chromePath, HEADLESS_SHELL, isProgram, which } from './chrome-path.mjs';

/**
 * Makes sure that there is a Chromium to test in. As root, where there is apt-get, what is missing is installed:
 * the headless shell, and the whole browser for the tests that the shell cannot run.
 *
 * @throws {Error} that says what to run
 */
export function needChromium() {
  const found = chromePath();
  if (found && !isProgram(found)) {
    throw new Error(`CHROME_PATH is ${found}, which is not a program that can be run.`);
  }
  if (process.env.CHROME_PATH || which(HEADLESS_SHELL) || (found && !mayInstall())) return;
  try {
    install({
      what: 'Chromium',
      packages: ['chromium', HEADLESS_SHELL],
      elsewhere: 'run `npx playwright install chromium`, or set CHROME_PATH to a Chromium',
    });
  } catch (error) {
    if (!found) throw error;
  }
  if (!chromePath()) throw new Error('apt-get installed chromium, but PATH does not lead to it.');
}

const mayInstall = () => Boolean(which('apt-get')) && process.getuid?.() === 0;

/**
 * Installs packages of Debian. Playwright's own installer comes second: on a fresh machine its browsers lack
 * libraries, for which it asks apt-get itself.
 *
 * @param {{ what: string, packages: readonly string[], elsewhere: string }} options `what`: the name for people of
 *   what is missing; `elsewhere`: what to do where there is no apt-get
 * @throws {Error} that says in one sentence what is missing and what to run, where this process may not install
 *   it; or what apt-get said, where it failed
 */
export function install({ what, packages, elsewhere }) {
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (!which('apt-get')) {
    throw new Error(
      `${what} is not installed, and there is no apt-get to install it: ${elsewhere}.`,
    );
  }
  if (process.getuid?.() !== 0) {
    throw new Error(
      `${what} is not installed, and only root may install it: run \`sudo apt-get update && sudo ${command}\`.`,
    );
  }
  console.log(`${what} is not installed: ${command}`);
  for (const args of [['update'], command.split(' ').slice(1)]) {
    const { status, stdout, stderr } = spawnSync('apt-get', args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) {
      throw new Error(
        `${what} is not installed, and \`apt-get ${args.join(' ')}\` failed:\n${stdout ?? ''}${stderr ?? ''}`,
      );
    }
  }
}
