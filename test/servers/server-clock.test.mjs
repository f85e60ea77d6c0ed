import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { getFtMetadata } from '../../dist/metadata/index.js';

const TOKEN = 'SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.age000-governance-token';
const { now } = Date;
const { fetch } = globalThis;
afterEach(() => {
  Date.now = now;
  globalThis.fetch = fetch;
});

/** Next prerenders a Server Component until it waits for data, and throws for an earlier `Date.now()`. */
it('reads no clock and no random number before the request', async () => {
  const { random } = Math;
  let reads = 0;
  Date.now = () => ((reads += 1), now());
  Math.random = () => ((reads += 1), random());
  let before;
  globalThis.fetch = async () => {
    before = reads;
    return Response.json({ name: 'Token', symbol: 'TOK', decimals: 6 });
  };
  try {
    await getFtMetadata(TOKEN).catch(() => undefined);
  } finally {
    Math.random = random;
  }
  assert.equal(before, 0);
});
