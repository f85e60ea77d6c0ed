import { assert } from '@esm-bundle/chai';
import { install, type Clock } from '@sinonjs/fake-timers';
import { MetadataError, type MetadataErrorCode } from './metadata-error.js';
import type { FtMetadataAnswer, FtMetadataOptions, MetadataClient } from './metadata-types.js';
import { watchToken } from './watch-token.js';

const HONEY = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.honey-token';
const TOKEN = { name: 'Honey', locale: {} } satisfies FtMetadataAnswer;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
let clock: Clock;
/** Lets this time pass, by the clock of the test. */
const pass = (ms: number) => clock.tickAsync(ms);
const nothing = (): void => {};

/** A client, and the options of its calls. */
function clientOf(answer: (count: number) => Promise<FtMetadataAnswer>) {
  const calls: FtMetadataOptions[] = [];
  const client = {
    getFtMetadata: (_principal: string, options: FtMetadataOptions) => answer(calls.push(options)),
  };
  return { calls, client: client as unknown as MetadataClient };
}
const loaded = () => Promise.resolve(TOKEN);
const never = () => new Promise<never>(nothing);

describe('watchToken, for a listener that comes after the last one has left,', () => {
  beforeEach(() => {
    clock = install({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  });
  afterEach(() => clock.uninstall());

  for (const [code, status] of [
    ['in-progress', 'pending'],
    ['rate-limited', 'pending'],
    ['network', 'error'],
  ] as const satisfies readonly (readonly [MetadataErrorCode, string])[]) {
    it(`asks again after ${code}, and not before the service allows it`, async () => {
      const { client, calls } = clientOf((count) =>
        count > 1
          ? loaded()
          : Promise.reject(new MetadataError(code, code, { retryAfter: MINUTE })),
      );
      const watcher = watchToken(HONEY, { client });
      watcher.subscribe(nothing)();
      watcher.subscribe(nothing)();
      const leave = watcher.subscribe(nothing);
      await pass(1);
      assert.strictEqual(watcher.state.status, status);
      leave();
      await pass(MINUTE / 2);
      const end = watcher.subscribe(nothing);
      await pass(MINUTE / 2 - SECOND);
      assert.strictEqual(watcher.state.status, status);
      const before = calls.length;
      await pass(2 * SECOND);
      assert.strictEqual(watcher.state.status, 'ready');
      assert.strictEqual(calls.length, before + 1);
      end();
    });
  }

  it('asks at once if the time has come meanwhile', async () => {
    const { client } = clientOf((count) =>
      count > 1 ? loaded() : Promise.reject(new MetadataError('network', 'Down.')),
    );
    const watcher = watchToken(HONEY, { client });
    const leave = watcher.subscribe(nothing);
    await pass(1);
    leave();
    await pass(MINUTE);
    const end = watcher.subscribe(nothing);
    await pass(1);
    assert.strictEqual(watcher.state.status, 'ready');
    end();
  });

  for (const initial of [undefined, TOKEN]) {
    it(`finishes a reload() without a kept answer${initial ? ', also of an initial token' : ''}`, async () => {
      let isSilent = false;
      const { client, calls } = clientOf(() => (isSilent ? never() : loaded()));
      const watcher = watchToken(HONEY, { client, initial });
      const leave = watcher.subscribe(nothing);
      await pass(1);
      isSilent = true;
      watcher.reload();
      await pass(1);
      leave();
      isSilent = false;
      const end = watcher.subscribe(nothing);
      assert.strictEqual(watcher.state.status, 'loading');
      await pass(1);
      assert.strictEqual(watcher.state.status, 'ready');
      assert.deepEqual(
        calls.slice(-2).map(({ fresh }) => fresh),
        [true, true],
      );
      end();
    });
  }

  it('asks nothing if the token is loaded, or cannot be', async () => {
    for (const answer of [loaded, () => Promise.reject(new MetadataError('not-found', 'No.'))]) {
      const { client, calls } = clientOf(answer);
      const watcher = watchToken(HONEY, { client });
      const leave = watcher.subscribe(nothing);
      await pass(1);
      leave();
      const end = watcher.subscribe(nothing);
      await pass(MINUTE);
      assert.strictEqual(calls.length, 1);
      end();
    }
  });
});
