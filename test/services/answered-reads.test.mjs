/** The sample of the documentation that answers the reads of one's own contract. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import { root } from '../support/program.mjs';

const [, sample] = /^```ts \[answers\.ts\]\n([^]*?)^```$/m.exec(
  readFileSync(`${root}fixtures/dev-wallet/README.md`, 'utf8'),
);
const READS = `
  import { contract } from 'stacks-wallet-elements/contracts';
  const type = 'uint128';
  const args = [];
  const outputs = { type: { response: { ok: type, error: 'none' } } };
  const functions = [
    { name: 'get-pledged', access: 'read_only', args, outputs },
    { name: 'get-goal', access: 'read_only', args, outputs: { type } },
    { name: 'get-owner', access: 'read_only', args, outputs: { type } },
  ];
  const id = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH.crowdfunding';
  const { read } = contract({ functions }, { contract: id });
  export const results = await Promise.all([
    read['get-pledged'](),
    read['get-goal'](),
    read['get-owner']().catch(({ code }) => code),
  ]);
`;

describe('the sample that answers reads of a contract in development', () => {
  it('answers the functions that it names, and sends all other requests', async () => {
    const folder = mkdtempSync(join(root, 'test/services/.answers-'));
    const { fetch } = globalThis;
    const sent = [];
    globalThis.fetch = async (input) => {
      sent.push(String(input));
      return new Response('', { status: 404 });
    };
    try {
      const outfile = join(folder, 'app.mjs');
      await build({
        stdin: { contents: sample + READS, loader: 'ts', resolveDir: root },
        ...{ bundle: true, format: 'esm', outfile, logLevel: 'error' },
      });
      const { results } = await import(pathToFileURL(outfile).href);
      assert.deepEqual(results, [5_000_000n, 10_000_000n, 'not-found']);
      assert.equal(sent.length, 1);
      assert.match(sent[0], /\/crowdfunding\/get-owner/);
    } finally {
      globalThis.fetch = fetch;
      rmSync(folder, { recursive: true });
    }
  });
});
