import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { isJsonRpcError } from '../errors.js';
import { EVERY_WALLET, freshClient } from '../testing/every-wallet.js';
import { ADDRESSES, memoryStorage, success } from '../testing/fake-wallet.js';
import { TXID } from '../testing/schema-wallet.js';
import { METHODS, VALID_PARAMS } from '../testing/valid-params.js';
import { pause } from '../testing/wait-until.js';
import { createWalletClient } from './client.js';
import type { MethodName } from './index.js';
import { requestRaw } from './raw.js';

const RUNS = 300;

/** With an optional field that contains Clarity values. */
const PARAMS: Readonly<Record<MethodName, object | undefined>> = {
  ...VALID_PARAMS,
  stx_callContract: { ...VALID_PARAMS.stx_callContract, functionArgs: ['0x03'] },
};

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
});
const method = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...METHODS) },
  { weight: 1, arbitrary: fc.string() },
);
const wallet = fc.constantFrom(...Object.keys(EVERY_WALLET));
/** Answers similar to those of wallets, to reach every branch. */
const answer = fc.oneof(
  anything,
  fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: anything,
      result: anything,
      error: anything,
      status: anything,
    },
    { requiredKeys: [] },
  ),
  fc.record(
    { addresses: fc.array(anything), accounts: anything, network: anything },
    { requiredKeys: [] },
  ),
  fc.record(
    { code: anything, message: anything, data: anything, error: anything },
    { requiredKeys: [] },
  ),
  fc.record(
    { txid: anything, txId: anything, psbt: anything, hex: anything, signature: anything },
    { requiredKeys: [] },
  ),
);

/** Params of a method, with one or all fields replaced by anything. */
const params = (name: string) => {
  const valid = PARAMS[name as MethodName];
  return fc.oneof(
    fc.constant(valid),
    anything,
    fc
      .tuple(fc.constantFrom('network', ...Object.keys(valid ?? {})), anything)
      .map(([key, value]) => ({ ...valid, [key]: value })),
  );
};

/** Values that throw on access, which the generator cannot produce. */
function hostileValues(): unknown[] {
  const fail = () => {
    throw new Error('hostile');
  };
  const trap = new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail });
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  return [
    trap,
    proxy,
    cycle,
    Object.defineProperty({}, 'message', { get: fail, enumerable: true }),
    { error: trap },
    { code: 4001 },
    { code: NaN, message: '' },
    { jsonrpc: '2.0' },
    () => 1,
    { then: 5 },
  ];
}

/** Runs a request. Fails unless it settles with a result or with a valid JsonRpcError. */
async function settles(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    expect(isJsonRpcError(error), String(error)).to.equal(true);
    const { code, message } = error as { code: unknown; message: unknown };
    expect(Number.isFinite(code)).to.equal(true);
    expect(message).to.be.a('string').and.not.equal('');
  }
}

/** Connects, or reports a transaction that was sent, if it is not ignored. */
const LATE_RESULT = { addresses: ADDRESSES, txid: TXID };

/** A text that differs after every change of the value. Undefined if the value cannot be converted. */
function toText(value: unknown): string | undefined {
  try {
    return fc.stringify(value);
  } catch {
    return undefined;
  }
}

describe('request, with any arguments and any answer of the wallet,', function () {
  this.timeout(60_000);
  const unhandled: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => unhandled.push(event.reason);
  before(() => window.addEventListener('unhandledrejection', note));
  after(async () => {
    await new Promise((done) => setTimeout(done, 50));
    window.removeEventListener('unhandledrejection', note);
    expect(unhandled).to.deep.equal([]);
  });

  it('settles once, with a result or a JsonRpcError, and never changes the params', () =>
    fc.assert(
      fc.asyncProperty(
        wallet,
        method.chain((name) => fc.tuple(fc.constant(name), params(name))),
        fc.tuple(answer, fc.constantFrom('return', 'resolve', 'throw', 'reject')),
        async (kind, [name, given], [said, way]) => {
          const provider = EVERY_WALLET[kind]?.();
          if (!provider) throw new Error(`There is no ${kind}.`);
          provider.request = () => {
            if (way === 'throw') throw said;
            if (way === 'reject') return Promise.reject(said);
            return (way === 'return' ? said : Promise.resolve(said)) as Promise<unknown>;
          };
          const before = toText(given);
          await settles(() => freshClient().request({ provider }, name, given));
          expect(toText(given)).to.equal(before);
        },
      ),
      { numRuns: RUNS },
    ));

  it('also if reading params, a param, an answer or an error throws', async () => {
    for (const hostile of hostileValues()) {
      for (const [name, valid] of Object.entries(PARAMS)) {
        for (const makeWallet of Object.values(EVERY_WALLET)) {
          const ask = (given: unknown, request?: () => Promise<unknown>) => {
            const provider = Object.assign(makeWallet(), request && { request });
            return settles(() => freshClient().request({ provider }, name, given));
          };
          await ask(hostile);
          for (const key of Object.keys(valid ?? {})) await ask({ ...valid, [key]: hostile });
          await ask(valid, () => hostile as Promise<unknown>);
          await ask(valid, () => Promise.resolve({ result: hostile, error: null }));
          await ask(valid, () =>
            Promise.resolve({ addresses: [hostile], txid: hostile, psbt: hostile }),
          );
          await ask(valid, () => Promise.reject(hostile));
        }
      }
    }
  });

  it('requestRaw does so, too', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string(),
        anything,
        answer,
        fc.boolean(),
        async (name, given, said, fails) => {
          const request = () => (fails ? Promise.reject(said) : Promise.resolve(said));
          await settles(() => requestRaw({ request }, name, given));
        },
      ),
      { numRuns: RUNS },
    ));

  it('rejects with the reason of an aborted signal, and ignores the late answer', async () => {
    const sent: unknown[] = [];
    await fc.assert(
      fc.asyncProperty(
        wallet,
        fc.constantFrom(...METHODS),
        anything,
        async (kind, name, reason) => {
          const provider = EVERY_WALLET[kind]?.();
          if (!provider) throw new Error(`There is no ${kind}.`);
          let answerLate: ((value: unknown) => void) | undefined;
          provider.request = () => new Promise((resolve) => (answerLate = resolve));
          const storage = memoryStorage();
          const client = createWalletClient({ storage });
          client.on('sent', (transaction) => sent.push(transaction));
          const { signal, abort } = withAbort(reason);
          const asked = client.request({ provider, signal }, name, PARAMS[name]);
          const outcome = asked.then(
            () => 'resolved',
            (error: unknown) => error,
          );
          await pause(0);
          abort();
          const error = await outcome;
          // A method that the wallet does not have fails at once, and so does one that needs the connected account.
          const needsAccount = kind === 'Leather' && name.startsWith('stx_transferSip');
          if (isJsonRpcError(error)) expect(error.code).to.equal(needsAccount ? -32602 : -32601);
          else expect(Object.is(error, signal.reason)).to.equal(true);
          answerLate?.(success(LATE_RESULT));
          await pause(0);
          expect(client.isConnected()).to.equal(false);
          expect(storage.keys).to.deep.equal([]);
        },
      ),
      { numRuns: RUNS },
    );
    // The event is dispatched in later tasks.
    await pause(50);
    expect(sent).to.deep.equal([]);
  });
});

function withAbort(reason: unknown): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(reason) };
}
