import { expect } from '@esm-bundle/chai';
import { createPaymentHandler } from '../payments/server/handler.js';
import { memoryPaymentStore } from '../payments/server/stores.js';
import { createSignInHandler } from '../verify/handler.js';

const ORIGIN = 'https://app.example.com';
const HANDLERS = {
  createSignInHandler: { route: 'nonce', ...createSignInHandler({ origin: ORIGIN }) },
  createPaymentHandler: {
    route: 'order',
    ...createPaymentHandler({
      origin: ORIGIN,
      store: memoryPaymentStore(),
      orders: () => ({
        to: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
        asset: 'stx',
        amount: 5n,
      }),
    }),
  },
};

it('says what to do if a middleware has read the body', async () => {
  const init = { method: 'POST', headers: { origin: ORIGIN }, body: '{"order":"A-1"}' };
  const { error } = console;
  const errors: unknown[] = [];
  console.error = (thrown: unknown) => errors.push(thrown);
  try {
    for (const { route, handle } of Object.values(HANDLERS)) {
      const request = new Request(`${ORIGIN}/api/${route}`, init);
      await request.text();
      expect((await handle(request)).status).to.equal(500);
      expect(String(errors.pop())).to.match(
        /the body of the request was read before `handle`.*docs/,
      );
    }
  } finally {
    console.error = error;
  }
});

it('names the fields that the proof of a sign-in lacks', async () => {
  const { handle } = HANDLERS.createSignInHandler;
  const bodies = {
    '{}': ['message', 'signature'],
    '{"message":"a"}': ['signature'],
    '5': ['message', 'signature'],
  };
  for (const [body, expected] of Object.entries(bodies)) {
    const headers = { origin: ORIGIN };
    const response = await handle(
      new Request(`${ORIGIN}/verify`, { method: 'POST', headers, body }),
    );
    expect(await response.json()).to.deep.equal({ ok: false, code: 'malformed', expected });
  }
});

for (const [name, { route, handle }] of Object.entries(HANDLERS)) {
  const post = async (path: string) => {
    const init = {
      method: 'POST',
      headers: { origin: ORIGIN },
      body: JSON.stringify({ order: 'A-1' }),
    };
    return handle(new Request(ORIGIN + path, init));
  };

  describe(`handle of ${name}`, () => {
    it('answers a route that ends with a slash, as frameworks with trailing slashes write it', async () => {
      expect((await post(`/api/${route}`)).status).to.equal(200);
      expect((await post(`/api/${route}/`)).status).to.equal(200);
      expect((await post(`/api/${route}//?page=1`)).status).to.equal(200);
    });

    it('answers 404 with the names of its routes to another route, also one that ends with a slash, and to none', async () => {
      for (const path of ['/', '/api/', `/${route}/other/`, `/${route}s/`]) {
        const response = await post(path);
        expect(response.status, path).to.equal(404);
        const answer = (await response.json()) as { code: string; expected: string[] };
        expect(answer.code).to.equal('not-found');
        expect(answer.expected).to.include(route);
      }
    });

    it('answers 405 to another method, with the one that it takes', async () => {
      const response = await handle(new Request(`${ORIGIN}/api/${route}`));
      expect([response.status, response.headers.get('allow')]).to.deep.equal([405, 'POST']);
      expect(await response.json()).to.deep.equal({ ok: false, code: 'method', expected: 'POST' });
    });
  });
}
