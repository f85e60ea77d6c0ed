import { expect } from '@open-wc/testing';
import { Cl, Pc, postConditionToHex } from '@stacks/transactions';
import { openCompatPage, paramsOf, type CompatPage } from '../testing/compat-page.js';
import { refusal } from '../testing/every-wallet.js';
import { OWNERS, psbtFor } from '../testing/psbts.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';
import { connect, disconnect, openContractCall, openPsbtRequestPopup, request } from './index.js';

let page: CompatPage;
beforeEach(() => (page = openCompatPage()));
afterEach(() => {
  expect(page.leather.violations).to.deep.equal([]);
  page.close();
});

/** `request` as JavaScript calls it. */
const ask = (...args: unknown[]): Promise<unknown> => Reflect.apply(request, undefined, args);

const CONDITION = Pc.principal(STX_ADDRESS).willSendLte(1_000_000n).ustx();
const CONTRACT = `${STX_ADDRESS}.counter`;

/** Each method, with params that have all optional fields that Leather reads. */
const METHODS: Readonly<Record<string, Record<string, unknown>>> = {
  getAddresses: { network: 'mainnet' },
  stx_getAddresses: { network: 'mainnet' },
  sendTransfer: {
    recipients: [{ address: OWNERS.other.address, amount: 1000 }],
    network: 'mainnet',
  },
  signPsbt: {
    psbt: psbtFor(['segwit']),
    signInputs: [0],
    allowedSighash: ['ALL'],
    broadcast: false,
    network: 'mainnet',
  },
  stx_transferStx: {
    recipient: STX_ADDRESS,
    amount: 1000,
    memo: 'invoice 7',
    network: 'mainnet',
    fee: 200,
    nonce: 7,
    sponsored: false,
  },
  stx_callContract: {
    contract: CONTRACT,
    functionName: 'count',
    functionArgs: [Cl.uint(1), Cl.list([Cl.address(STX_ADDRESS), Cl.address(STX_ADDRESS)])],
    postConditions: [CONDITION],
    postConditionMode: 'deny',
    network: 'mainnet',
    fee: 200,
    nonce: 7,
    sponsored: false,
  },
  stx_deployContract: {
    name: 'counter',
    clarityCode: '(ok true)',
    clarityVersion: '3',
    postConditions: [CONDITION],
    postConditionMode: 'deny',
    network: 'mainnet',
  },
  stx_signMessage: { message: 'hello' },
  stx_signStructuredMessage: {
    message: Cl.uint(1),
    domain: Cl.tuple({
      name: Cl.stringAscii('App'),
      version: Cl.stringAscii('1'),
      'chain-id': Cl.uint(1),
    }),
  },
};
const FIELDS = Object.entries(METHODS).flatMap(([method, params]) =>
  Object.keys(params).map((field) => ({ method, params, field, value: params[field] })),
);

/** What Leather receives. */
async function sent(method: string, params: unknown): Promise<Record<string, unknown>> {
  await ask({ provider: page.leather }, method, params);
  return paramsOf(page.leather, method);
}

class Own {}
const inheriting = (fields: object): object => Object.create(fields) as object;
const getter = (params: object, field: string, get: () => unknown, enumerable = true): object =>
  Object.defineProperty(params, field, { get, enumerable });

describe('every field of every method', () => {
  for (const { method, params, field, value } of FIELDS) {
    const rest = Object.fromEntries(Object.entries(params).filter(([name]) => name !== field));
    describe(`${method}, ${field}`, () => {
      for (const [title, asParams] of Object.entries<() => object>({
        'a getter': () => getter({ ...rest }, field, () => value),
        'a getter of its class': () => {
          class Params {}
          getter(Params.prototype, field, () => value, false);
          return Object.assign(new Params(), rest);
        },
        inherited: () => inheriting(params),
        'not enumerable': () => Object.defineProperty({ ...rest }, field, { value }),
        'an object of its value': () => ({ ...rest, [field]: Object(value) as unknown }),
      })) {
        it(`reaches the wallet as ${title}`, async () => {
          const plain = await sent(method, params);
          expect(await sent(method, asParams())).to.deep.equal(plain);
        });
      }

      for (const [title, absent] of Object.entries({ null: null, undefined })) {
        it(`is the same as ${title} and left out`, async () => {
          const outcome = (given: object) =>
            sent(method, given).catch((error: { data: unknown }) => error.data);
          expect(await outcome({ ...rest, [field]: absent })).to.deep.equal(await outcome(rest));
        });
      }

      for (const [title, wrong] of Object.entries<unknown>({
        'a function': () => value,
        'a symbol': Symbol('value'),
        'a Date': new Date(0),
        'a Map': new Map([[0, value]]),
        'a Set': new Set([value]),
        'a regular expression': /1/,
        'an array-like object': { 0: value, length: 1 },
        'an object of a symbol': Object(Symbol('value')),
      })) {
        it(`is refused as ${title}`, async () => {
          const error = await refusal(sent(method, { ...rest, [field]: wrong }));
          expect(error.code).to.equal(-32602);
          expect((error.data as { field: string }).field).to.match(new RegExp(`^${field}\\b`));
          expect(page.leather.calls).to.deep.equal([]);
        });
      }

      it('is refused if its getter throws, or if it is a method of its class', async () => {
        class Params {}
        Object.defineProperty(Params.prototype, field, { value: () => value });
        const throws = getter({ ...rest }, field, () => {
          throw new Error('no value');
        });
        const tries = field === 'name' ? [throws] : [throws, Object.assign(new Params(), rest)];
        for (const given of tries) {
          const error = await refusal(sent(method, given));
          expect(error.code).to.equal(-32602);
          expect(error.data).to.include({ field });
        }
      });
    });
  }
});

describe('params', () => {
  it('that are not an object of fields are refused', async () => {
    for (const given of [new Map([['message', 'a']]), new Date(0), new Uint8Array(1), ['a'], 'a']) {
      const error = await refusal(sent('stx_signMessage', given));
      expect(error.code, String(given)).to.equal(-32602);
    }
  });

  const NAMES = new Set([
    ...FIELDS.map(({ field }) => field),
    ...['contractAddress', 'contractName', 'stxAddress', 'txHex', 'publicKey', 'index', 'address'],
    ...[
      'condition',
      'conditionCode',
      'principal',
      'asset',
      'assetInfo',
      'assetId',
      'assetName',
      'type',
    ],
    ...['conditionType', 'prefix', 'data', 'buffer', 'list', 'transaction', 'transactions'],
    ...['provider', 'defaultProviders', 'approvedProviderIds', 'forceWalletSelect'],
    ...['persistWalletSelect', 'enableOverrides', 'enableLocalStorage', 'onProviderNotFound'],
  ]);
  /** What the wallet is asked, or the field of the error, with each of these names on Object.prototype as well. */
  async function isSame(run: () => Promise<unknown>, enumerable = true): Promise<void> {
    const asked: string[] = [];
    // Another script, which reads only what it receives.
    page.leather.request = (...call: unknown[]) => {
      asked.push(JSON.stringify(call));
      return Promise.reject({ error: { code: 4001, message: 'No' } });
    };
    const pollution = Object.prototype as Record<string, unknown>;
    const add = (name: string, value: unknown) =>
      Object.defineProperty(pollution, name, {
        ...{ __proto__: null, value, enumerable },
        ...{ configurable: true, writable: true },
      });
    const outcome = async (value?: unknown) => {
      asked.length = 0;
      page.opened = 0;
      disconnect();
      try {
        if (value !== undefined) NAMES.forEach((name) => add(name, value));
        const error = await refusal(run());
        return JSON.stringify([error.code, error.message, asked, page.opened]);
      } finally {
        for (const name of NAMES) delete pollution[name];
      }
    };
    const expected = await outcome();
    for (const value of ['https://evil.example', true, {}]) {
      expect(await outcome(value), String(value)).to.equal(expected);
    }
  }

  for (const { method, params, field } of FIELDS) {
    it(`do not have what a page adds to Object.prototype: ${method} without ${field}`, async () => {
      const rest = Object.fromEntries(Object.entries(params).filter(([name]) => name !== field));
      // With an enumerable property there, @scure/btc-signer reads no PSBT: `for (const name in fields)`.
      await isSame(() => ask(method, rest), method !== 'signPsbt');
    });
  }

  it('of a connection do not have what a page adds to Object.prototype', () =>
    isSame(() => connect()));

  it('with getters are read once, so that what is checked is what is sent', async () => {
    for (const { method, params, field, value } of FIELDS) {
      let reads = 0;
      const count = () => (reads++, value);
      await sent(method, getter({ ...params }, field, count));
      expect(reads, `${method}, ${field}`).to.equal(1);
    }
  });

  it('may hold fields that a framework hides', async () => {
    const params = Object.defineProperty({ message: 'a' }, '__ob__', { value: new Own() });
    expect(await sent('stx_signMessage', params)).to.include({ message: 'a' });
  });

  it('may hold fields behind the getters of their class', async () => {
    class Transfer {
      recipient = STX_ADDRESS;
      amount = 1000;
      _memo = 'invoice 7';
      get memo() {
        return this._memo;
      }
    }
    class Payment extends Transfer {}
    const own = {
      ...{ recipient: STX_ADDRESS, amount: 1000, _memo: 'invoice 7' },
      // Not spread: that would read the getter.
      get memo(): string {
        return this._memo;
      },
    };
    for (const given of [new Transfer(), new Payment(), own]) {
      const params = await sent('stx_transferStx', given);
      expect(params).to.include({ memo: 'invoice 7' });
      expect(params).not.to.have.property('_memo');
    }
  });

  it('may be instances of classes at any depth', async () => {
    class Condition {
      readonly type = 'stx-postcondition';
      readonly address = STX_ADDRESS;
      readonly condition = 'lte';
      get amount() {
        return 1_000_000n;
      }
      describe() {
        return 'at most 1 STX';
      }
    }
    const { postConditions } = await sent('stx_callContract', {
      contract: CONTRACT,
      functionName: 'count',
      postConditions: [new Condition()],
    });
    expect(postConditions).to.deep.equal([postConditionToHex(CONDITION)]);
  });

  it('have no functions at any depth', async () => {
    for (const [field, params] of Object.entries({
      'postConditions[0].amount': {
        contract: CONTRACT,
        functionName: 'count',
        postConditions: [{ ...CONDITION, amount: () => 1n }],
      },
      'postConditions[1]': {
        contract: CONTRACT,
        functionName: 'count',
        postConditions: [CONDITION, () => CONDITION],
      },
    })) {
      const error = await refusal(sent('stx_callContract', params));
      expect(error.data).to.include({ field });
    }
    const signInputs = [{ index: 0, allowedSighash: () => ['ALL'] }];
    const error = await refusal(sent('signPsbt', { psbt: psbtFor(['segwit']), signInputs }));
    expect(error.data).to.include({ field: 'signInputs[0].allowedSighash' });
  });
});

describe('the callback functions', () => {
  const OPTIONS = { contractAddress: STX_ADDRESS, contractName: 'counter', functionName: 'count' };

  /** The error that `onCancel` receives. */
  const canceled = (open: (options: never) => Promise<void>, options: object) =>
    new Promise<{ code: number; data: unknown }>((resolve, reject) => {
      const onFinish = () => reject(new Error('It was sent.'));
      void open(Object.assign(options, { onFinish, onCancel: resolve }) as never);
    });

  it('read getters and inherited fields', async () => {
    const options = getter(inheriting({ ...OPTIONS, functionArgs: [] }), 'postConditions', () => [
      CONDITION,
    ]);
    await Reflect.apply(openContractCall, undefined, [options]);
    const { postConditions } = paramsOf(page.leather, 'stx_callContract');
    expect(postConditions).to.deep.equal([postConditionToHex(CONDITION)]);
  });

  it('call onCancel with the name of the field that is a function or cannot be read', async () => {
    const throws = getter({ ...OPTIONS }, 'postConditions', () => {
      throw new Error('no value');
    });
    for (const options of [{ ...OPTIONS, postConditions: () => [CONDITION] }, throws]) {
      const { code, data } = await canceled(openContractCall, options);
      expect(code).to.equal(-32602);
      expect(data).to.include({ field: 'postConditions' });
    }
    const hex = '70736274ff';
    const { data } = await canceled(openPsbtRequestPopup, { hex, signAtIndex: () => 0 });
    expect(data).to.include({ field: 'signInputs' });
    expect(page.leather.calls).to.deep.equal([]);
  });
});

describe('a profile', () => {
  const PROVIDER = { request: (method: string, params: unknown) => answer(method, params) };
  let received: unknown;
  function answer(_method: string, params: unknown) {
    received = params;
    return Promise.resolve({ jsonrpc: '2.0', id: 1, result: params });
  }
  const update = (profile: unknown) =>
    ask({ provider: PROVIDER }, 'stx_updateProfile', { profile });

  it('is sent as JSON writes it', async () => {
    const profile = {
      born: new Date(0),
      site: new URL('https://example.com'),
      name: new String('A'),
      [Symbol('s')]: 1,
      toText: () => 'A',
      inner: { id: Symbol('id'), n: 1, none: undefined },
      list: [null, 1, { a: 1 }],
    };
    await update(profile);
    expect(received).to.deep.equal({ profile: JSON.parse(JSON.stringify(profile)) as unknown });
  });

  for (const [title, value] of Object.entries<unknown>({
    'a Map': new Map([['a', 1]]),
    'a Set': new Set([1]),
    bytes: new Uint8Array(1),
    'a bigint': 1n,
    'a number that is not finite': NaN,
    'a date that is not valid': new Date(NaN),
    'an error': new Error('a'),
  })) {
    it(`with ${title} is refused`, async () => {
      const error = await refusal(update({ inner: { value } }));
      expect(error.code).to.equal(-32602);
      expect(error.data).to.include({ field: 'profile.inner.value' });
    });
  }

  it('with a function or undefined in a list is refused: JSON would write null', async () => {
    for (const item of [() => 1, undefined, Symbol('a')]) {
      expect((await refusal(update({ list: [1, item] }))).data).to.include({
        field: 'profile.list[1]',
      });
    }
  });
});
