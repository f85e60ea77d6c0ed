/** Every entry point in Deno, workerd (Cloudflare Workers) and the edge runtime of Next, from the packed package. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EdgeRuntime } from 'edge-runtime';
import { build } from 'esbuild';
import { npm, packageFile } from '../../scripts/npm.mjs';
import { packRoot } from '../../scripts/pack.mjs';

const home = fileURLToPath(new URL('./', import.meta.url));
const apps = join(home, 'edge');
const NAME = 'stacks-wallet-elements';
/** All entry points, except those whose frameworks the app does not install. */
const ENTRY_POINTS = [
  '.',
  '/core',
  '/metadata',
  '/transactions',
  '/clarity',
  '/contracts',
  '/sign-in',
  '/verify',
  '/svelte',
  '/define',
  '/define/autoload',
  '/define/wallet-connect-button',
  '/define/wallet-request-button',
  '/define/ft-metadata-card',
  '/elements/context',
  '/elements/messages',
  '/elements/ft-list',
  '/elements/wallet-account',
  '/cdn',
  '/dev-wallet',
];
const specifier = (entryPoint) => NAME + (entryPoint === '.' ? '' : entryPoint);
const fileOf = (entryPoint) => `entryPoint${entryPoint.replaceAll(/\W/g, '-')}.js`;
/** The code of an object with a function for each entry point, which imports it. */
const listOf = (from) =>
  `({ ${ENTRY_POINTS.map((entryPoint) => `'${entryPoint}': () => import('${from(entryPoint)}')`).join(', ')} })`;
const NOTHING = { faults: [], said: '' };

describe('every entry point on a server that is not Node', { timeout: 600_000 }, () => {
  before(() => {
    rmSync(apps, { recursive: true, force: true });
    mkdirSync(apps);
    writeFileSync(join(apps, 'package.json'), '{ "private": true, "type": "module" }\n');
    copyFileSync(join(home, 'edge-program.js'), join(apps, 'program.js'));
    const packed = mkdtempSync(join(tmpdir(), 'packed-'));
    const { tarball } = packRoot(packed);
    npm(apps, 'install', '--ignore-scripts', '--no-save', '--no-package-lock', tarball);
    rmSync(packed, { recursive: true });
  });

  it('works in Deno, without any permission', async () => {
    writeFileSync(
      join(apps, 'deno.js'),
      `import { use } from './program.js';
      console.log(JSON.stringify(await use(${listOf(specifier)})));`,
    );
    const deno = packageFile(home, 'deno/bin.cjs');
    const args = ['run', '--no-prompt', '--no-lock', '--cached-only', 'deno.js'];
    const { stdout, stderr } = await run(deno, args);
    assert.deepEqual({ faults: JSON.parse(stdout), said: stderr }, NOTHING);
  });

  it('works in workerd', async () => {
    const files = await bundle('workerd', ['workerd', 'worker', 'browser'], 'esm');
    writeFileSync(
      join(apps, 'workerd/worker.js'),
      `import { use } from './program.js';
      export default {
        async test() {
          console.log(JSON.stringify(await use(${listOf((entryPoint) => `./${fileOf(entryPoint)}`)})));
        },
      };`,
    );
    copyFileSync(join(apps, 'program.js'), join(apps, 'workerd/program.js'));
    const modules = ['worker.js', 'program.js', ...Object.keys(files)].map(
      (name) => `(name = "${name}", esModule = embed "workerd/${name}")`,
    );
    writeFileSync(
      join(apps, 'config.capnp'),
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .worker)]);
const worker :Workerd.Worker = (compatibilityDate = "2026-11-01", modules = [${modules.join(',\n')}]);`,
    );
    const workerd = packageFile(home, 'workerd/bin/workerd');
    const { stdout, stderr } = await run(workerd, ['test', 'config.capnp']);
    const said = stderr.replaceAll(/^.*debug: \[ (?:TEST|PASS) \].*\n/gm, '');
    assert.deepEqual({ faults: JSON.parse(stdout), said }, NOTHING);
  });

  it('works in the edge runtime of Next', async () => {
    const files = await bundle('edge', ['edge-light', 'worker', 'browser'], 'iife');
    const runtime = new EdgeRuntime();
    const said = [];
    const log = (...args) => said.push(args.join(' '));
    runtime.context.console = { log, info: log, warn: log, error: log, debug: log };
    const program = readFileSync(join(apps, 'program.js'), 'utf8').replace('export ', '');
    const list = ENTRY_POINTS.map(
      (entryPoint) => `'${entryPoint}': () => { ${files[fileOf(entryPoint)]}; return entryPoint; }`,
    ).join();
    const faults = await runtime.evaluate(`${program}; use({ ${list} })`);
    assert.deepEqual({ faults: [...faults], said: said.join('\n') }, NOTHING);
  });
});

/** Bundles each entry point into its own file, like an app that uses only this one. */
async function bundle(folder, conditions, format) {
  mkdirSync(join(apps, folder));
  const written = ENTRY_POINTS.map(async (entryPoint) => {
    const name = fileOf(entryPoint);
    const { outputFiles } = await build({
      absWorkingDir: apps,
      stdin: { contents: `export * from '${specifier(entryPoint)}';`, resolveDir: apps },
      bundle: true,
      format,
      globalName: 'entryPoint',
      conditions,
      write: false,
      logLevel: 'error',
    });
    writeFileSync(join(apps, folder, name), outputFiles[0].text);
    return [name, outputFiles[0].text];
  });
  return Object.fromEntries(await Promise.all(written));
}

/** Runs a program with Node, and returns its output. Rejects with the output if the program fails. */
function run(program, args) {
  return new Promise((done, fail) => {
    execFile(process.execPath, [program, ...args], { cwd: apps }, (error, stdout, stderr) =>
      error ? fail(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done({ stdout, stderr }),
    );
  });
}
