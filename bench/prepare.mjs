import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages, installWorkspaces, npm } from '../scripts/npm.mjs';
import { root } from '../scripts/run.mjs';
import { bundlers } from './bundle.mjs';

const bench = fileURLToPath(new URL('./', import.meta.url));
const OURS = 'ours';
/** Bytes of a block in the result of `stat`, on every file system. */
const BLOCK = 512;

/**
 * Installs the packages of each subject in its own folder, with this package as npm packs it, and bundles the apps.
 *
 * @param {Record<string, object>} subjects
 * @param {{ build: boolean, bundler: string }} options `build: false` packs the existing `dist`
 * @returns {Promise<{ folders: Record<string, string>, installed: Record<string, { packages: number, bytes: number
 *   }> }>} `folders`: the served folders, by name of the subject; `installed`: by folder of the subject
 */
export async function prepare(subjects, { build, bundler }) {
  const wanted = [
    ...new Set(
      Object.values(subjects).flatMap(({ folder, copies }) => (copies ? [folder, OURS] : folder)),
    ),
  ];
  installWorkspaces('bench');
  for (const name of wanted) {
    const folder = inSubjects(name);
    if (name === OURS) installOurs(folder, build);
    else installPackages(folder);
  }

  const folders = { cdn: join(inSubjects(OURS), 'node_modules/stacks-wallet-elements/dist/cdn') };
  for (const [name, { folder, app, copies }] of Object.entries(subjects)) {
    folders[name] = (app ?? copies) ? join(bench, 'dist', name) : inSubjects(folder);
    if (copies) folders[copies] = inSubjects(OURS);
    if (app !== undefined) await bundlers[bundler](inSubjects(folder, app), folders[name]);
  }
  const installed = Object.fromEntries(
    wanted.map((name) => [name, measureInstalled(inSubjects(name))]),
  );
  return { folders, installed };
}

const inSubjects = (...names) => join(bench, 'subjects', ...names);

function installOurs(folder, build) {
  const packed = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    npm(root, 'pack', '--pack-destination', packed, ...(build ? [] : ['--ignore-scripts']));
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    const [tarball] = readdirSync(packed);
    const flags = ['--ignore-scripts', '--no-save', '--no-package-lock'];
    npm(folder, 'install', ...flags, join(packed, tarball));
  } finally {
    rmSync(packed, { recursive: true });
  }
}

/** Returns the number of packages in a folder's `node_modules`, and their bytes on the disk, as `du` counts them. */
function measureInstalled(folder) {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) return { packages: 0, bytes: 0 };
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const bytes = readdirSync(modules, { recursive: true, withFileTypes: true })
    .map(({ parentPath, path, name }) => join(parentPath ?? path, name))
    .reduce((sum, file) => sum + lstatSync(file).blocks * BLOCK, 0);
  return { packages: Object.keys(packages).length, bytes };
}
