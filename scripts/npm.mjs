import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run.mjs';
import { visible } from './visible.mjs';

/**
 * Installs the packages of workspaces, which `npm ci` in the root does not install: .npmrc has `workspaces=false`.
 * Takes 3 s if they are installed. Does not run their install scripts.
 *
 * @param {...string} folders such as `site`
 */
export function installWorkspaces(...folders) {
  const selected = folders.flatMap((folder) => ['--workspace', folder]);
  npm(root, 'install', '--no-save', '--ignore-scripts', '--workspaces', ...selected);
  // For the workspaces that depend on the root, npm 11 links a folder above it (an override with `file:`).
  const link = join(root, 'node_modules/stacks-wallet-elements');
  rmSync(link, { force: true });
  symlinkSync(root, link, 'junction');
}

/** Installs the packages of a folder with its own lock file, unless they are already installed. */
export function installPackages(folder) {
  const installed = statSync(join(folder, 'node_modules/.package-lock.json'), {
    throwIfNoEntry: false,
  });
  if (installed?.mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs) return;
  npm(folder, 'ci', '--ignore-scripts');
}

/**
 * The path of a file of an installed package: in the `node_modules` of a folder, or of a folder above it.
 *
 * @param {string} folder an absolute path
 * @param {string} file such as `vite/bin/vite.js`
 */
export function packageFile(folder, file) {
  const path = join(folder, 'node_modules', file);
  if (existsSync(path)) return path;
  if (dirname(folder) === folder) throw new Error(`No package has the file ${file}.`);
  return packageFile(dirname(folder), file);
}

/**
 * Runs npm. If npm runs this script, uses the same npm; else the one in PATH.
 *
 * @throws {Error} with the error output of npm
 */
export function npm(cwd, ...args) {
  const { npm_execpath: script } = process.env;
  const [program, ...before] = script ? [process.execPath, script] : ['npm'];
  console.error(visible(`npm ${args[0]} in ${cwd}`));
  try {
    execFileSync(program, [...before, ...args], { cwd, stdio: 'pipe' });
  } catch (error) {
    throw new Error(`npm ${args[0]} in ${cwd} failed:\n${error.stderr}`, { cause: error });
  }
}
