import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The programs that run for this process. */
const children = new Set();
process.on('exit', () => {
  for (const child of children) child.kill();
});

/** Ends a program when this process ends. */
export function owned(child) {
  children.add(child);
  return child.on('exit', () => children.delete(child));
}

/**
 * Ends this process when it is asked to, or when npm ends, which started it: npm 11 passes a signal only to its shell,
 * and not every shell passes it on.
 *
 * @param {number} [code] the exit code after a signal. Default: that of the signal.
 */
export function endWithNpm(code) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => process.exit(code ?? 128 + constants.signals[signal]));
  }
  const { ppid } = process;
  setInterval(() => process.ppid === ppid || process.exit(code ?? 1), 250).unref();
}

export const root = fileURLToPath(new URL('../', import.meta.url));

/**
 * Runs a script of an installed package, or any program, in the root of the repository.
 *
 * @param {string} title the name of the step, for the output
 * @param {readonly string[]} command the program and its arguments; `node` is the running Node
 * @param {{ env?: object, onCounts?: (counts: object) => void, isLow?: boolean }} [options] `isLow`: runs the program
 *   with a low priority
 * @returns {Promise<{ title: string, code: number | null, output: string, seconds: number }>}
 */
export function run(title, [program, ...args], { env, onCounts, isLow = false } = {}) {
  const started = performance.now();
  return new Promise((done, fail) => {
    const child = owned(
      spawn(program === 'node' ? process.execPath : program, args, {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      }),
    );
    if (isLow && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
    if (onCounts) child.on('message', onCounts);
    child.on('error', fail);
    child.on('close', (code) => {
      done({ title, code, output, seconds: (performance.now() - started) / 1000 });
    });
  });
}

/** The command for a program of an installed package, as an argument of {@link run}. */
export const bin = (path, ...args) => ['node', `${root}node_modules/${path}`, ...args];

/**
 * The command of the TypeScript 7 compiler, which takes a fifth of the time of version 6. The other tools use
 * version 6: 7 has no JavaScript API.
 */
export const tsc = (...args) => bin('typescript-native/bin/tsc', ...args);

/** The command that writes custom-elements.json, from the comments of the elements. */
export const ANALYZE = bin(
  '@custom-elements-manifest/analyzer/cem.js',
  ...['analyze', '--config', 'scripts/build/manifest.mjs'],
);
