/** The file for Express in the guide "Your server", in Express 4. */
import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { root } from '../../scripts/run.mjs';

const GUIDE = readFileSync(`${root}site/guide/servers.md`, 'utf8');
const [, CODE] = /^```ts \[express\.ts\]\n([^]*?)^```$/m.exec(GUIDE);
const REJECT = `() => Promise.reject(new Error('The store is unreachable.'))`;
const WALLET = `export const auth = { handle: ${REJECT}, getAccount: ${REJECT} }; export const payments = auth;`;

it('the guide for Express: /me answers 500 if the store is unreachable', async (t) => {
  t.mock.method(console, 'error', () => {});
  const folder = mkdtempSync(join(tmpdir(), 'express-'));
  writeFileSync(join(folder, 'express.ts'), CODE);
  writeFileSync(join(folder, 'wallet.ts'), WALLET);
  const [entry, outfile] = [join(folder, 'express.ts'), join(folder, 'app.cjs')];
  await build({
    ...{ entryPoints: [entry], outfile, bundle: true, platform: 'node', logLevel: 'error' },
    nodePaths: [`${root}node_modules`],
    alias: { 'stacks-wallet-elements/verify': `${root}src/verify/index.ts` },
  });
  const { app } = createRequire(import.meta.url)(outfile);
  const server = createServer(app);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const signal = AbortSignal.timeout(5000);
    const answer = await fetch(`http://127.0.0.1:${server.address().port}/me`, { signal });
    assert.equal(answer.status, 500);
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true });
  }
});
