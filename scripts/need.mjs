import { spawnSync } from 'node:child_process';
import { chromePath, HEADLESS_SHELL, isProgram, which } from './chrome-path.mjs';

/**
 * Makes sure that a Chromium for the tests is installed. If the headless shell is missing, and this process is root
 * and has apt-get, installs it, and the full browser for tests that the shell cannot run.
 *
 * @throws {Error} if there is no Chromium, with the command that installs it
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
  if (!chromePath()) throw new Error('apt-get installed chromium, but it is not in PATH.');
}

const mayInstall = () => Boolean(which('apt-get')) && process.getuid?.() === 0;

/**
 * Installs Debian packages. Does not use Playwright's installer: on a new machine its browsers lack libraries, and it
 * needs apt-get to install those.
 *
 * @param {{ what: string, packages: readonly string[], elsewhere: string }} options `what`: the name of the
 *   program; `elsewhere`: the instruction for systems without apt-get
 * @throws {Error} with the name of the missing program and the command to run, if this process may not install
 *   it; or with the output of apt-get, if that failed
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
