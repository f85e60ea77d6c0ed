import { spawn, spawnSync } from 'node:child_process';
import express from 'express';
import { freePort } from '../../scripts/free-port.mjs';
import { APPS, folderOf } from './apps.mjs';

/** Milliseconds until a server must answer: it may compile the app first. */
const LIMIT = 300_000;

const ENV = {
  ASTRO_TELEMETRY_DISABLED: '1',
  HOST: '127.0.0.1',
  NEXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
  NUXT_TELEMETRY_DISABLED: '1',
};

/** The folder is a workspace, which .npmrc of the root disables. */
const IN_FOLDER = '--no-workspaces';

/** Runs `npm run build` of an app. If it fails, throws an error with its output. */
export function buildApp(name) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build', IN_FOLDER], {
    cwd: folderOf(name),
    env: { ...process.env, ...ENV, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm run build of ${name}:\n${stdout}${stderr}`);
}

/**
 * Runs `npm run dev` or `npm start` of an app, or serves the files that it built.
 *
 * @param {'development' | 'production'} mode
 * @returns {Promise<{ url: string, printed(): string, close(): Promise<void> }>}
 */
export async function startApp(name, mode) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}/`;
  const { files } = APPS[name];
  if (files && mode === 'production') return serveFiles(folderOf(name) + files, port, url);

  const script = mode === 'production' ? 'start' : 'dev';
  const host = name === 'next' ? '--hostname' : '--host';
  const child = spawn('npm', ['run', script, IN_FOLDER, '--', host, '127.0.0.1', '--port', port], {
    cwd: folderOf(name),
    env: { ...process.env, ...ENV, PORT: port, ORIGIN: url.slice(0, -1), NODE_ENV: mode },
    detached: true, // so that `close` can also end the programs that it starts
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
  const until = Date.now() + LIMIT;
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return { url, printed: () => printed, close };
    if (Date.now() > until || child.exitCode !== null) {
      await close();
      throw new Error(`${name}, ${mode}, does not answer ${answer?.status}:\n${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function serveFiles(folder, port, url) {
  const server = express().use(express.static(folder)).listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url,
    printed: () => '',
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
