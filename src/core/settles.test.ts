import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { isJsonRpcError } from '../errors.js';
import { EVERY_WALLET, freshClient } from '../testing/every-wallet.js';
import { ADDRESSES, memoryStorage, success } from '../testing/fake-wallet.js';
import { addressOf, psbtFor } from '../testing/psbts.js';
import { TXID } from '../testing/schema-wallet.js';
import { UNSIGNED } from '../testing/transactions.js';
import { pause } from '../testing/wait-until.js';
import { createWalletClient } from './client.js';
import type { MethodName } from './index.js';
import { requestRaw } from './request-raw.js';

const STX = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const RUNS = 300;

/** Params that pass the checks, so that the wallet is asked and its answer read. */
const VALID_PARAMS = {
  getAddresses: {},
  stx_getAddresses: {},
  stx_getAccounts: {},
  stx_getNetworks: undefined,
  sendTransfer: { recipients: [{ address: addressOf('stranger'), amount: 5n }] },
  signMessage: { message: 'hello', address: addressOf('taproot') },
  signPsbt: { psbt: psbtFor(['taproot']), signInputs: [0] },
  stx_transferStx: { amount: 5n, recipient: STX },
  stx_transferSip10Ft: { amount: 5n, recipient: STX, asset: `${STX}.token::token` },
  stx_transferSip9Nft: { recipient: STX, asset: `${STX}.token::token`, assetId: '03' },
  stx_callContract: { contract: `${STX}.token`, functionName: 'mint', functionArgs: ['0x03'] },
  stx_deployContract: { name: 'token', clarityCode: '(ok 1)' },
  stx_signTransaction: { transaction: UNSIGNED },
  stx_signTransactions: { transactions: [UNSIGNED] },
  stx_signMessage: { message: 'hello' },
  stx_signStructuredMessage: { message: '03', domain: '03' },
  stx_updateProfile: { profile: {} },
} satisfies Record<MethodName, unknown>;
const METHODS = Object.keys(VALID_PARAMS) as readonly MethodName[];

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
  const valid: object | undefined = VALID_PARAMS[name as MethodName];
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

/** A text that shows every change of a value; undefined if there is none, which is not compared. */
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
      for (const [name, valid] of Object.entries<object | undefined>(VALID_PARAMS)) {
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
          const asked = client.request({ provider, signal }, name, VALID_PARAMS[name]);
          const outcome = asked.then(
            () => 'resolved',
            (error: unknown) => error,
          );
          await pause(0);
          abort();
          const error = await outcome;
          // A method that the wallet does not have fails at once.
          if (isJsonRpcError(error)) expect(error.code).to.equal(-32601);
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
