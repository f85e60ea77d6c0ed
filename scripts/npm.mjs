import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages of the lock file in a folder, unless they are installed already. No package runs a script.
 *
 * @param {string} folder with a package.json and a package-lock.json
 * @param {readonly string[]} [command] of npm
 */
export function installPackages(folder, command = ['ci']) {
  const installed = statSync(join(folder, 'node_modules/.package-lock.json'), {
    throwIfNoEntry: false,
  });
  if (installed?.mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs) return;
  npm(folder, ...command, '--ignore-scripts');
}

/**
 * Runs npm, the one that runs this script if there is one.
 *
 * @throws {Error} with what npm printed
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
