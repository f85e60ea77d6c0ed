import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMetadataServer } from '../../fixtures/server.mjs';
import { root } from '../../scripts/run.mjs';

/** The token that the examples show, and the token of the fixture that replaces it. */
const TOKEN = 'SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.age000-governance-token';
const FIXTURE_TOKEN = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/**
 * Serves what the apps load from other hosts: tokens from the fixture of the metadata service, and an image.
 *
 * @returns {Promise<{ serve(context: import('playwright-core').BrowserContext): Promise<void>, close(): Promise<void> }>}
 */
export async function startInternet() {
  const folder = mkdtempSync(join(tmpdir(), 'tokens-'));
  const file = join(folder, 'tokens.json');
  const tokens = readFileSync(`${root}fixtures/metadata/tokens.json`, 'utf8');
  writeFileSync(file, tokens.replaceAll(FIXTURE_TOKEN, TOKEN));
  const service = await createMetadataServer({ file: pathToFileURL(file) });
  const isElsewhere = ({ protocol, hostname }) =>
    protocol.startsWith('http') && hostname !== '127.0.0.1';
  return {
    async close() {
      await service.close();
      rmSync(folder, { recursive: true });
    },
    serve: (context) =>
      context.route(isElsewhere, async (route) => {
        const { hostname, pathname, search } = new URL(route.request().url());
        if (hostname !== 'api.hiro.so') {
          return route.fulfill({ contentType: 'image/svg+xml', body: IMAGE });
        }
        const response = await route.fetch({ url: service.origin + pathname + search });
        return route.fulfill({ response });
      }),
  };
}
