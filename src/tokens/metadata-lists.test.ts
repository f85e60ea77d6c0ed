import { expect } from '@esm-bundle/chai';
import { createMetadataClient } from './metadata-client.js';

const OWNER = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE';
const service = (number: number) => `https://service-${number}.example`;

describe('services without a route for several tokens', () => {
  it('are remembered, and forgotten when there are more than a hundred', async () => {
    const searched: string[] = [];
    const fetch = (input: RequestInfo | URL): Promise<Response> => {
      const { origin, pathname } = new URL(input as string);
      if (pathname.endsWith('/search')) searched.push(origin);
      return Promise.resolve(Response.json({ error: 'Not found' }, { status: 404 }));
    };
    const client = createMetadataClient({ fetch });
    let tokens = 0;
    const ask = (number: number) =>
      client.getTokens([`${OWNER}.token-${tokens++}`], { baseUrl: service(number) });
    const searches = () => searched.filter((origin) => origin === service(0)).length;

    await ask(0);
    await ask(0);
    expect(searches()).to.equal(1);
    await Promise.all(Array.from({ length: 100 }, (_, index) => ask(index + 1)));
    await ask(0);
    expect(searches()).to.equal(2);
  });
});
