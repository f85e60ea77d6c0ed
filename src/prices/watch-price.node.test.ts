import { assert } from '@esm-bundle/chai';
import { install, type Clock } from '@sinonjs/fake-timers';
import type { PriceSource } from '../core/types.js';
import type { Watcher } from '../lib/read-watcher.js';
import { untilStale, watchPrice, type PriceState } from './watch-price.js';

const MINUTE = 60_000;
let clock: Clock;
/** Lets this time pass, by the clock of the test. */
const pass = (ms: number) => clock.tickAsync(ms);

interface Call {
  readonly asset: string;
  readonly currency: string;
  readonly signal: AbortSignal;
}

/** A source, and what it was asked. */
function sourceOf(answer: (call: Call, count: number) => unknown) {
  const calls: Call[] = [];
  const source = (asset: string, currency: string, { signal }: { signal: AbortSignal }) => {
    const call = { asset, currency, signal };
    calls.push(call);
    return answer(call, calls.length);
  };
  return { calls, source: source as PriceSource };
}
const settled = async (watcher: Watcher<PriceState>) => {
  while (watcher.state.status === 'loading') await pass(1_000);
  return watcher.state;
};
const nothing = (): void => {};

describe('watchPrice', () => {
  let undo: (() => void)[] = [];
  const watch = (source: PriceSource, asset = 'stx', currency = 'eur') => {
    const watcher = watchPrice(source, asset, currency);
    undo.push(watcher.subscribe(nothing));
    return watcher;
  };
  beforeEach(() => {
    clock = install({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() });
  });
  afterEach(() => {
    undo.forEach((end) => end());
    undo = [];
    clock.uninstall();
  });

  it('asks the source with the asset, the currency and a signal', async () => {
    const { source, calls } = sourceOf(() => ({ price: '0.5712' }));
    const { status, price } = await settled(watch(source));
    assert.strictEqual(status, 'ready');
    assert.strictEqual(price!.digits, 5712n);
    const [{ asset, currency, signal }] = calls as [Call];
    assert.deepEqual({ asset, currency }, { asset: 'stx', currency: 'eur' });
    assert.isFalse(signal.aborted);
  });

  it('asks nothing without a listener', async () => {
    const { source, calls } = sourceOf(() => ({ price: '1' }));
    watchPrice(source, 'stx', 'eur');
    await pass(MINUTE);
    assert.strictEqual(calls.length, 0);
  });

  it('asks once for fifty amounts of an asset', async () => {
    const { source, calls } = sourceOf(async () => ({ price: '1' }));
    const watchers = [...Array(50).keys()].map(() => watch(source));
    await settled(watchers[0]!);
    assert.strictEqual(calls.length, 1);
    watch(source, 'stx', 'usd');
    watch(source, 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.token');
    await pass(1_000);
    assert.strictEqual(calls.length, 3);
  });

  it('asks again after a minute, and nothing after the last listener has left', async () => {
    const { source, calls } = sourceOf((_, count) => ({ price: String(count) }));
    const watcher = watch(source);
    while (watcher.state.price?.digits !== 3n) await pass(1_000);
    assert.strictEqual(calls.length, 3);
    undo.pop()!();
    await pass(3 * MINUTE);
    assert.strictEqual(calls.length, 3);
  });

  it('asks nothing for a listener that comes back within a minute', async () => {
    const { source, calls } = sourceOf(() => ({ price: '1' }));
    const watcher = watch(source);
    await settled(watcher);
    undo.pop()!();
    watch(source);
    assert.strictEqual((await settled(watcher)).price!.digits, 1n);
    assert.strictEqual(calls.length, 1);
  });

  it('keeps the price while the source fails, and asks it again sooner', async () => {
    const { source, calls } = sourceOf((_, count) => {
      if (count > 1) throw new Error('offline');
      return { price: '1' };
    });
    const watcher = watch(source);
    const { price } = await settled(watcher);
    while (calls.length < 4) await pass(1_000);
    assert.strictEqual(watcher.state.status, 'error');
    assert.strictEqual(watcher.state.price, price);
    assert.isBelow(Date.now() - price!.time, 3 * MINUTE);
  });

  it('has no price after an invalid answer, also if there was one before', async () => {
    const { source } = sourceOf((_, count) => ({ price: count === 1 ? '1' : '-1' }));
    const watcher = watch(source);
    await settled(watcher);
    assert.isDefined(watcher.state.price);
    while (watcher.state.status !== 'error') await pass(1_000);
    assert.isUndefined(watcher.state.price);
  });

  it('has no price for an asset that the source does not know', async () => {
    const { source } = sourceOf(() => undefined);
    assert.deepEqual({ ...(await settled(watch(source))) }, { status: 'ready', price: undefined });
  });

  it('aborts a source that has not answered after half a minute, and asks it again', async () => {
    const { source, calls } = sourceOf(() => new Promise(nothing));
    const watcher = watch(source);
    assert.strictEqual((await settled(watcher)).status, 'error');
    assert.strictEqual((calls[0]!.signal.reason as Error).name, 'TimeoutError');
    while (calls.length < 2) await pass(1_000);
  });

  it('aborts the source when the last listener leaves', async () => {
    const { source, calls } = sourceOf(() => new Promise(nothing));
    watch(source);
    await pass(1_000);
    undo.pop()!();
    assert.isTrue(calls[0]!.signal.aborted);
  });

  it('asks another function of the page', async () => {
    const [first, second] = [sourceOf(() => ({ price: '1' })), sourceOf(() => ({ price: '2' }))];
    await settled(watch(first.source));
    assert.strictEqual((await settled(watch(second.source))).price!.digits, 2n);
    assert.deepEqual([first.calls.length, second.calls.length], [1, 1]);
  });
});

describe('untilStale', () => {
  const price = (time: number) => ({ digits: 1n, decimals: 0, time });

  it('is five minutes for a price of now', () => {
    assert.closeTo(untilStale(price(Date.now())), 5 * MINUTE, 1_000);
  });

  it('is not above zero after five minutes, and if the clock was set back', () => {
    assert.isAtMost(untilStale(price(Date.now() - 5 * MINUTE)), 0);
    assert.isAtMost(untilStale(price(Date.now() + MINUTE)), 0);
  });
});
