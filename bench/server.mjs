import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const TEXT = new Set(['.html', '.js', '.css', '.json', '.svg', '.wasm']);
const TOKEN = /^\/metadata\/v1\/ft\/(?<principal>[A-Z0-9]+\.(?<name>[a-z0-9-]+))$/;

const ENCODE = {
  gzip: (body) => gzipSync(body, { level: 9 }),
  br: (body) =>
    brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
};

/**
 * Serves folders and token metadata over HTTP/1.1, like a CDN: compresses each file once, with the highest compression,
 * and then serves it from memory. The first part of a path is the encoding: `/gzip/NAME/…` is a file in
 * `folders[NAME]`.
 *
 * @param {Readonly<Record<string, string>>} folders
 * @returns {Promise<{ origin: string, close(): void }>}
 */
export async function startStaticServer(folders) {
  const kept = new Map();

  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url, 'http://localhost');
    const token = TOKEN.exec(pathname)?.groups;
    if (token) {
      res.writeHead(200, { 'content-type': TYPES['.json'] });
      res.end(JSON.stringify(metadataOf(token)));
      return;
    }
    answer(pathname, res).catch(() => {
      if (!res.headersSent) res.writeHead(404);
      res.end();
    });
  });

  async function answer(pathname, res) {
    const [, encoding, name, ...rest] = pathname.split('/');
    const file = normalize(join(folders[name], ...rest));
    if (!file.startsWith(normalize(folders[name]))) throw new Error(`${pathname} is outside.`);
    const extension = extname(file);
    const headers = {
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      // As for a file with a hash in its name. Every measurement starts with an empty cache.
      'cache-control': 'max-age=31536000, immutable',
    };
    if (!TEXT.has(extension)) {
      const stats = await stat(file);
      if (!stats.isFile()) throw new Error(`${pathname} is not a file.`);
      res.writeHead(200, { ...headers, 'content-length': stats.size });
      createReadStream(file).pipe(res);
      return;
    }
    const key = `${encoding} ${file}`;
    if (!kept.has(key)) kept.set(key, ENCODE[encoding](await readFile(file)));
    const body = kept.get(key);
    res.writeHead(200, {
      ...headers,
      'content-encoding': encoding,
      'content-length': body.length,
    });
    res.end(body);
  }

  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function metadataOf({ principal, name }) {
  return {
    name: `Token ${name}`,
    symbol: name.toUpperCase(),
    decimals: 6,
    total_supply: '1000000000000',
    token_uri: `https://tokens.invalid/${name}.json`,
    description: 'A token of the benchmark. It has a description of two sentences, as most have.',
    tx_id: `0x${'5f'.repeat(32)}`,
    sender_address: principal.split('.')[0],
    asset_identifier: `${principal}::token`,
    metadata: {
      sip: 16,
      name: `Token ${name}`,
      description: 'A token of the benchmark. It has a description of two sentences, as most have.',
      attributes: [{ trait_type: 'kind', value: 'benchmark' }],
    },
  };
}
