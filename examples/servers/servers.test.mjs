/** The files of the guide "Your server", with this package as npm packs it: each signs a user in and takes a payment. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeSTXTokenTransfer } from '@stacks/transactions';
import { build } from 'esbuild';
import express from 'express';
import { createChainRouter } from '../../fixtures/chain/server.mjs';
import { freePort } from '../../scripts/free-port.mjs';
import { packageFile } from '../../scripts/npm.mjs';
import { stacksSigner } from '../../test/support/message-signers.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const ORDER = 'A-1042';
const SHOP = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const signer = stacksSigner();

/** The files of the guide, by the name in the title of their fence. */
const GUIDE = readFileSync(new URL('../../site/guide/servers.md', import.meta.url), 'utf8');
const FILES = Object.fromEntries(
  [...GUIDE.matchAll(/^```ts \[([^\n]+)\]\n([^]*?)^```$/gm)].map(([, name, code]) => [name, code]),
);

/** What an app has beside the files of the guide, and how it is built and started. */
const LISTEN = 'listen(process.env.PORT, "127.0.0.1")';
const node = (...args) => [process.execPath, ...args];
const bin = (file, ...args) => node(packageFile(here.slice(0, -1), file), ...args);
const bundled = (name) => ({
  files: { [`${name}.ts`]: FILES[`${name}.ts`] },
  compile: name,
  start: node('main.mjs'),
});
const framework = (prefix) =>
  Object.fromEntries(Object.entries(FILES).filter(([name]) => name.startsWith(prefix)));
const APPS = {
  express: { ...bundled('express'), main: `import { app } from './app.mjs'; app.${LISTEN};` },
  node: { ...bundled('node'), main: `import { server } from './app.mjs'; server.${LISTEN};` },
  fastify: {
    ...bundled('fastify'),
    main: `import { app } from './app.mjs'; app.listen({ port: process.env.PORT, host: '127.0.0.1' });`,
  },
  hono: {
    files: { 'hono.ts': FILES['hono.ts'], 'hono-node.ts': FILES['hono-node.ts'] },
    compile: 'hono-node',
    main: `import './app.mjs';`,
    start: node('main.mjs'),
  },
  next: {
    files: {
      ...framework('app/'),
      'wallet.ts': FILES['wallet.ts'],
      'app/layout.tsx':
        'export default ({ children }: any) => <html><body>{children}</body></html>;',
      'app/page.tsx': 'export default () => <p>Example</p>;',
      'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(join(here, '../..'))} }, typescript: { ignoreBuildErrors: true } };`,
    },
    build: bin('next/dist/bin/next', 'build'),
    start: bin('next/dist/bin/next', 'start', '--hostname', '127.0.0.1'),
  },
  nuxt: {
    files: {
      ...framework('server/'),
      'server/wallet.ts': FILES['wallet.ts'],
      'app/app.vue': '<template><p>Example</p></template>',
      'nuxt.config.ts': `export default defineNuxtConfig({ compatibilityDate: '2026-11-01', telemetry: false });`,
    },
    build: bin('nuxt/bin/nuxt.mjs', 'build'),
    start: node('.output/server/index.mjs'),
  },
  sveltekit: {
    files: {
      ...framework('src/'),
      'src/wallet.ts': FILES['wallet.ts'],
      'src/app.html': '<html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
      'src/routes/+page.svelte': '<p>Example</p>',
      'svelte.config.js': `import adapter from '@sveltejs/adapter-node'; export default { kit: { adapter: adapter() } };`,
      'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite'; export default { plugins: [sveltekit()] };`,
    },
    build: bin('vite/bin/vite.js', 'build'),
    start: node('build'),
  },
  lambda: { ...bundled('lambda'), main: readFileSync(join(here, 'lambda-host.mjs'), 'utf8') },
  workers: {
    files: { 'worker.ts': FILES['worker.ts'] },
    compile: 'worker',
    worker: true,
  },
};
const only = process.env.ONLY?.split(',');

describe('the guide "Your server"', () => {
  const apps = join(here, 'apps');
  let chain;
  let chainUrl;
  before(async () => {
    rmSync(apps, { recursive: true, force: true });
    const app = express();
    app.use(createChainRouter());
    chain = createServer(app);
    await new Promise((listening) => chain.listen(0, '127.0.0.1', listening));
    chainUrl = `http://127.0.0.1:${chain.address().port}`;
  });
  after(() => {
    chain?.close();
    chain?.closeAllConnections();
    rmSync(apps, { recursive: true, force: true });
  });

  it('has files whose types are right, with the tsconfig.json of the guide', () => {
    const folder = join(apps, 'types');
    const [, tsconfig] = /^```json\n(\{\n {2}"compilerOptions"[^]*?)^```$/m.exec(GUIDE);
    write(folder, {
      'tsconfig.json': tsconfig,
      ...Object.fromEntries(Object.entries(FILES).filter(([file]) => !file.includes('/'))),
    });
    const [command, ...args] = bin('typescript/bin/tsc', '-p', folder, '--pretty', 'false');
    const { stdout } = spawnSync(command, args, { encoding: 'utf8' });
    assert.equal(stdout, '');
  });

  for (const [name, app] of Object.entries(APPS)) {
    if (only && !only.includes(name)) continue;
    it(`has files for ${name} that sign in and take a payment`, async () => {
      await fetch(`${chainUrl}/fixture`, { method: 'DELETE' });
      const folder = join(apps, name);
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const origin = 'https://app.example.com';
      const env = { ...process.env, ORIGIN: origin, STACKS_API: chainUrl, PORT: `${port}`, HOST: '127.0.0.1', NEXT_TELEMETRY_DISABLED: '1', NITRO_PORT: `${port}`, NITRO_HOST: '127.0.0.1' }; // prettier-ignore
      await prepare(folder, app, env);
      const start = app.worker ? workerd(folder, env) : app.start;
      const server = spawn(start[0], start.slice(1), { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }); // prettier-ignore
      const output = [];
      for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => output.push(text)); // prettier-ignore
      try {
        await answers(`${url}/me`, server);
        await useApp(url, origin, chainUrl);
      } catch (error) {
        throw new Error(`${error.message}\n${output.join('')}`, { cause: error });
      } finally {
        // Some start another program.
        process.kill(-server.pid);
      }
    });
  }
});

function write(folder, files) {
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
}

async function prepare(folder, { files, compile, main, build: command }, env) {
  write(folder, files);
  if (compile) {
    writeFileSync(join(folder, 'wallet.ts'), FILES['wallet.ts']);
    await build({
      entryPoints: [join(folder, `${compile}.ts`)],
      outfile: join(folder, 'app.mjs'),
      ...{ bundle: true, format: 'esm', logLevel: 'error' },
      ...(main
        ? { platform: 'node', packages: 'external' }
        : { conditions: ['workerd', 'worker', 'browser'], define: { 'process.env': JSON.stringify(envOf(env)) } }), // prettier-ignore
    });
  }
  if (main) writeFileSync(join(folder, 'main.mjs'), main);
  if (command) {
    try {
      execFileSync(command[0], command.slice(1), { cwd: folder, env, stdio: 'pipe' });
    } catch (error) {
      throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`, { cause: error });
    }
  }
}

const envOf = ({ ORIGIN, STACKS_API }) => ({ ORIGIN, STACKS_API });

/** The command that runs a Worker. */
function workerd(folder, { PORT }) {
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "app.mjs", esModule = embed "app.mjs")],
      compatibilityDate = "2026-11-01",
      globalOutbound = "local"
    )),
    (name = "local", network = (allow = ["private", "public"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${PORT}", http = (), service = "main")]
);`,
  );
  return bin('workerd/bin/workerd', 'serve', 'config.capnp');
}

async function answers(url, server) {
  for (let at = 0; at < 600; at++) {
    if (server.exitCode !== null) throw new Error(`The server has ended with ${server.exitCode}.`);
    const answer = await fetch(url).catch(() => undefined);
    // Nobody is signed in yet.
    if (answer?.status === 401) return;
    await delay(200);
  }
  throw new Error('The server does not answer.');
}

/** Signs in and pays, as a page does. */
async function useApp(url, origin, chainUrl) {
  const { createSignInMessage } = await import('stacks-wallet-elements/verify');
  let cookie = '';
  const send = async (path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { origin, cookie, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const [set] = response.headers.getSetCookie();
    if (set) [cookie] = set.split(';', 1);
    const text = await response.text();
    return { http: response.status, ...JSON.parse(text || 'null') };
  };
  const { nonce, statement, issuedAt, http } = await send('/auth/nonce', {});
  assert.equal(http, 200);
  const message = createSignInMessage({
    ...{ chain: 'stacks:mainnet', address: signer.address(), domain: new URL(origin).host },
    ...{ uri: origin, nonce, statement, issuedAt },
    expirationTime: new Date(Date.parse(issuedAt) + 600_000).toISOString(),
  });
  const proof = { message, signature: signer.sign(message), publicKey: signer.publicKey };
  assert.equal((await send('/auth/verify', proof)).ok, true);
  assert.equal((await send('/auth/session', {})).account.address, signer.address());
  assert.equal((await send('/me')).address, signer.address());
  const away = await send('/auth/nonce', {}, { origin: 'http://127.0.0.1:3000' });
  assert.deepEqual([away.http, away.expected], [403, origin]);

  const { to, accepts } = await send('/pay/order', { order: ORDER });
  assert.deepEqual([to, accepts], [SHOP, [{ asset: 'stx', amount: '5000000' }]]);
  assert.equal((await send('/pay/order', { order: 'A-1' })).http, 404);
  const transaction = await makeSTXTokenTransfer({
    ...{ senderKey: `${'01'.repeat(32)}01`, network: 'mainnet', fee: 3000n, nonce: 0n },
    ...{ recipient: SHOP, amount: 5_000_000n, memo: ORDER },
  });
  const sent = await fetch(`${chainUrl}/v2/transactions`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ tx: transaction.serialize() }),
  });
  const txid = await sent.json();
  assert.equal((await send('/pay/status', { order: ORDER, txid })).status, 'pending');
  await fetch(`${chainUrl}/fixture/mine`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ chain: 'stacks' }),
  });
  assert.equal((await send('/pay/status', { order: ORDER, txid })).status, 'paid');
  assert.equal((await send('/pay/status', { order: ORDER })).txid, txid);
}
