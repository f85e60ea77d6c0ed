import { aTimeout, expect, oneEvent } from '@open-wc/testing';
import { asignaProvider } from './asigna-provider.js';
import type { createWalletClient } from '../core/client.js';
import { ADDRESSES, memoryStorage, STX_ADDRESS } from '../testing/fake-wallet.js';
import { freshClient, refusal } from '../testing/every-wallet.js';
import { signStacksMessage } from '../testing/messages.js';
import { waitUntil } from '../testing/wait-until.js';
import { findWallet } from './index.js';
import type { WalletProvider } from './wallet.js';

interface Asked {
  readonly data: Record<string, unknown>;
  readonly origin: string;
}

interface Around {
  /** The origin of the outermost page. */
  readonly embedder?: string;
  /** The ancestor origins, the outermost last; undefined: the browser has no such list. */
  readonly ancestors?: readonly string[] | undefined;
  readonly referrer?: string;
  /** There is a page between this one and the outermost. */
  readonly isNested?: boolean;
}

/**
 * The window of a page inside another one, with what the provider uses: a real event target, and an
 * outer window that records the messages that it receives: those posted to its own origin or to any.
 */
class FramedPage extends EventTarget {
  readonly asked: Asked[] = [];
  readonly posted: Asked[] = [];
  readonly self = this;
  readonly top = {
    postMessage: (data: Record<string, unknown>, origin: string) => {
      const message = { data: structuredClone(data), origin };
      this.posted.push(message);
      if (origin === this.embedder || origin === '*') this.asked.push(message);
    },
  };
  readonly parent: object;
  readonly document: { referrer: string };
  readonly location: { ancestorOrigins?: unknown };
  private readonly embedder: string;

  constructor(around: Around = {}) {
    super();
    const { embedder = 'https://wallet.example', referrer = `${embedder}/app` } = around;
    this.embedder = embedder;
    this.document = { referrer };
    this.parent = around.isNested ? {} : this.top;
    const list = 'ancestors' in around ? around.ancestors : [embedder];
    this.location = {
      ancestorOrigins: list && {
        length: list.length,
        item: (index: number) => list[index] ?? null,
      },
    };
  }

  /** A message of the protocol, with its `source`, unless `data` has one or is no object. */
  receive(data: unknown, source: unknown = this.top, origin = 'https://wallet.example'): void {
    const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
    const message = isObject ? { source: 'asigna-stx', ...data } : data;
    const event = new MessageEvent('message', { data: message, origin });
    Object.defineProperty(event, 'source', { value: source });
    this.dispatchEvent(event);
  }

  provider(): WalletProvider {
    return asignaProvider(this as unknown as Window) as WalletProvider;
  }
}

/** The value of a promise, or 'pending' if it has not settled after 20 milliseconds. */
async function settled(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise, aTimeout(20).then(() => 'pending')]);
}

describe('Asigna', () => {
  it('has no provider if the page is not in a frame', () => {
    const page = { top: null as unknown };
    page.top = page;
    expect(asignaProvider({ ...page, self: page.top } as unknown as Window)).to.equal(undefined);
    const sandboxed = Object.defineProperty({}, 'top', {
      get() {
        throw new Error('no');
      },
    });
    expect(asignaProvider(sandboxed as Window)).to.equal(undefined);
  });

  it('posts its own message to the outermost page only', async () => {
    const page = new FramedPage();
    const answer = page.provider().request('getAddresses');
    await aTimeout(0);
    expect(page.asked).to.deep.equal([
      { data: { source: 'asigna-stx', getAddresses: {} }, origin: 'https://wallet.example' },
    ]);
    page.receive({ getAddresses: { result: 1 } });
    expect(await answer).to.deep.equal({ result: 1 });
  });

  it('uses the outermost page that the browser lists, not the referrer', async () => {
    const page = new FramedPage({
      ancestors: ['https://between.example', 'https://wallet.example'],
      referrer: 'https://evil.example/',
      isNested: true,
    });
    void page.provider().request('getAddresses');
    expect(page.posted.map(({ origin }) => origin)).to.deep.equal(['https://wallet.example']);
  });

  it('never posts to any origin (*)', async () => {
    const asigna = 'https://stx.asigna.io';
    for (const [around, isAsked] of [
      // Firefox lists no ancestors. The first page in a frame has the page around it as its referrer.
      [{ embedder: 'https://wallet.example' }, true],
      [{ embedder: asigna }, true],
      // A later page in the frame has the one before it.
      [{ embedder: asigna, referrer: 'https://shop.example/cart' }, true],
      [{ embedder: asigna, referrer: '' }, true],
      [{ embedder: asigna, isNested: true }, true],
      [{ embedder: 'https://evil.example', referrer: 'https://shop.example/cart' }, false],
      [{ embedder: 'https://evil.example', isNested: true }, false],
      [{ embedder: 'https://evil.example', referrer: '' }, false],
      [{ embedder: 'https://evil.example', referrer: 'about:srcdoc' }, false],
    ] as const) {
      const page = new FramedPage({ ancestors: undefined, ...around });
      const answer = page.provider().request('getAddresses');
      expect(page.asked).to.have.length(isAsked ? 1 : 0);
      for (const { origin } of page.posted) expect(origin).to.match(/^https:\/\/[a-z.]+$/);
      if (!isAsked) continue;
      page.receive({ getAddresses: 'forged' }, page.top, 'https://other.example');
      page.receive({ getAddresses: 1 }, page.top, around.embedder);
      expect(await answer).to.equal(1);
    }
  });

  it('waits without a limit, also if the browser lists no ancestors, and sends nothing else', async () => {
    const asigna = 'https://stx.asigna.io';
    for (const around of [{ embedder: asigna, ancestors: undefined, referrer: '' }, {}]) {
      const page = new FramedPage(around);
      const signed = page.provider().request('stx_signMessage', { message: 'x' });
      expect(page.asked).to.have.length(1);
      expect(await settled(signed)).to.equal('pending');
      page.receive({ stx_signMessage: 2 }, page.top, around.embedder);
      expect(await signed).to.equal(2);
    }
  });

  it('has no provider inside a page without an origin', () => {
    expect(new FramedPage({ ancestors: ['null'] }).provider()).to.equal(undefined);
  });

  it('ignores answers from another frame, of another origin, or to another method', async () => {
    const page = new FramedPage();
    const answer = page.provider().request('getAddresses');
    await aTimeout(0);
    page.receive({ getAddresses: 'forged' }, window);
    page.receive({ getAddresses: 'forged' }, page.top, 'https://evil.example');
    page.receive({ sendTransfer: 'other' });
    for (const source of ['asigna', 'asigna-sdk', undefined]) {
      page.receive({ source, getAddresses: 'of another protocol' });
    }
    for (const noise of [null, undefined, 'getAddresses', 7, []]) page.receive(noise);
    expect(await settled(answer)).to.equal('pending');
    page.receive({ getAddresses: 'real' });
    expect(await answer).to.equal('real');
  });

  it('settles with falsy answers, and with an error unchanged', async () => {
    for (const answered of [null, false, 0, '', { error: { code: 4001, message: 'no' } }]) {
      const page = new FramedPage();
      const answer = page.provider().request('stx_signMessage', { message: 'x' });
      await aTimeout(0);
      page.receive({ stx_signMessage: answered });
      expect(await answer).to.deep.equal(answered);
    }
  });

  it('refuses a second request of a method that is still pending', async () => {
    const page = new FramedPage();
    const provider = page.provider();
    const first = provider.request('stx_signMessage', { message: 'first' });
    for (const message of ['first', 'second']) {
      const error = await refusal(provider.request('stx_signMessage', { message }));
      expect(error.code).to.equal(-32600);
      expect(error.message).to.contain('stx_signMessage').and.to.contain('Asigna');
    }
    const other = provider.request('getAddresses');
    expect(page.asked.map(({ data }) => data['stx_signMessage'])).to.deep.equal([
      { message: 'first' },
      undefined,
    ]);
    page.receive({ stx_signMessage: 1 });
    expect(await first).to.equal(1);
    const second = provider.request('stx_signMessage', { message: 'second' });
    page.receive({ stx_signMessage: 2 });
    page.receive({ getAddresses: 3 });
    expect(await second).to.equal(2);
    expect(await other).to.equal(3);
  });

  it('never posts an aborted request, and explains why it refuses the next one', async () => {
    const page = new FramedPage();
    const provider = page.provider();
    const client = freshClient();
    const abandoned = new AbortController();
    const sign = (message: string, signal?: AbortSignal) =>
      client.request({ provider, signal }, 'stx_signMessage', { message });
    const first = sign('first', abandoned.signal);
    await waitUntil(() => page.asked.length === 1);
    const early = new AbortController();
    const second = sign('second', early.signal);
    early.abort(new Error('enough'));
    abandoned.abort(new Error('enough'));
    for (const request of [first, second]) {
      expect(await request.catch((error: Error) => error.message)).to.equal('enough');
    }
    expect((await refusal(sign('third'))).message).to.contain('still pending');
    // Its late answer is ignored; then the wallet can be asked again.
    page.receive({
      stx_signMessage: {
        result: signStacksMessage('first'),
      },
    });
    const fourth = sign('fourth');
    await waitUntil(() => page.asked.length === 2);
    page.receive({
      stx_signMessage: {
        result: signStacksMessage('fourth'),
      },
    });
    expect(await fourth).to.include({ signature: `0x${signStacksMessage('fourth').signature}` });
    expect(page.asked.map(({ data }) => data['stx_signMessage'])).to.deep.equal([
      { message: 'first' },
      { message: 'fourth' },
    ]);
  });

  it('allows a second request for the same addresses', async () => {
    const page = new FramedPage();
    const provider = page.provider();
    const first = provider.request('getAddresses', { network: 'testnet' });
    const again = provider.request('getAddresses', { network: 'testnet' });
    expect(page.asked).to.have.length(2);
    expect((await refusal(provider.request('getAddresses'))).code).to.equal(-32600);
    page.receive({ getAddresses: 'testnet' });
    expect(await Promise.all([first, again])).to.deep.equal(['testnet', 'testnet']);
    // The second answer is still pending, and must not be used for another network.
    expect((await refusal(provider.request('getAddresses'))).code).to.equal(-32600);
    page.receive({ getAddresses: 'testnet' });
    const other = provider.request('getAddresses');
    page.receive({ getAddresses: 'mainnet' });
    expect(await other).to.equal('mainnet');
  });

  it('rejects what cannot be posted, and continues', async () => {
    const page = new FramedPage();
    const provider = page.provider();
    const failed = provider.request('getAddresses', { callback: () => 1 });
    expect(await failed.catch((error: Error) => error.name)).to.equal('DataCloneError');
    const answer = provider.request('getAddresses');
    await aTimeout(0);
    page.receive({ getAddresses: 'fine' });
    expect(await answer).to.equal('fine');
  });

  it('is found by its id', () => {
    const provider = { request: async () => undefined };
    expect(findWallet(provider, 'AsignaProvider').info.name).to.equal('Asigna');
  });
});

describe('Asigna with a real frame', () => {
  let frame: HTMLIFrameElement;
  let stop: () => void;

  // The client runs inside the frame, in its own realm.
  beforeEach(async () => {
    frame = document.createElement('iframe');
    frame.srcdoc = `<script type="module">
      import { createWalletClient } from '/src/core/client.ts';
      window.newClient = createWalletClient;
      parent.postMessage('ready');
    </script>`;
    const ready = oneEvent(window, 'message');
    document.body.append(frame);
    await ready;
  });
  afterEach(() => {
    stop();
    frame.remove();
  });

  /** This page is the wallet: it answers what its frame asks. */
  function answerWith(answer: (method: string, params: unknown) => unknown): void {
    const receive = ({ data, source }: MessageEvent<Record<string, unknown>>) => {
      if (data?.['source'] !== 'asigna-stx' || source !== frame.contentWindow) return;
      const [method, params] = Object.entries(data).find(([key]) => key !== 'source') ?? [''];
      const message = { source: 'asigna-stx', [method]: answer(method, params) };
      frame.contentWindow?.postMessage(message, '*');
    };
    window.addEventListener('message', receive);
    stop = () => window.removeEventListener('message', receive);
  }

  const clientInside = () =>
    (frame.contentWindow as unknown as { newClient: typeof createWalletClient }).newClient({
      storage: memoryStorage(),
    });

  it('is found and connected like any wallet', async () => {
    answerWith((method) =>
      method === 'getAddresses'
        ? { result: { addresses: ADDRESSES } }
        : { result: { txId: `0x${'01'.repeat(32)}` } },
    );
    const client = clientInside();
    expect(client.wallets().installed.map(({ id }) => id)).to.deep.equal(['AsignaProvider']);
    await client.connect({ approvedProviderIds: ['AsignaProvider'] });
    expect(client.state).to.include({ status: 'connected', providerId: 'AsignaProvider' });
    const result = await client.request('stx_transferStx', { amount: 1n, recipient: STX_ADDRESS });
    expect(result.txid).to.equal(`0x${'01'.repeat(32)}`);
  });

  it('is used in place of an AsignaProvider that a script of the page has made', async () => {
    answerWith(() => ({ result: { addresses: ADDRESSES } }));
    let asked = 0;
    const other = { request: async () => void asked++ };
    Object.assign(frame.contentWindow!, { AsignaProvider: other });
    const client = clientInside();
    await client.connect({ approvedProviderIds: ['AsignaProvider'] });
    expect(asked).to.equal(0);
    expect(client.state).to.include({ status: 'connected' });
  });

  it('rejects with its errors, and with the abort reason even if it never answers', async () => {
    answerWith((method) =>
      method === 'getAddresses' ? { error: { code: 4001, message: 'no' } } : undefined,
    );
    const options = { approvedProviderIds: ['AsignaProvider'] };
    const failed = await clientInside()
      .connect(options)
      .catch((error: unknown) => error);
    expect(failed).to.include({ code: -32000, message: 'no' });

    stop();
    const controller = new AbortController();
    const pending = clientInside().connect({ ...options, signal: controller.signal });
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 20);
    expect(await pending.catch((error: unknown) => error)).to.equal(reason);
  });
});
