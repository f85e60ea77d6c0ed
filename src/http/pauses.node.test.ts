import { expect } from '@esm-bundle/chai';
import { HttpError, type HttpAnswer } from './fetch-json.js';
import { BACKGROUND, FOREGROUND, parseRetryAfter, Pauses } from './pauses.js';

const HOST = 'https://service.example';

describe('parseRetryAfter', () => {
  const now = Date.UTC(2026, 0, 1);
  for (const [header, ms] of [
    ['7', 7_000],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:00:09 GMT', 9_000],
    ['Thursday, 01-Jan-26 00:00:09 GMT', 9_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['999999999', 300_000],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 300_000],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    [null, undefined],
  ] as const) {
    it(`of ${header} is ${ms} ms`, () => {
      expect(parseRetryAfter(header, now)).to.equal(ms);
    });
  }
});

describe('Pauses', () => {
  let time = 0;
  let pauses: Pauses;
  /** The requests that were sent. */
  let sent = 0;
  beforeEach(() => {
    time = 0;
    sent = 0;
    pauses = new Pauses(() => time);
  });

  const toAnswer = (status: number, retryAfter: string | null = null) =>
    ({ status, retryAfter }) as HttpAnswer;
  /** Sends a request that is answered with this. Resolves with the error, if there is one. */
  const ask = async (
    answer: HttpAnswer | HttpError | Promise<HttpAnswer>,
    { fresh = false, rules = FOREGROUND } = {},
  ): Promise<HttpError | undefined> => {
    try {
      await pauses.run(HOST, rules, fresh, async () => {
        sent += 1;
        // Requests that are sent together are answered together.
        await Promise.resolve();
        if (answer instanceof HttpError) throw answer;
        return answer;
      });
      return undefined;
    } catch (error) {
      return error as HttpError;
    }
  };
  const offline = () => new HttpError('network', 'offline');
  const left = () => pauses.until(HOST) - time;

  it('are named once in the console of a page in development, and not elsewhere', async function () {
    // A page of these tests is on a local host, and no script can change that.
    if (typeof document === 'object') this.skip();
    const { info } = console;
    const said: string[] = [];
    console.info = (text: string) => said.push(text);
    const pause = async () => {
      pauses = new Pauses(() => time);
      for (let at = 0; at < 5; at += 1) await ask(offline());
    };
    try {
      await pause();
      expect(said).to.deep.equal([]);
      Object.defineProperty(globalThis, 'location', {
        value: { hostname: 'localhost' },
        configurable: true,
      });
      await pause();
    } finally {
      console.info = info;
      Reflect.deleteProperty(globalThis, 'location');
    }
    expect(said.length).to.equal(1);
    expect(said[0]).to.match(
      /^service\.example could not be reached; it is asked again in \d+ s\.$/,
    );
  });

  for (const status of [429, 503]) {
    it(`sends nothing until the Retry-After of a ${status} has passed`, async () => {
      await ask(toAnswer(status, '5'));
      const error = await ask(toAnswer(200));
      expect([error?.code, error?.retryAfter, sent]).to.deep.equal(['paused', 5_000, 1]);
      time = 5_001;
      expect(await ask(toAnswer(200))).to.equal(undefined);
      expect(left()).to.be.below(0);
    });
  }

  it('pauses one host only', async () => {
    await ask(toAnswer(429, '5'));
    const answer = await pauses.run('https://other.example', FOREGROUND, false, () =>
      Promise.resolve(toAnswer(200)),
    );
    expect(answer.status).to.equal(200);
  });

  it('does not pause after a 503 without a Retry-After', async () => {
    await ask(toAnswer(503));
    expect(await ask(toAnswer(200))).to.equal(undefined);
  });

  it('sets a longer pause if the host still refuses after its Retry-After', async () => {
    await ask(toAnswer(429, '0'));
    await ask(toAnswer(429, '0'));
    expect(sent).to.equal(2);
    expect(left()).to.be.within(15_000, 45_000);
    expect((await ask(toAnswer(200)))?.code).to.equal('paused');
  });

  it('ends when the clock was set back', async () => {
    time = 10 * 3_600_000;
    await ask(toAnswer(429, '5'));
    time -= 3_600_000;
    expect(await ask(toAnswer(200))).to.equal(undefined);
  });

  it('sets a random time that grows with each 429 without a Retry-After, to at most 90 seconds', async () => {
    const lengths: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      await ask(toAnswer(429));
      lengths.push(left());
      time += left() + 1;
    }
    expect(lengths[0]).to.be.within(15_000, 22_500);
    expect(lengths[1]).to.be.within(30_000, 45_000);
    for (const length of lengths.slice(2)) expect(length).to.be.within(60_000, 90_000);
    expect(new Set(lengths.slice(2)).size).to.be.above(1);
  });

  it('starts one pause for the six requests that run at the same time, and then sends one alone', async () => {
    const errors = await Promise.all(Array.from({ length: 40 }, () => ask(toAnswer(429))));
    expect(sent).to.equal(6);
    expect(errors.filter((error) => error?.code === 'paused')).to.have.length(34);
    expect(left()).to.be.within(15_000, 22_500);
    time += left() + 1;
    await Promise.all(Array.from({ length: 40 }, () => ask(toAnswer(429))));
    expect(sent).to.equal(7);
    time += left() + 1;
    await Promise.all(Array.from({ length: 40 }, () => ask(toAnswer(200))));
    expect(sent).to.equal(47);
  });

  it('lasts when the answer to an earlier request arrives', async () => {
    let respond = (_answer: HttpAnswer): void => {};
    const earlier = ask(new Promise<HttpAnswer>((resolve) => (respond = resolve)));
    await ask(toAnswer(429, '5'));
    respond(toAnswer(200));
    expect(await earlier).to.equal(undefined);
    expect((await ask(toAnswer(200)))?.code).to.equal('paused');
    expect(sent).to.equal(2);
  });

  it('follows a network error after a 429, which may be a 429 without CORS headers', async () => {
    await ask(toAnswer(429, '1'));
    time = 1_001;
    expect((await ask(offline()))?.code).to.equal('network');
    expect((await ask(toAnswer(200)))?.code).to.equal('paused');
  });

  it('follows three network errors in a row, but does not stop a fresh request', async () => {
    for (const error of [offline(), toAnswer(502), offline()]) await ask(error);
    expect((await ask(toAnswer(200)))?.code).to.equal('paused');
    expect(await ask(toAnswer(200), { fresh: true })).to.equal(undefined);
    expect(await ask(toAnswer(200))).to.equal(undefined);
    for (const error of [offline(), offline(), toAnswer(200), offline()]) await ask(error);
    expect(await ask(toAnswer(200))).to.equal(undefined);
  });

  it('follows one network error of a request in the background, but does not stop what a user waits for', async () => {
    await ask(offline(), { rules: BACKGROUND });
    expect((await ask(toAnswer(200), { rules: BACKGROUND }))?.code).to.equal('paused');
    expect(await ask(toAnswer(200))).to.equal(undefined);
    expect(await ask(toAnswer(200), { rules: BACKGROUND })).to.equal(undefined);
  });

  it('follows three network errors in a row, if some are of requests in the background', async () => {
    await ask(offline(), { rules: BACKGROUND });
    for (const error of [offline(), offline()]) await ask(error);
    expect((await ask(toAnswer(200)))?.code).to.equal('paused');
  });

  it('throws an error that says nothing about the host, and does not count it', async () => {
    const reason = new Error('left');
    for (let count = 0; count < 4; count += 1) {
      const error: unknown = await pauses
        .run(HOST, FOREGROUND, false, () => Promise.reject(reason))
        .catch((thrown: unknown) => thrown);
      expect(error).to.equal(reason);
    }
    expect(await ask(toAnswer(200))).to.equal(undefined);
  });
});
