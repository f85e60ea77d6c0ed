/** The verifier in Deno and in workerd, the runtime of Cloudflare Workers: `npm run test:apps sign-in`. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as verifier from 'stacks-wallet-elements/verify';
import { build } from 'esbuild';
import { packageFile } from '../../scripts/npm.mjs';
import { CASES } from './cases.mjs';
import { compare } from './program.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const NO_FAULTS = [];

describe('the verifier', () => {
  it('is tested with every published signature of BIP-322, and with sign-ins of each kind of account', () => {
    const counts = Object.values(CASES).map(({ length }) => length);
    assert.deepEqual(counts, [79, 1, 24, undefined]);
  });

  it('returns the expected results in Node', async () => {
    assert.deepEqual(await compare(verifier, CASES), NO_FAULTS);
    const [first] = CASES.messages;
    const wrong = { ...CASES, messages: [{ ...first, expected: 'signature-mismatch' }] };
    assert.equal((await compare(verifier, wrong)).length, 1, 'a fault is found');
  });

  it('returns the expected results in Deno, without any permission', async () => {
    const deno = packageFile(here, 'deno/bin.cjs');
    // Without network access: each package is in node_modules.
    const args = [deno, 'run', '--no-prompt', '--no-lock', '--cached-only', 'deno.js'];
    const output = await run(process.execPath, args, { cwd: here, input: JSON.stringify(CASES) });
    assert.deepEqual(JSON.parse(output), NO_FAULTS);
  });

  it('returns the expected results in workerd', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'workerd-'));
    try {
      const verify = fileURLToPath(import.meta.resolve('stacks-wallet-elements/verify'));
      const outfile = join(folder, 'verify.js');
      await build({ entryPoints: [verify], bundle: true, format: 'esm', outfile });
      writeFileSync(join(folder, 'cases.json'), JSON.stringify(CASES));
      for (const file of ['program.js', 'worker.js'])
        copyFileSync(join(here, file), join(folder, file));
      writeFileSync(
        join(folder, 'config.capnp'),
        `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .worker)]);
const worker :Workerd.Worker = (compatibilityDate = "2026-11-01", modules = [
  (name = "worker.js", esModule = embed "worker.js"),
  (name = "program.js", esModule = embed "program.js"),
  (name = "verify.js", esModule = embed "verify.js"),
  (name = "cases.json", json = embed "cases.json"),
]);`,
      );
      const workerd = packageFile(here, 'workerd/bin/workerd');
      const output = await run(process.execPath, [workerd, 'test', 'config.capnp'], {
        cwd: folder,
      });
      assert.deepEqual(JSON.parse(output), NO_FAULTS);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Runs a program, and returns its stdout. Rejects with its output if it fails. */
function run(program, args, { cwd, input = '' }) {
  return new Promise((done, fail) => {
    const child = execFile(program, args, { cwd }, (error, stdout, stderr) =>
      error ? fail(new Error(`${error.message}\n${stdout}\n${stderr}`)) : done(stdout),
    );
    child.stdin.end(input);
  });
}
