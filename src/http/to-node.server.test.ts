import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@esm-bundle/chai';
import { toNode } from './to-node.js';

/** The cookies that a browser gets if code before `toNode` has set these, and the handler sets `id=new` and `seen=1`. */
async function cookiesAfter(before: string | readonly string[] | undefined): Promise<string[]> {
  const answer = () => {
    const response = new Response('{}');
    for (const cookie of ['id=new; Path=/', 'seen=1'])
      response.headers.append('set-cookie', cookie);
    return Promise.resolve(response);
  };
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    if (before !== undefined) res.setHeader('set-cookie', before);
    void toNode(answer)(req, res);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/`)).headers.getSetCookie();
  } finally {
    server.close();
  }
}

describe('toNode, after code that has set cookies,', () => {
  const OWN = ['id=new; Path=/', 'seen=1'];

  it('keeps them', async () => {
    expect(await cookiesAfter(undefined)).to.deep.equal(OWN);
    expect(await cookiesAfter('csrf=a')).to.deep.equal(['csrf=a', ...OWN]);
    expect(await cookiesAfter(['csrf=a; Secure', 'theme=dark'])).to.deep.equal(['csrf=a; Secure', 'theme=dark', ...OWN]); // prettier-ignore
  });

  it('replaces only those with the name of a cookie of the handler', async () => {
    expect(await cookiesAfter(['id=old; Path=/', 'idle=1', 'theme=id=new'])).to.deep.equal(['idle=1', 'theme=id=new', ...OWN]); // prettier-ignore
  });
});

describe('toNode', () => {
  it('sets cookies on a response without `getHeader`', async () => {
    const headers = new Map<string, unknown>();
    const response = new Response('{}', { headers: { 'set-cookie': 'id=new' } });
    const handler = toNode(() => Promise.resolve(response));
    const req = {
      ...{ method: 'GET', url: '/', headers: {} },
      ...{ on: () => undefined, pause: () => undefined, resume: () => undefined },
    };
    const setHeader = (name: string, value: unknown) => headers.set(name, value);
    await handler(req, { statusCode: 200, setHeader, end: () => undefined });
    expect(headers.get('set-cookie')).to.deep.equal(['id=new']);
  });
});
