/**
 * On a page with a polluted Object.prototype, tokens and transactions are read from the same URLs, and the answers of
 * services have no other fields. Tests the names of fields and options
 * in the built code.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createMetadataClient } from '../../dist/metadata/index.js';
import { esplora, stacksApi, trackTransaction } from '../../dist/transactions/index.js';

const modules = new URL('../../dist/', import.meta.url);
const PRINCIPAL = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.token';
const HASH = 'ab'.repeat(32);

/** Values that a merge of JSON can add. */
const POLLUTION = ['https://elsewhere.example', { height: 5, status: 'success', address: 'x' }];

/** Every name in brackets or in a destructuring. */
function namesRead() {
  const files = ['http', 'metadata', 'transactions'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, modules), { recursive: true })
      .filter((file) => file.endsWith('.js'))
      .map((file) => new URL(`${folder}/${file}`, modules)),
  );
  // The members of RequestInit, which the browser reads.
  const names = new Set(['method', 'headers', 'body', 'mode', 'integrity', 'keepalive', 'signal']);
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    for (const [, name] of code.matchAll(/\['([A-Za-z_$][\w$]*)'\]/g)) names.add(name);
    for (const [, list] of code.matchAll(/\{([^{}]*)\} (?:=|of)/g))
      for (const [, name] of list.matchAll(/(?:^|,)\s*([A-Za-z_$][\w$]*)/g)) names.add(name);
  }
  return [...names].filter((name) => !(name in Object.prototype));
}

/** Answers, each with as few fields as the reader accepts. */
const ANSWERS = {
  token: () => ({ asset_identifier: `${PRINCIPAL}::token` }),
  stacks: () => ({ [`0x${HASH}`]: { found: true, result: { tx_id: `0x${HASH}` } } }),
  bitcoin: () => ({ txid: HASH }),
};

/** A response whose fields are all its own, since the page's `fetch` is not what is tested. */
function respond(urls, answer) {
  return async (url) => {
    urls.push(url);
    const bytes = new TextEncoder().encode(JSON.stringify(answer()));
    let isRead = false;
    return {
      __proto__: null,
      status: 200,
      type: 'cors',
      headers: {
        __proto__: null,
        get: (name) => (name === 'content-type' ? 'application/json' : null),
      },
      body: {
        __proto__: null,
        getReader: () => ({
          __proto__: null,
          read: async () => {
            const done = isRead;
            isRead = true;
            return { __proto__: null, done, value: done ? undefined : bytes };
          },
          cancel: async () => {},
        }),
        cancel: async () => {},
      },
    };
  };
}

async function token() {
  const urls = [];
  const options = {
    __proto__: null,
    baseUrl: 'https://tokens.example',
    fetch: respond(urls, ANSWERS.token),
  };
  const client = createMetadataClient(options);
  const read = await client.getFtMetadata(PRINCIPAL, { __proto__: null });
  return JSON.stringify([urls, Object.entries(read)]);
}

async function transaction(create, answer, chain) {
  const urls = [];
  const source = create({
    __proto__: null,
    baseUrl: 'https://chain.example',
    fetch: respond(urls, answer),
    pace: 0.002,
    perMinute: 1_000_000,
  });
  const handle = trackTransaction(HASH, { __proto__: null, source, chain, store: false, network: 'mainnet', sentAt: 1_700_000_000_000 }); // prettier-ignore
  // Without pollution, each read changes the state or is a trouble.
  await new Promise((resolve) => {
    const end = setTimeout(resolve, 60_000);
    handle.subscribe(() => {
      if (handle.trouble || handle.state.status !== 'submitted' || handle.state.notFound) {
        clearTimeout(end);
        resolve();
      }
    });
  });
  handle.stop();
  const { state, trouble } = handle;
  const { status, notFound, block, raw, depth } = { __proto__: null, ...state };
  return JSON.stringify([
    [...new Set(urls)].slice(0, 1),
    status,
    notFound,
    block,
    raw,
    depth,
    trouble?.message,
  ]);
}

const READS = {
  'a token': token,
  'a transaction at a Stacks API': () => transaction(stacksApi, ANSWERS.stacks, 'stacks'),
  'a transaction at an Esplora': () => transaction(esplora, ANSWERS.bitcoin, 'bitcoin'),
};

/** All at once, since each waits for timers. */
const readAll = () =>
  Promise.all(Object.entries(READS).map(async ([what, read]) => `${what}: ${await read()}`)).catch(
    (error) => [String(error)],
  );

describe('with a polluted Object.prototype', () => {
  it('tokens and transactions are read as without it', async () => {
    await readAll();
    const expected = await readAll();
    const different = [];
    for (const name of namesRead()) {
      for (const value of POLLUTION) {
        Object.prototype[name] = value;
        let actual;
        try {
          actual = await readAll();
        } finally {
          delete Object.prototype[name];
        }
        const changed = actual.filter((text, index) => text !== expected[index]);
        if (changed.length) different.push([name, value, ...changed]);
      }
    }
    assert.deepEqual(different, [], expected.join('\n'));
  });
});
