import { expect } from '@esm-bundle/chai';
import { MetadataError, type MetadataErrorCode } from './metadata-error.js';
import { getDelay, retryLoad, wait } from './retry.js';

describe('getDelay', () => {
  it('doubles from 1 s to 30 s, reduced at random by up to half', () => {
    for (const [attempt, full] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      const delays = Array.from({ length: 50 }, () => getDelay(attempt));
      for (const delay of delays) expect(delay).to.be.within(full / 2, full);
      expect(new Set(delays).size).to.be.above(1);
    }
    expect(getDelay(10_000)).to.be.within(15_000, 30_000);
  });

  it('is at least the delay that the service requested', () => {
    for (let count = 0; count < 50; count += 1) {
      expect(getDelay(0, 60_000)).to.be.within(60_250, 60_500);
    }
  });
});

describe('retryLoad', () => {
  const failing = (...codes: readonly MetadataErrorCode[]) => {
    const calls: number[] = [];
    const pauses: number[] = [];
    const load = (): Promise<string> => {
      const code = codes[calls.length];
      calls.push(calls.length);
      if (code === undefined) return Promise.resolve('token');
      return Promise.reject(new MetadataError(code, code, { retryAfter: 5_000 }));
    };
    const pause = (ms: number) => Promise.resolve(void pauses.push(ms));
    return { load, pause, calls, pauses };
  };
  const codeOf = (loading: Promise<string>) =>
    loading.then(
      (value) => value,
      (error: MetadataError) => error.code,
    );

  it('loads again after each error that may be temporary, and waits as long as the service says', async () => {
    const { load, pause, pauses } = failing('in-progress', 'rate-limited', 'network');
    expect(await codeOf(retryLoad(load, { pause }))).to.equal('token');
    expect(pauses).to.have.length(3);
    for (const ms of pauses) expect(ms).to.be.above(5_000);
  });

  it('rejects with an error that stays, and with one that is not in `codes`', async () => {
    const lasting = failing('not-found');
    expect(await codeOf(retryLoad(lasting.load, { pause: lasting.pause }))).to.equal('not-found');
    const busy = failing('rate-limited');
    const options = { pause: busy.pause, codes: ['in-progress'] } as const;
    expect(await codeOf(retryLoad(busy.load, options))).to.equal('rate-limited');
    expect([lasting.calls.length, busy.calls.length]).to.deep.equal([1, 1]);
  });

  it('rejects with the last error after `retries`', async () => {
    const { load, pause, calls } = failing('network', 'network', 'network', 'in-progress');
    const errors: string[] = [];
    const onError = ({ code }: MetadataError) => void errors.push(code);
    const code = await codeOf(retryLoad(load, { pause, retries: 2, onError }));
    expect([code, calls.length, errors.length]).to.deep.equal(['network', 3, 3]);
  });

  it('takes what a client of the page throws for a network error', async () => {
    let calls = 0;
    const load = () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('of the page')) : Promise.resolve('token');
    };
    const pause = () => Promise.resolve();
    expect(await codeOf(retryLoad(load, { pause }))).to.equal('token');
  });

  it('rejects with the reason of the signal while it waits', async () => {
    const { load } = failing('network');
    const controller = new AbortController();
    const reason = new Error('left');
    const loading = retryLoad(load, {
      signal: controller.signal,
      onError: () => void setTimeout(() => controller.abort(reason)),
    });
    expect(await loading.catch((error: unknown) => error)).to.equal(reason);
  });
});

describe('wait', () => {
  it('resolves after the time', async () => {
    const start = performance.now();
    await wait(20);
    expect(performance.now() - start).to.be.above(15);
  });
});
