import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages of a folder's lock file, unless they are already installed. Does not run their install
 * scripts.
 *
 * @param {string} folder with a package.json and a package-lock.json
 * @param {readonly string[]} [command] the npm command and its arguments
 */
export function installPackages(folder, command = ['ci']) {
  const installed = statSync(join(folder, 'node_modules/.package-lock.json'), {
    throwIfNoEntry: false,
  });
  if (installed?.mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs) return;
  npm(folder, ...command, '--ignore-scripts');
}

/**
 * Runs npm. If npm runs this script, uses the same npm; else the one in PATH.
 *
 * @throws {Error} with the error output of npm
 */
export function npm(cwd, ...args) {
  const { npm_execpath: script } = process.env;
  const [program, ...before] = script ? [process.execPath, script] : ['npm'];
  console.error(`npm ${args[0]} in ${cwd}`);
  try {
    execFileSync(program, [...before, ...args], { cwd, stdio: 'pipe' });
  } catch (error) {
    throw new Error(`npm ${args[0]} in ${cwd} failed:\n${error.stderr}`, { cause: error });
  }
}
