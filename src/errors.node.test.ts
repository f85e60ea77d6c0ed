import { expect } from '@esm-bundle/chai';
import {
  describe as describeValue,
  invalidParams,
  isDismissed,
  isJsonRpcError,
  JsonRpcError,
} from './errors.js';
import { Cl } from './clarity/index.js';
import { contract } from './contracts/index.js';
import { HttpError } from './http/fetch-json.js';
import { SignInOriginError } from './sign-in/fetch-sign-in.js';
import { MetadataError } from './metadata/metadata-error.js';
import { AmountError, formatUnits, parseUnits } from './metadata/index.js';
import { trackTransaction, TransactionError } from './transactions/index.js';

describe('isDismissed', () => {
  it('is true if the user declined or closed the picker, and for no other error', () => {
    const dismissed = [-32000, -31001].map((code) => new JsonRpcError(code, 'x'));
    expect(dismissed.map((error) => isDismissed(error))).to.deep.equal([true, true]);
    const others = [-32001, -32603, -31000].map((code) => new JsonRpcError(code, 'x'));
    const declined = Object.assign(new Error('x'), { code: -32000 });
    for (const value of [...others, declined, { code: -32000 }, undefined, null, 'x'])
      expect(isDismissed(value)).to.equal(false);
  });
});

describe('JsonRpcError', () => {
  it('has a code, a message, data and a cause', () => {
    const cause = { code: 4001 };
    const error = new JsonRpcError(-32000, 'The user said no.', { data: { a: 1 }, cause });
    expect(error).to.be.instanceOf(Error);
    expect(error).to.include({ code: -32000, message: 'The user said no.', name: 'JsonRpcError' });
    expect(error.data).to.deep.equal({ a: 1 });
    expect(error.cause).to.equal(cause);
  });

  it('has the address of its page; the message ends with it only if this library refused the request', () => {
    const page = 'node_modules/stacks-wallet-elements/docs/errors.md#';
    const refused = new JsonRpcError(-32600, 'No method.');
    const answered = new JsonRpcError(-32602, 'Invalid params.', { cause: { code: -32602 } });
    const declined = new JsonRpcError(-32000, 'The user said no.');
    expect([refused.docs, refused.message]).to.deep.equal([
      `${page}-32600`,
      `No method. See ${page}-32600`,
    ]);
    expect([answered.docs, answered.message]).to.deep.equal([`${page}-32602`, 'Invalid params.']);
    expect([declined.docs, declined.message]).to.deep.equal([`${page}-32000`, 'The user said no.']);
  });

  it('is recognized by name and code, also from another copy of the package', () => {
    const foreign = Object.assign(new Error('x'), { name: 'JsonRpcError', code: -32000 });
    expect(isJsonRpcError(foreign)).to.equal(true);
    expect(isJsonRpcError(new Error('x'))).to.equal(false);
    expect(isJsonRpcError(null)).to.equal(false);
  });
});

describe('MetadataError', () => {
  it('has the address of its page; the message ends with it only if an argument is invalid', () => {
    const page = 'node_modules/stacks-wallet-elements/docs/errors.md#';
    const wrong = new MetadataError('invalid-principal', 'Not a principal.');
    const unknown = new MetadataError('not-found', 'Token not found.');
    expect(wrong.message).to.equal(`Not a principal. See ${page}invalid-principal`);
    expect([unknown.docs, unknown.message]).to.deep.equal([`${page}not-found`, 'Token not found.']);
  });
});

describe('AmountError', () => {
  it('has the address of its page; the message ends with it only if the calling code is wrong', () => {
    const page = 'node_modules/stacks-wallet-elements/docs/errors.md#';
    const wrong = new AmountError('invalid-decimals', 'Not decimals.');
    const typed = new AmountError('not-a-number', 'Not a number.');
    expect(wrong).to.be.instanceOf(RangeError);
    expect(wrong.message).to.equal(`Not decimals. See ${page}invalid-decimals`);
    expect([typed.docs, typed.message]).to.deep.equal([`${page}not-a-number`, 'Not a number.']);
    expect(() => formatUnits(1.5 as unknown as bigint, 6)).to.throw(RangeError, `${page}amount`);
  });
});

describe('TransactionError', () => {
  it('has the address of its page; the message ends with it only if an argument is invalid', () => {
    const page = 'node_modules/stacks-wallet-elements/docs/errors.md#';
    const timeout = new TransactionError('timeout', 'It is not confirmed.');
    expect(() => trackTransaction('5')).to.throw(TransactionError, `${page}invalid`);
    expect([timeout.docs, timeout.message]).to.deep.equal([
      `${page}timeout`,
      'It is not confirmed.',
    ]);
  });
});

describe('invalidParams', () => {
  it('names the method, the field, the value and what was expected', () => {
    const error = invalidParams('stx_transferStx', 'amount', 1.5, 'a whole number of micro-STX');
    expect(error.code).to.equal(-32602);
    expect(error.message).to.equal(
      'stx_transferStx: `amount` must be a whole number of micro-STX; got 1.5. See node_modules/stacks-wallet-elements/docs/errors.md#-32602',
    );
  });

  it('distinguishes a string, a number and a bigint, and handles a cycle', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(['1', 1, 1n, null, undefined, [2n]].map(describeValue)).to.deep.equal([
      '"1"',
      '1',
      '1n',
      'null',
      'nothing',
      '["2n"]',
    ]);
    expect(describeValue(cycle)).to.equal('an object');
    expect(describeValue({ toJSON: () => undefined })).to.equal('an object');
  });
});

describe('an error on a page that has frozen Error.prototype', () => {
  const frozen = [Error.prototype, TypeError.prototype, RangeError.prototype];
  const change = (writable: boolean) => {
    // As after Object.freeze(), which cannot be undone.
    for (const prototype of frozen) Reflect.defineProperty(prototype, 'name', { writable });
  };

  it('keeps its class, its name and its code', () => {
    const create: Readonly<Record<string, () => Error>> = {
      JsonRpcError: () => new JsonRpcError(-32000, 'no', { cause: 'reason' }),
      MetadataError: () => new MetadataError('network', 'no'),
      AmountError: () => errorOf(() => parseUnits('x', 6)),
      TransactionError: () => errorOf(() => trackTransaction('no id')),
      ContractError: () => errorOf(() => contract({ functions: [] }, { contract: 'no' })),
      ClarityError: () => errorOf(() => Cl.uint(-1)),
      SignInOriginError: () => new SignInOriginError('no'),
      HttpError: () => new HttpError('network', 'no'),
    };
    change(false);
    try {
      for (const [name, get] of Object.entries(create)) {
        const error = get();
        expect(error.name).to.equal(name);
        expect(String(error)).to.contain(name);
        expect(Object.hasOwn(error, 'name')).to.equal(true);
      }
      expect(isJsonRpcError(create['JsonRpcError']!())).to.equal(true);
    } finally {
      change(true);
    }
  });
});

function errorOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('It did not throw.');
}
