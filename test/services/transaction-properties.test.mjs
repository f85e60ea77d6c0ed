import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { trackTransaction } from '../../dist/transactions/index.js';

/* Random sequences of readings, from a source that the test controls. */

const RUNS = process.env.TEST_LONG ? 2000 : 60;
const BLOCK = { height: 7 };
const reading = fc.constantFrom(
  { status: 'missing' },
  { status: 'pending' },
  { status: 'pending', waitingForNonce: 3 },
  { status: 'confirmed', block: BLOCK, result: '(ok true)' },
  { status: 'confirmed', block: { height: 8 } },
  { status: 'failed', reason: 'response', block: BLOCK },
  { status: 'failed', reason: 'post-condition', block: BLOCK, result: '(ok true)' },
  { status: 'replaced', by: `0x${'b'.repeat(64)}` },
  { status: 'replaced', by: undefined, inferred: true },
  { status: 'dropped', reason: 'expired' },
  { status: 'unknown', raw: 'new_status' },
);
const AGAINST = ['failed', 'replaced', 'dropped'];

let number = 0;
/** The statuses before each reading and after the last one. */
async function play(readings) {
  number += 1;
  const states = [];
  let left = [...readings];
  let done;
  const played = new Promise((resolve) => (done = resolve));
  const source = {
    name: 'script',
    chain: 'stacks',
    baseUrl: `https://run-${number}.example`,
    pace: 0.001,
    async *read([{ id }]) {
      states.push(handle.state.status);
      const [next, ...rest] = left;
      left = rest;
      if (next) yield [id, next];
      else done();
    },
    tip: async () => undefined,
  };
  const id = number.toString(16).padStart(64, '0');
  const handle = trackTransaction(id, { source, confirmations: 'bitcoin' });
  handle.subscribe(() => {});
  // The library's own timers do not keep Node alive.
  const alive = setInterval(() => {}, 60_000);
  await played;
  clearInterval(alive);
  handle.stop();
  return states;
}

describe('the states of a transaction', () => {
  it('follow the readings, and become failed, replaced or dropped only after two equal readings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(reading, { minLength: 1, maxLength: 12 }), async (readings) => {
        const states = await play(readings);
        for (const [at, { status }] of readings.entries()) {
          const [from, to] = [states[at], states[at + 1]];
          const before = readings[at - 1]?.status;
          const changed = to !== from;
          const what = `${from} → ${to} after ${before}, ${status}`;
          if (changed) assert.equal(to, status === 'missing' ? 'submitted' : status, what);
          if (changed && AGAINST.includes(to)) assert.equal(before, status, what);
          if (changed && ['confirmed', 'failed'].includes(from) && to !== 'confirmed') {
            assert.equal(before, status, what);
          }
          // The status always follows a reading that the service repeats.
          if (before === status && status !== 'missing') assert.equal(to, status, what);
          if (status === 'confirmed') assert.equal(to, status, what);
          if (before === status && status === 'missing') {
            assert.ok(['submitted', 'replaced', 'dropped'].includes(to), what);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});
