import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fingerprint } from '../../scripts/build/files.mjs';
import { installPackages, npm } from '../../scripts/npm.mjs';
import { root } from '../../scripts/run.mjs';
import { writeExamples } from './support/examples.mjs';
import { ALIASED, APPS, built, dropIn, EXAMPLES, home, SUBJECTS } from './support/folders.mjs';

const compat = `${root}compat`;
const CONNECT_REACT = 'node_modules/@stacks/connect-react';
/** The installed packages, without npm's hidden lock file, which has the path of a temporary file. */
const INSTALLED = ['@stacks', 'stacks-wallet-elements'];
const APP_FILES = [
  'index.html',
  'src',
  'tsconfig.app.json',
  'tsconfig.json',
  'tsconfig.node.json',
  'vite.config.ts',
];

/**
 * Installs the packages that the tests need, and the packed drop-in. Builds each app with @stacks/connect 8.2.7 and with
 * the drop-in. The project must be built before.
 *
 * @param {{ subjects?: readonly string[] }} [options] Default: both.
 */
export function prepare({ subjects = Object.keys(SUBJECTS) } = {}) {
  installPackages(home);
  writeExamples();
  if (subjects.includes('drop-in')) installDropIn();
  const failures = [];
  for (const app of [...APPS, 'react', ALIASED, EXAMPLES]) {
    for (const subject of subjects) {
      if (app === ALIASED && subject === 'real') continue;
      try {
        build(subject, app);
      } catch (error) {
        failures.push(error.message);
      }
    }
  }
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
}

/** Puts the packed drop-in and the packed project, on which it depends, where an alias of npm would put them. */
function installDropIn() {
  const packed = mkdtempSync(join(tmpdir(), 'compat-'));
  try {
    const { name } = JSON.parse(readFileSync(`${compat}/package.json`, 'utf8'));
    for (const folder of [compat, root]) {
      npm(folder, 'pack', '--ignore-scripts', '--pack-destination', packed);
    }
    rmSync(`${dropIn}node_modules`, { recursive: true, force: true });
    const specs = readdirSync(packed).map((file) =>
      file.startsWith(`${name}-`)
        ? `@stacks/connect@file:${join(packed, file)}`
        : join(packed, file),
    );
    npm(dropIn, 'install', '--ignore-scripts', '--no-save', '--no-package-lock', ...specs);
    // With the alias as an override, @stacks/connect-react imports the drop-in.
    cpSync(`${home}${CONNECT_REACT}`, `${dropIn}${CONNECT_REACT}`, { recursive: true });
  } finally {
    rmSync(packed, { recursive: true });
  }
}

/** Copies an app to a folder in which `@stacks/connect` is the drop-in. */
function copyApp(app) {
  const copy = `${dropIn}apps/${app}`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(`${home}apps/${sourceOf(app)}`, copy, {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules'),
  });
  if (app === ALIASED) aliasReact(copy);
}

/** Adds the aliases of `@stacks/connect-react` for the bundler and for TypeScript, as README.md describes them. */
function aliasReact(copy) {
  const edit = (file, from, to) => {
    const text = readFileSync(`${copy}/${file}`, 'utf8');
    if (!text.includes(from)) throw new Error(`${copy}/${file} has no ${from}`);
    writeFileSync(`${copy}/${file}`, text.replace(from, to));
  };
  edit(
    'vite.config.ts',
    "base: './',",
    "base: './', resolve: { alias: { '@stacks/connect-react': '@stacks/connect/react' } },",
  );
  edit(
    'tsconfig.app.json',
    '"strict": true,',
    '"strict": true, "paths": { "@stacks/connect-react": ["../../node_modules/@stacks/connect/dist/types/react.d.ts"] },',
  );
}

/** The folder in `apps/` from which an app is copied. */
const sourceOf = (app) => (app === ALIASED ? 'react' : app);

/** Runs `tsc -b` and `vite build`, as in Vite's template. Does nothing if the app has not changed since. */
function build(subject, app) {
  const folder = `${SUBJECTS[subject]}apps/${app}`;
  const output = `${built}${subject}/${app}`;
  const stamp = `${output}/.inputs`;
  const inputs = fingerprint(home, [
    'package-lock.json',
    ...APP_FILES.map((file) => `apps/${sourceOf(app)}/${file}`),
    ...(subject === 'real'
      ? []
      : [...INSTALLED.map((name) => `drop-in/node_modules/${name}`), 'prepare.mjs']),
  ]);
  if (readIfThere(stamp) === inputs) return;
  rmSync(output, { recursive: true, force: true });
  if (subject !== 'real') copyApp(app);
  program(folder, 'typescript/bin/tsc', '-b', '--force');
  program(
    folder,
    'vite/bin/vite.js',
    'build',
    '--logLevel',
    'error',
    ...['--emptyOutDir', '--outDir', output],
  );
  writeFileSync(stamp, inputs);
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function program(cwd, script, ...args) {
  try {
    execFileSync(process.execPath, [`${home}node_modules/${script}`, ...args], {
      cwd,
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout, stderr } = error;
    throw new Error(`${script} ${args.join(' ')} in ${cwd} failed:\n${stdout}${stderr}`, {
      cause: error,
    });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    prepare({ subjects: process.argv.length > 2 ? process.argv.slice(2) : undefined });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
