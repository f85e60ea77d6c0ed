import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Starts a script in scripts/. `env` sets environment variables; undefined removes one.
 *
 * @returns its output so far, a function that waits for a line, and a promise for its end
 */
export function program(script, args = [], env = {}) {
  const variables = { ...process.env, NODE_TEST_CONTEXT: undefined, ...env };
  const given = Object.entries(variables).filter(([, value]) => value !== undefined);
  const child = spawn(process.execPath, [`${root}scripts/${script}`, ...args], {
    cwd: root,
    env: Object.fromEntries(given),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (output.error += text));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }));

  return {
    output,
    ended,
    stop: (signal = 'SIGTERM') => child.kill(signal),
    /** Resolves with the first match in the output; rejects if the program ends before. */
    line(pattern) {
      return new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(output.out);
          if (match) resolve(match);
        };
        child.stdout.on('data', check);
        void ended.then(() => reject(new Error(`Ended without the line: ${output.error}`)));
        check();
      });
    },
  };
}
