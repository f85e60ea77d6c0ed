import { expect } from '@esm-bundle/chai';
import { getStxBalance } from '../contracts/index.js';
import { createMetadataClient } from '../metadata/index.js';
import { fetchJson } from './fetch-json.js';

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TOKEN = `${ADDRESS}.token`;
const BASE_URL = 'https://service.example';
const RECORD = {
  asset_identifier: `${TOKEN}::token`,
  name: 'Tokén',
  symbol: 'T',
};
const BALANCE = { balance: '5', available: '3', locked: { amount: '2', burn_unlock_height: 5 } };
const JSON_TYPE = { 'content-type': 'application/json' };

type Parts = Partial<Record<keyof Response, unknown>>;
/** A `fetch` whose answers have only these parts. */
const answering =
  (parts: (text: string, url: string) => Parts): typeof globalThis.fetch =>
  (href) => {
    const url = String(href instanceof Request ? href.url : href);
    const text = JSON.stringify(url.includes('/metadata/') ? RECORD : BALANCE);
    return Promise.resolve(parts(text, url) as unknown as Response);
  };

async function* inBytes(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield bytes.slice(at, at + size);
  }
}

/** What a `fetch` of the page's own may return. */
const BODIES: Readonly<Record<string, (text: string, url: string) => Parts>> = {
  'the stream of browsers': (text) => new Response(text, { headers: JSON_TYPE }),
  'text() alone, and no field `body`, as of whatwg-fetch and React Native': (text, url) => ({
    ...{ type: 'default', status: 200, ok: true, statusText: 'OK', url },
    headers: new Headers(JSON_TYPE),
    text: () => Promise.resolve(text),
  }),
  'a stream of Node, as of node-fetch 2': (text) => ({
    ...{ status: 200, ok: true, redirected: false },
    headers: new Headers(JSON_TYPE),
    // A character is divided between two pieces.
    body: inBytes(text, 1),
    text: () => Promise.reject(new Error('its body is used already')),
  }),
  'a body that is null': (text) => ({
    status: 200,
    headers: new Headers(JSON_TYPE),
    body: null,
    text: () => Promise.resolve(text),
  }),
  'json() alone, as of a mock': (text) => ({
    status: 200,
    headers: new Headers(JSON_TYPE),
    json: () => Promise.resolve(JSON.parse(text) as unknown),
  }),
};

describe('the body of an answer', () => {
  for (const [name, parts] of Object.entries(BODIES)) {
    it(`is read from ${name}`, async () => {
      const fetch = answering(parts);
      const client = createMetadataClient({ baseUrl: BASE_URL, fetch });
      expect((await client.getFtMetadata(TOKEN)).name).to.equal('Tokén');
      const balance = await getStxBalance(ADDRESS, { source: { baseUrl: BASE_URL, fetch } });
      expect(balance.available).to.equal(3n);
    });
  }

  it('is read without headers, as of a mock', async () => {
    const fetch = answering((text) => ({ status: 200, text: () => Promise.resolve(text) }));
    const { json, retryAfter } = await fetchJson({ url: BASE_URL, fetch });
    expect([json, retryAfter]).to.deep.equal([BALANCE, null]);
  });

  it('is read with headers in a plain object, and with `ok` alone, as of a mock', async () => {
    const headers = { 'Content-Type': 'application/json', 'Retry-After': '5' };
    for (const parts of [
      { status: 200, headers },
      { ok: true, headers },
    ]) {
      const fetch = answering((text) => ({ ...parts, text: () => Promise.resolve(text) }));
      const { json, status, type, retryAfter } = await fetchJson({ url: BASE_URL, fetch });
      expect([json, status, type, retryAfter]).to.deep.equal([BALANCE, 200, 'application/json', '5']); // prettier-ignore
    }
    const fetch = answering((text) => ({ ok: true, json: () => Promise.resolve(JSON.parse(text) as unknown) })); // prettier-ignore
    const balance = await getStxBalance(ADDRESS, { source: { baseUrl: BASE_URL, fetch } });
    expect(balance.available).to.equal(3n);
  });

  it('without a stream is limited as well', async () => {
    for (const parts of Object.values(BODIES)) {
      const request = { url: BASE_URL, fetch: answering(parts), maxBytes: 20 };
      const error = await fetchJson(request).catch((thrown: unknown) => thrown);
      expect((error as { code: string }).code).to.equal('too-large');
    }
  });

  it('of another origin is refused, if the `fetch` does not say that it has followed a redirect', async () => {
    const answer = (url: string) =>
      fetchJson({
        url: BASE_URL,
        fetch: answering((text) => ({ status: 200, url, text: () => Promise.resolve(text) })),
      }).catch((thrown: unknown) => thrown);
    expect(((await answer('https://elsewhere.example/')) as { code: string }).code).to.equal('redirect'); // prettier-ignore
    expect(((await answer(`${BASE_URL}/`)) as { status: number }).status).to.equal(200);
  });
});

describe('a `fetch` that returns no Response', () => {
  const RETURNED: readonly unknown[] = [undefined, null, 'text', { balance: '5' }];
  for (const value of RETURNED) {
    it(`is named: ${JSON.stringify(value)}`, async () => {
      const error = await fetchJson({
        url: BASE_URL,
        fetch: () => Promise.resolve(value as Response),
      }).catch((thrown: unknown) => thrown);
      expect((error as { code: string }).code).to.equal('status');
      expect((error as Error).message).to.contain('`fetch()` must be a Response; got ');
    });
  }
});

describe('JSON with too many parts', () => {
  const SHAPES: Readonly<Record<string, string>> = {
    objects: `[${'{},'.repeat(60_000)}{}]`,
    lists: '['.repeat(60_000) + ']'.repeat(60_000),
    fields: `{${Array.from({ length: 60_000 }, (_, at) => `"${at}":0`).join(',')}}`,
    items: `[${'0,'.repeat(300_000)}0]`,
  };
  for (const [name, text] of Object.entries(SHAPES)) {
    it(`is not read to its end: ${name}`, async () => {
      let isCancelled = false;
      let read = 0;
      const pieces = inBytes(text, 1000);
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { done, value } = await pieces.next();
          if (done) return controller.close();
          read += value.length;
          controller.enqueue(value);
        },
        cancel: () => void (isCancelled = true),
      });
      const error = await fetchJson({
        url: BASE_URL,
        fetch: () => Promise.resolve(new Response(body)),
      }).catch((thrown: unknown) => thrown);
      expect((error as Error).message).to.equal(
        'service.example answered 200 with more than 50000 lists and fields.',
      );
      expect([isCancelled, read < text.length]).to.deep.equal([true, true]);
    });
  }

  it('is not what a long text has, whatever is in it', async () => {
    const text = JSON.stringify({ text: '[{"a":1},\\"'.repeat(40_000), end: '\\' });
    const fetch = () => Promise.resolve(new Response(text));
    const { json } = await fetchJson({ url: BASE_URL, fetch });
    expect(JSON.stringify(json)).to.equal(text);
  });
});
