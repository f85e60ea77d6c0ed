import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

/** Milliseconds until a server must answer: it may compile the app first. */
const LIMIT = 180_000;

/** The programs of each framework: `{ dev, build, start }`, by the port. */
export const SERVERS = {
  next: {
    dev: (port) => ['node_modules/next/dist/bin/next', 'dev', '-H', '127.0.0.1', '-p', port],
    build: ['node_modules/next/dist/bin/next', 'build'],
    start: (port) => ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', port],
  },
  nuxt: {
    dev: (port) => ['node_modules/nuxt/bin/nuxt.mjs', 'dev', '--host', '127.0.0.1', '--port', port],
    build: ['node_modules/nuxt/bin/nuxt.mjs', 'build'],
    start: () => ['.output/server/index.mjs'],
  },
  sveltekit: {
    dev: (port) => ['node_modules/vite/bin/vite.js', 'dev', '--host', '127.0.0.1', '--port', port],
    build: ['node_modules/vite/bin/vite.js', 'build'],
    start: () => ['build'],
  },
};

const ENV = {
  ...process.env,
  HOST: '127.0.0.1',
  // The lock has the programs of one platform only.
  NEXT_IGNORE_INCORRECT_LOCKFILE: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
};

/** Builds an app. Throws with what the program printed. */
export function buildApp(folder, command) {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: folder,
    env: { ...ENV, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command.join(' ')} in ${folder}:\n${stdout}${stderr}`);
  return `${stdout}${stderr}`;
}

/**
 * Starts the server of an app.
 *
 * @returns {Promise<{ url: string, printed(): string, close(): Promise<void> }>}
 */
export async function startApp(folder, command, mode) {
  const port = String(await freePort());
  const child = spawn(process.execPath, command(port), {
    cwd: folder,
    env: { ...ENV, PORT: port, NODE_ENV: mode },
    detached: true, // so that the programs which it starts end with it
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => (printed += data));
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  const url = `http://127.0.0.1:${port}/`;
  const until = Date.now() + LIMIT;
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return { url, printed: () => printed, close };
    if (Date.now() > until || child.exitCode !== null) {
      await close();
      throw new Error(`${folder} ${mode} does not answer ${answer?.status}:\n${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
