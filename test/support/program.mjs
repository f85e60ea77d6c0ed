import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Starts a script of the repository as a person does. `env` replaces variables; undefined removes one.
 *
 * @returns what it said so far, a wait for a line, and its end
 */
export function program(script, args = [], env = {}) {
  const variables = { ...process.env, NODE_TEST_CONTEXT: undefined, ...env };
  const given = Object.entries(variables).filter(([, value]) => value !== undefined);
  const child = spawn(process.execPath, [`${root}scripts/${script}`, ...args], {
    cwd: root,
    env: Object.fromEntries(given),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (said.error += text));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...said }));

  return {
    said,
    ended,
    stop: (signal = 'SIGTERM') => child.kill(signal),
    /** Resolves with the match once the output holds one; rejects when the program ends before. */
    line(pattern) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(said.out);
          if (match) resolve(match);
        };
        child.stdout.on('data', look);
        void ended.then(() => reject(new Error(`It ended without a line: ${said.error}`)));
        look();
      });
    },
  };
}
