import { expect } from '@esm-bundle/chai';
import fc from 'fast-check';
import { isJsonRpcError, JsonRpcError } from '../errors.js';
import { refusal } from '../testing/every-wallet.js';
import { isAbortReason, requestRaw, toJsonParams, toJsonRpcError } from './raw.js';
import { stopwatch } from '../testing/stopwatch.js';

const ROW = { txid: '0x01' };

/** An answer, and its result. */
const SUCCESSES: readonly [what: string, answer: unknown, result: unknown][] = [
  ['a JSON-RPC response', { jsonrpc: '2.0', id: '1', result: ROW }, ROW],
  ['a response whose error is null', { jsonrpc: '2.0', id: '1', result: ROW, error: null }, ROW],
  ['a response whose error is empty', { jsonrpc: '2.0', result: ROW, error: '' }, ROW],
  ['a response whose result is null', { jsonrpc: '2.0', id: '1', result: null }, null],
  ['{ result }', { result: ROW }, ROW],
  ['{ status, result }', { status: 'success', result: ROW }, ROW],
  ['a bare result', ROW, ROW],
  ['a bare result with a `jsonrpc` field', { jsonrpc: '2.0', ...ROW }, { jsonrpc: '2.0', ...ROW }],
  ['a bare result with a `result` field', { ...ROW, result: 'ok' }, { ...ROW, result: 'ok' }],
  [
    'a bare result with a `status` field',
    { ...ROW, status: 'pending' },
    { ...ROW, status: 'pending' },
  ],
  ['an id alone', { id: 1 }, { id: 1 }],
  ['a response with an additional field', { jsonrpc: '2.0', result: ROW, meta: 1 }, ROW],
  ['a bare result whose error is null', { ...ROW, error: null }, { ...ROW, error: null }],
  ['a list', [ROW], [ROW]],
  ['a text', 'done', 'done'],
  ['true', true, true],
  ['null', null, null],
  ['undefined', undefined, undefined],
];

const FAILURES: readonly [what: string, answer: unknown][] = [
  ['a JSON-RPC error', { jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'no' } }],
  ['{ error }', { error: 'no' }],
  ['{ error } that is empty', { error: '' }],
  ['{ status: error }', { status: 'error', error: { code: 1 } }],
  ['{ status: error } without an error', { status: 'error' }],
  ['a JSON-RPC response with neither a result nor an error', { jsonrpc: '2.0', id: '1' }],
  ['an error beside a result', { result: ROW, error: { code: 1 } }],
];

describe('requestRaw', () => {
  for (const [what, answer, result] of SUCCESSES) {
    it(`returns the result of ${what}`, async () => {
      const request = () => Promise.resolve(answer);
      expect(await requestRaw({ request }, 'any')).to.deep.equal(result);
    });
  }

  for (const [what, answer] of FAILURES) {
    it(`rejects with a JsonRpcError for ${what}`, async () => {
      const request = () => Promise.resolve(answer);
      await refusal(requestRaw({ request }, 'any'));
    });
  }

  it('accepts synchronous answers and errors', async () => {
    const { signal } = new AbortController();
    for (const options of [{}, { signal }]) {
      const request = () => 'done' as unknown as Promise<unknown>;
      expect(await requestRaw({ request }, 'any', undefined, options)).to.equal('done');
      const throwing = () => {
        throw new Error('no');
      };
      await refusal(requestRaw({ request: throwing }, 'any', undefined, options));
    }
  });

  it('asks no wallet if the signal is already aborted', async () => {
    const request = () => expect.fail('asked');
    const signal = AbortSignal.abort('over');
    const asked = requestRaw({ request }, 'any', undefined, { signal });
    expect(await asked.catch((reason: unknown) => reason)).to.equal('over');
  });

  it('rejects with the reason as soon as the signal is aborted, without waiting for the wallet', async () => {
    const leaving = new AbortController();
    const request = () => new Promise<never>(() => undefined);
    const asked = requestRaw({ request }, 'any', undefined, { signal: leaving.signal });
    setTimeout(() => leaving.abort('over'));
    expect(await asked.catch((reason: unknown) => reason)).to.equal('over');
  });
});

const LEATHER_CODES = { 4001: -32000, [-32000]: -32603 };

/** Values that wallets have thrown, rejected with or returned, and the resulting code and message. */
const SHAPES: readonly [shape: string, thrown: unknown, code: number, message: RegExp][] = [
  ['an Error', new Error('boom'), -31000, /^boom$/],
  ['an Error without a message', new Error(), -31000, /without saying why/],
  ['undefined', undefined, -31000, /without saying why/],
  ['null', null, -31000, /without saying why/],
  ['a number', 7, -31000, /without saying why/],
  ['the text of a legacy cancel', 'cancel', -32000, /^cancel$/],
  ['a text with "User denied"', 'User denied transaction signature', -32000, /^User denied/],
  ['a text about a rejection by a node', 'Rejected by the node: BadNonce', -31000, /^Rejected by/],
  [
    'an error of another library that is named JsonRpcError',
    Object.assign(new Error('no'), { name: 'JsonRpcError', code: 4001 }),
    -32000,
    /^no$/,
  ],
  ['another text', 'Unable to get response', -31000, /^Unable/],
  ['an empty text', '', -31000, /without saying why/],
  ['{ code } alone', { code: 4001 }, -32000, /rejected in the wallet/],
  ['{ code, message }', { code: -32601, message: 'no such method' }, -32601, /^no such method$/],
  ['a code in a string', { code: '4001', message: 'no' }, -32000, /^no$/],
  ['a negative code in a string', { code: '-32601', message: 'no' }, -32601, /^no$/],
  ['a string of digits and a letter', { code: '4001x', message: 'bad' }, -31000, /^bad$/],
  ['a string of a letter and digits', { code: 'x4001', message: 'bad' }, -31000, /^bad$/],
  ['a string of more than nine digits', { code: '1234567890', message: 'bad' }, -31000, /^bad$/],
  ['a code that is not a number', { code: 'EFAIL', message: 'bad' }, -31000, /^bad$/],
  ['a code that is not finite', { code: NaN, message: 'bad' }, -31000, /^bad$/],
  [
    '{ error: { code, message } }',
    { error: { code: 4001, message: 'denied' } },
    -32000,
    /^denied$/,
  ],
  [
    'an error within an error within an error',
    { error: { error: { error: { code: -32601, message: 'deep' } } } },
    -32601,
    /^deep$/,
  ],
  ['a code beside the error', { code: -32601, error: { message: 'no' } }, -32601, /^no$/],
  ['a message beside the error', { message: 'why', error: { code: 1 } }, 1, /^why$/],
  ['a text beside a message', { message: 'why', error: 'Bad Request' }, -31000, /^why$/],
  [
    'a text beside an empty message',
    { message: '', error: 'Bad Request' },
    -31000,
    /^Bad Request$/,
  ],
  ['{ error: text }', { error: 'went wrong' }, -31000, /^went wrong$/],
  [
    'a JSON-RPC response',
    { jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'User denied signing' } },
    -32000,
    /^User denied signing$/,
  ],
  ['{ jsonrpc } without an error', { jsonrpc: '2.0', id: '1' }, -31000, /without saying why/],
  [
    "Fordefi's { status, error }",
    { status: 'error', error: { code: -32002, message: 'no access' } },
    -32002,
    /^no access$/,
  ],
  ['an empty message', { code: -32603, message: ' ' }, -32603, /code -32603/],
  ['a message only in the data', { code: 1, data: { message: 'why' } }, 1, /^why$/],
  ["Leather's server error", { error: { code: -32000, message: 'x' } }, -32603, /^x$/],
];

/** Messages of wallets that mean that the user rejected, and messages that do not. */
const REJECTION = [
  ...['Cancel', 'canceled', 'Cancelled.', ' rejected! ', 'Denied', 'Declined', 'dismissed'],
  ...['user rejected', 'The user has denied it', 'User canceled', 'by user cancelled'],
  'Request canceled by user.',
  'Request cancelled by the user',
  'rejected by user',
  'Rejected by User.',
  'Transaction was rejected by the user',
  'Signature request rejected by user',
  'The request was denied by the user.',
  'Connection declined by user',
  'Popup closed by user',
  'Aborted by user',
  'Cancelled by you',
  'User denied transaction signature',
  'MetaMask Tx Signature: User denied transaction signature.',
  'User rejected the request.',
  'User Rejected Request',
  'User declined the request',
  'User has declined to sign',
  'user refused to sign',
  'User disapproved requested methods',
  'User aborted',
  'User dismissed the prompt',
  'User closed modal',
  'The user closed the window',
  'User closed the popup window.',
  'User cancel request',
  'user reject',
  'You cancelled the request',
  'You have rejected the transaction.',
  'Request canceled',
  'Request rejected',
  'Request denied.',
  'The request was declined',
  'Signing cancelled',
  'Signature request denied',
  'Transaction canceled',
  'Transaction declined',
  'Sign-in cancelled',
  'Connection request has been rejected',
  'Approval denied',
  'Popup closed',
  'Pop-up window was closed',
  'Window closed.',
  'USER_REJECTED',
  'user_cancelled',
  'ACTION_REJECTED',
  'UserRejectedRequestError: x',
  'Error: Request cancelled',
  'User did not approve the request',
  "The user didn't sign",
  'User exited',
  'user-rejected',
  'USER_REJECTION',
  'Wallet connection cancelled',
  'PSBT signing cancelled',
  'Your request was rejected',
  'The wallet window was closed',
  'user abort',
  'User cancels',
  'User rejects the request',
  'Cancel by user',
  'Rejected by the wallet user',
  'User clicked Cancel',
  'user pressed reject',
  'The user chose not to sign',
  'User does not want to connect',
  'The request was not approved by the user',
  'User did not authorize the app',
  'Rejected on device by user',
  'Transaction rejected on your Ledger',
  'Request was declined in the wallet',
  'Prompt dismissed',
  'Pairing cancelled',
];
const NOT_A_REJECTION = [
  ...['not canceled', 'cancelled by the node', 'superuser denied', 'user deniedx'],
  // The answer of a Stacks node.
  'transaction rejected',
  'Transaction rejected by the network',
  'Transaction rejected: BadNonce',
  'Request rejected by the node',
  'Request rejected: the fee is too low',
  'The user was rejected by the server',
  "rejected by user's node",
  'User rejected by policy',
  'Request cancelled by timeout',
  'Request aborted',
  'Request was denied because the origin is not allowed',
  'Connection closed',
  'The connection was closed by the server',
  'Connection refused',
  'WebSocket is already in CLOSING or CLOSED state.',
  'Access denied',
  'Permission denied',
  'User not found',
  'User is not authorized',
  'The user has no Bitcoin address',
  'Username rejected',
  'A user account was closed',
  'Cancelled orders cannot be signed',
  'denied by user-agent',
  'User did not confirm in time',
  'Wallet is locked',
  'The message port closed before a response was received.',
  'The operation was aborted',
  'Broadcast rejected',
  // The message of an AbortError, such as that of the wallet's own request.
  'The user aborted a request.',
  'User pressed an unknown button',
  'The user chose a wrong network',
  'Rejected on this network',
  'Wallet rejected the node',
];

describe('toJsonRpcError', () => {
  for (const text of REJECTION) {
    it(`reads the text ${text} as a rejection by the user`, () =>
      expect(toJsonRpcError(text)).to.deep.include({ code: -32000, message: text }));
  }
  for (const text of NOT_A_REJECTION) {
    it(`does not read the text ${text} as a rejection by the user`, () =>
      expect(toJsonRpcError(text)).to.deep.include({ code: -31000, message: text }));
  }

  it('reads a long message in a short time, and a rejection at its start', () => {
    const long = `User rejected the request.\n${'user did not sign '.repeat(100_000)} time`;
    const elapsed = stopwatch();
    expect(toJsonRpcError(long).code).to.equal(-32000);
    expect(toJsonRpcError(long.slice(30)).code).to.equal(-32000);
    expect(elapsed(), 'milliseconds').to.be.below(500);
  });

  for (const [shape, thrown, code, message] of SHAPES) {
    it(`converts ${shape}`, () => {
      const error = toJsonRpcError(thrown, LEATHER_CODES);
      expect(error).to.be.instanceOf(JsonRpcError);
      expect(error.code).to.equal(code);
      expect(error.message).to.match(message);
      expect(error.cause).to.equal(thrown);
    });
  }

  it('keeps the data of the wallet', () => {
    const thrown = { error: { code: -32602, message: 'Invalid parameters.', data: { at: 'x' } } };
    expect(toJsonRpcError(thrown).data).to.deep.equal({ at: 'x' });
  });

  it('returns an error of this copy of the package as it is', () => {
    const own = new JsonRpcError(-32000, 'no');
    expect(toJsonRpcError(own, LEATHER_CODES)).to.equal(own);
  });

  it('converts an error of another copy to a new one with its code, message and data', () => {
    const foreign = Object.assign(new Error('no'), {
      name: 'JsonRpcError',
      code: -32601,
      data: { field: 'x' },
    });
    const error = toJsonRpcError(foreign);
    expect(error).to.be.instanceOf(JsonRpcError);
    expect(error).to.deep.include({ code: -32601, message: 'no', data: { field: 'x' } });
    expect(error.cause).to.equal(foreign);
  });

  it('gives a forged error a finite code and a message', () => {
    const value = fc.oneof(
      fc.anything(),
      fc.constantFrom<unknown>('', ' ', '\n', NaN, Infinity, '-32000', { valueOf: () => NaN }),
    );
    const base = fc.constantFrom<() => object>(
      () => new Error('x'),
      () => new JsonRpcError(-32000, 'x'),
      () => ({}),
    );
    fc.assert(
      fc.property(base, value, value, (make, code, message) => {
        const forged = Object.defineProperties(make(), {
          name: { value: 'JsonRpcError' },
          code: { value: code },
          message: { value: message },
        });
        const error = toJsonRpcError(forged);
        expect(error).to.be.instanceOf(JsonRpcError);
        expect(error.code).to.satisfy(Number.isFinite);
        expect(error.message).to.be.a('string');
        expect(error.message.trim()).to.not.equal('');
      }),
    );
  });

  it('reads 4001 as a rejection by the user, and keeps -32000, if the wallet has no codes of its own', () => {
    expect(toJsonRpcError({ code: 4001, message: 'x' }).code).to.equal(-32000);
    expect(toJsonRpcError({ code: -32000, message: 'x' }).code).to.equal(-32000);
  });

  it('does not accept an error of another library because of its name', () => {
    const named = (code: unknown, message: string) =>
      Object.assign(new Error(message), { name: 'JsonRpcError', code });
    expect(toJsonRpcError(named(NaN, 'x')).code).to.equal(-31000);
    expect(toJsonRpcError(named(4001, 'x')).code).to.equal(-32000);
    expect(toJsonRpcError(named(-32601, '')).message).to.contain('-32601');
  });

  it('handles an error that contains itself', () => {
    const endless: Record<string, unknown> = { code: 7, message: 'around' };
    endless['error'] = endless;
    expect(toJsonRpcError(endless)).to.deep.include({ code: 7, message: 'around' });
  });

  it('handles getters and proxies that throw', () => {
    const trap = new Proxy(
      {},
      {
        get() {
          throw new Error('get');
        },
        getPrototypeOf() {
          throw new Error('getPrototypeOf');
        },
      },
    );
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const thrown of [trap, proxy]) {
      const error = toJsonRpcError(thrown);
      expect(error.code).to.equal(-31000);
      expect(error.cause).to.equal(thrown);
    }
  });
});

describe('isAbortReason', () => {
  it('is true only for the reason of an aborted signal', () => {
    for (const reason of [new Error('the caller left'), 'left', 0, NaN, null]) {
      const controller = new AbortController();
      const { signal } = controller;
      expect(isAbortReason(signal, reason)).to.equal(false);
      controller.abort(reason);
      expect(isAbortReason(signal, reason), String(reason)).to.equal(true);
      expect(isAbortReason(signal, new Error('the wallet failed'))).to.equal(false);
    }
    expect(isAbortReason(undefined, undefined)).to.equal(false);
  });
});

function refusedField(method: string, params: unknown): unknown {
  try {
    toJsonParams(method, params);
  } catch (error) {
    if (isJsonRpcError(error) && error.code === -32602) return error.data;
  }
  return undefined;
}

describe('the params that a wallet receives', () => {
  it('leaves params unchanged if there is nothing to encode', () => {
    for (const params of [undefined, null, {}, { a: [1, 'x', { b: null }] }, ['x'], 'x']) {
      expect(toJsonParams('stx_callContract', params)).to.deep.equal(params);
    }
  });

  it('leaves an object with a type unchanged in other fields', () => {
    const params = { profile: { type: 'uint', value: 5n } };
    expect(toJsonParams('stx_updateProfile', params)).to.deep.equal({
      profile: { type: 'uint', value: '5' },
    });
  });

  it('encodes a bigint as digits in any field', () => {
    expect(toJsonParams('x', { a: [{ b: 2n ** 64n }], c: 1 })).to.deep.equal({
      a: [{ b: '18446744073709551616' }],
      c: 1,
    });
    expect(toJsonParams('x', 5n)).to.equal('5');
  });

  it('encodes objects and lists that are nested in up to 64 others, and refuses deeper ones', () => {
    const nested = (levels: number): unknown =>
      levels === 0 ? {} : levels % 2 === 0 ? { a: nested(levels - 1) } : [nested(levels - 1)];
    expect(toJsonParams('x', nested(64))).to.deep.equal(nested(64));
    expect(refusedField('x', nested(65))).to.have.property('field');
  });

  it('refuses what JSON would drop, with its path', () => {
    const cycle: Record<string, unknown> = {};
    cycle['a'] = cycle;
    for (const value of [() => 1, Symbol('x'), NaN, Infinity, -Infinity, new Uint8Array(2)]) {
      expect(refusedField('x', { a: [value] })).to.include({ field: 'a[0]' });
    }
    expect(refusedField('x', cycle)).to.have.property('field');
  });
});
