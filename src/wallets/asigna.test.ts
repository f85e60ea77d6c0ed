import { aTimeout, expect, oneEvent } from '@open-wc/testing';
import { asignaProvider } from './asigna-provider.js';
import type { createWalletClient } from '../core/client.js';
import { ADDRESSES, memoryStorage, STX_ADDRESS } from '../testing/fake-wallet.js';
import { walletFor } from './index.js';
import type { WalletProvider } from '../wire/provider.js';

interface Asked {
  readonly data: Record<string, unknown>;
  readonly origin: string;
}

/**
 * The window of a page inside another one, as far as the provider looks: a real event target, and a
 * frame around it that records what it is asked.
 */
class FramedPage extends EventTarget {
  readonly asked: Asked[] = [];
  readonly self = this;
  readonly top = {
    postMessage: (data: Record<string, unknown>, origin: string) => {
      this.asked.push({ data: structuredClone(data), origin });
    },
  };
  readonly parent = this.top;
  readonly document = { referrer: 'https://wallet.example/app' };
  readonly location: { ancestorOrigins?: unknown };

  constructor(origin: string | undefined = 'https://wallet.example') {
    super();
    const list = origin === undefined ? undefined : [origin];
    this.location = {
      ancestorOrigins: list && { length: 1, item: (index: number) => list[index] ?? null },
    };
  }

  receive(data: unknown, source: unknown = this.top, origin = 'https://wallet.example'): void {
    const event = new MessageEvent('message', { data, origin });
    Object.defineProperty(event, 'source', { value: source });
    this.dispatchEvent(event);
  }

  provider(): WalletProvider {
    return asignaProvider(this as unknown as Window) as WalletProvider;
  }
}

/** What a promise has come to by now. */
async function settled(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise, aTimeout(20).then(() => 'pending')]);
}

describe('Asigna', () => {
  it('has no provider where no page is around this one', () => {
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

  it('asks the page around, and nobody else, by its own message', async () => {
    const page = new FramedPage();
    const answer = page.provider().request('getAddresses');
    await aTimeout(0);
    expect(page.asked).to.deep.equal([
      { data: { source: 'asigna-stx', getAddresses: {} }, origin: 'https://wallet.example' },
    ]);
    page.receive({ getAddresses: { result: 1 } });
    expect(await answer).to.deep.equal({ result: 1 });
  });

  it('learns the origin from the referrer where the browser lists no ancestors', async () => {
    const page = new FramedPage(undefined);
    void page.provider().request('getAddresses');
    await aTimeout(0);
    expect(page.asked[0]?.origin).to.equal('https://wallet.example');
  });

  it('takes no answer from another frame, of another origin, or to another method', async () => {
    const page = new FramedPage();
    const answer = page.provider().request('getAddresses');
    await aTimeout(0);
    page.receive({ getAddresses: 'forged' }, window);
    page.receive({ getAddresses: 'forged' }, page.top, 'https://evil.example');
    page.receive({ sendTransfer: 'other' });
    for (const noise of [null, undefined, 'getAddresses', 7, []]) page.receive(noise);
    expect(await settled(answer)).to.equal('pending');
    page.receive({ getAddresses: 'real' });
    expect(await answer).to.equal('real');
  });

  it('settles with falsy answers, and with an error as it came', async () => {
    for (const answered of [null, false, 0, '', { error: { code: 4001, message: 'no' } }]) {
      const page = new FramedPage();
      const answer = page.provider().request('stx_signMessage', { message: 'x' });
      await aTimeout(0);
      page.receive({ stx_signMessage: answered });
      expect(await answer).to.deep.equal(answered);
    }
  });

  it('asks a second time only once the first is answered: each gets its own answer', async () => {
    const page = new FramedPage();
    const provider = page.provider();
    const first = provider.request('stx_signMessage', { message: 'first' });
    const second = provider.request('stx_signMessage', { message: 'second' });
    const other = provider.request('getAddresses');
    await aTimeout(0);
    expect(page.asked.map(({ data }) => data['stx_signMessage'])).to.deep.equal([
      { message: 'first' },
      undefined,
    ]);
    page.receive({ stx_signMessage: 1 });
    expect(await first).to.equal(1);
    await aTimeout(0);
    page.receive({ stx_signMessage: 2 });
    page.receive({ getAddresses: 3 });
    expect(await second).to.equal(2);
    expect(await other).to.equal(3);
  });

  it('rejects what cannot be posted, and goes on', async () => {
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
    expect(walletFor(provider, 'AsignaProvider').info.name).to.equal('Asigna');
  });
});

describe('Asigna around a real frame', () => {
  let frame: HTMLIFrameElement;
  let stop: () => void;

  // The client runs inside the frame, in a realm of its own.
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
      frame.contentWindow?.postMessage({ [method]: answer(method, params) }, '*');
    };
    window.addEventListener('message', receive);
    stop = () => window.removeEventListener('message', receive);
  }

  const clientInside = () =>
    (frame.contentWindow as unknown as { newClient: typeof createWalletClient }).newClient({
      storage: memoryStorage(),
    });

  it('is found and connected like any wallet, and its answers read like any', async () => {
    answerWith((method) =>
      method === 'getAddresses'
        ? { result: { addresses: ADDRESSES } }
        : { result: { txId: '0x01' } },
    );
    const client = clientInside();
    expect(client.wallets().installed.map(({ id }) => id)).to.deep.equal(['AsignaProvider']);
    await client.connect({ approvedProviderIds: ['AsignaProvider'] });
    expect(client.state).to.include({ status: 'connected', providerId: 'AsignaProvider' });
    const result = await client.request('stx_transferStx', { amount: 1n, recipient: STX_ADDRESS });
    expect(result.txid).to.equal('0x01');
  });

  it('rejects with its errors, and with the reason of an abort though it never answers', async () => {
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
