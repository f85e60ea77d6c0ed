import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMetadataClient } from '../../dist/metadata/index.js';

/* Random pages: random requests, order and content of the responses, and aborts. */

const RUNS = process.env.TEST_LONG ? 2000 : 40;
const OWNER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const nth = (n) => `${OWNER}.token-${n}`;
const JSON_TYPE = { 'content-type': 'application/json' };
const json = (status, body, headers) =>
  new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const record = (n) => ({ asset_identifier: `${nth(n)}::t`, symbol: `T${n}`, decimals: 6 });

/** A service whose responses the test sends in any order. `faults`: for example, a token requested twice at once. */
function manualService(random, hasSearch) {
  const open = [];
  const asked = new Map();
  const faults = [];
  const count = (key, change) => {
    const total = (asked.get(key) ?? 0) + change;
    asked.set(key, total);
    if (total > 1) faults.push(`${key} is requested twice at once`);
  };
  const fetch = (href, { signal }) =>
    new Promise((resolve, reject) => {
      const url = new URL(href);
      const contracts = url.searchParams.getAll('contract');
      const locale = url.searchParams.get('locale') ?? '';
      const route = url.pathname.split('/').at(-1);
      const isSearch = route === 'search';
      if (contracts.length > 50) faults.push(`${contracts.length} tokens in a request`);
      const keys = (isSearch ? contracts : [route]).map((key) => `${isSearch} ${key} ${locale}`);
      for (const key of keys) count(key, 1);
      const end = (settle, value) => {
        const at = open.indexOf(answer);
        if (at < 0) return;
        open.splice(at, 1);
        for (const key of keys) count(key, -1);
        settle(value);
      };
      const answer = () => {
        const kind = random();
        if (kind < 0.1) return end(reject, new TypeError('Failed to fetch'));
        if (kind < 0.15) {
          const headers = random() < 0.5 ? { 'retry-after': '1' } : {};
          return end(resolve, json(429, 'slow down', headers));
        }
        if (kind < 0.2) return end(resolve, json(200, '<html>'));
        if (kind < 0.25) return end(resolve, json(500, {}));
        if (isSearch && !hasSearch) return end(resolve, json(404, { statusCode: 404, error: 'x' }));
        if (isSearch) return end(resolve, json(200, contracts.map(row).filter(Boolean).reverse()));
        const number = Number(route.split('-').pop());
        const state = toState(number);
        if (state === 'missing') return end(resolve, json(404, { error: 'Token not found' }));
        if (locale) return end(resolve, json(422, { error: 'Locale not found' }));
        if (state === 'waiting')
          return end(resolve, json(422, { error: 'Token metadata fetch in progress' }));
        return end(resolve, json(200, record(number)));
      };
      open.push(answer);
      signal.addEventListener('abort', () => end(reject, signal.reason));
    });
  return { fetch, open, faults };
}

const toState = (n) => ['ready', 'ready', 'missing', 'waiting'][n % 4];
function row(contract) {
  const n = Number(contract.split('-').pop());
  const base = { contract_id: contract, token_type: 'ft', token_number: 1 };
  if (toState(n) === 'missing') return undefined;
  return toState(n) === 'waiting' ? base : { ...base, symbol: `T${n}`, decimals: 6 };
}

const CODES = new Set([
  'not-found',
  'in-progress',
  'rate-limited',
  'network',
  'bad-response',
  'aborted',
]);

async function run(seed) {
  const random = randomOf(seed);
  const below = (most) => Math.floor(random() * most);
  const { fetch, open, faults } = manualService(random, random() < 0.8);
  let time = 0;
  const client = createMetadataClient({
    baseUrl: 'https://service.example',
    fetch,
    now: () => time,
    wait: async (ms, signal) => {
      time += ms;
      await new Promise((resolve) => setTimeout(resolve, 0));
      signal?.throwIfAborted();
    },
  });
  const settled = [];
  const calls = [];
  const aborts = [];
  const start = () => {
    const abort = new AbortController();
    if (random() < 0.3) aborts.push(abort);
    const at = settled.push(0) - 1;
    const count = (outcome) => {
      settled[at] += 1;
      return outcome;
    };
    const options = {
      signal: abort.signal,
      ...(random() < 0.2 && { locale: 'es' }),
    };
    const awaitReady = random() < 0.2 && { awaitReady: true };
    const failed = (error) => {
      const code = error === abort.signal.reason ? 'aborted' : error.code;
      if (!CODES.has(code)) faults.push(`unexpected ${error.stack}`);
    };
    if (random() < 0.5) {
      const n = below(12);
      const check = ({ symbol }) => symbol === `T${n}` || faults.push(`${symbol} for ${n}`);
      calls.push(
        client
          .getFtMetadata(nth(n), { ...options, ...awaitReady })
          .then(check, failed)
          .then(count),
      );
    } else {
      const asked = Array.from({ length: below(70) }, () => below(80));
      const check = (answers) => {
        if (answers.length !== asked.length) faults.push('another number of answers');
        answers.forEach(({ principal, token, error }, index) => {
          const n = asked[index];
          if (principal !== nth(n)) faults.push(`${principal} for ${n}`);
          if (token && token.symbol !== `T${n}`) faults.push(`${token.symbol} for ${n}`);
          if (!token) failed(error);
          if (error?.code === 'not-found' && toState(n) !== 'missing') faults.push(`${n} is there`);
          if (token && toState(n) !== 'ready') faults.push(`${n} is not ready`);
        });
      };
      calls.push(client.getTokens(asked.map(nth), options).then(check, failed).then(count));
    }
  };
  let isOver = false;
  for (let step = 0; step < 40; step += 1) {
    const kind = random();
    if (kind < 0.4) start();
    else if (kind < 0.5 && aborts.length > 0) aborts.splice(below(aborts.length), 1)[0].abort();
    else if (kind < 0.9 && open.length > 0) open[below(open.length)]();
    else if (kind < 0.95) time += below(40_000);
    await new Promise((resolve) => setTimeout(resolve, random() < 0.2 ? 20 : 0));
  }
  void Promise.all(calls).then(() => (isOver = true));
  for (let step = 0; step < 1000 && !isOver; step += 1) {
    while (open.length > 0) open[below(open.length)]();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.deepEqual(faults, [], `seed ${seed}`);
  assert.ok(isOver, `seed ${seed}: a caller waits for ever`);
  assert.ok(
    settled.every((count) => count === 1),
    `seed ${seed}`,
  );
  assert.equal(open.length, 0, `seed ${seed}: a request without a caller`);
}

describe('any order of responses, errors and aborts', () => {
  it('settles every call once, and requests no token twice at the same time', async () => {
    const first = 1 + Math.floor(Math.random() * 1e6);
    for (let n = 0; n < RUNS; n += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, m) => run(first + n + m)));
    }
  });
});
