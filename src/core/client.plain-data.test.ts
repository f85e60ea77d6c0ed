import { expect, fixture, html } from '@open-wc/testing';
import { reactive, ref } from '@vue/reactivity';
import { Cl, Pc } from '@stacks/transactions';
import fc from 'fast-check';
import { createDraft } from 'immer';
import { proxy as svelteState } from 'svelte/internal/client';
import '../elements/wallet-context/define.js';
import { ask, freshClient, refusal } from '../testing/every-wallet.js';
import { memoryStorage } from '../testing/fake-wallet.js';
import { psbtFor } from '../testing/psbts.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';
import { standardWallet } from '../testing/emulated-wallets.js';
import { createWalletClient } from './client.js';
import type { RequestOptions } from './types.js';

const PSBT = psbtFor(['taproot', 'taproot']);
const TRANSFER = { amount: '1', recipient: STX_ADDRESS };
const CALL = { contract: `${STX_ADDRESS}.token`, functionName: 'mint' };

class SignPsbt {
  psbt = PSBT;
  get signInputs() {
    return [0];
  }
}

class Transfer {
  amount = '1';
  recipient = STX_ADDRESS;
}

const inherits = (defaults: object, own: object): object =>
  Object.assign(Object.create(defaults) as object, own);
const hides = (name: string, value: unknown, rest: object): object =>
  Object.defineProperty({ ...rest }, name, { value, enumerable: false });
const computes = (name: string, value: unknown, rest: object): object =>
  Object.defineProperty({ ...rest }, name, { get: () => value, enumerable: true });
const missing = (length: number): unknown[] => {
  const list: unknown[] = [];
  list.length = length;
  return list;
};
const throwing = new Proxy(
  {},
  {
    ownKeys: () => {
      throw new Error('hostile');
    },
  },
);
const endless: unknown[] = [];
endless.push(endless);

/** Params that are not plain data, and the field that the error names. */
const REFUSED: readonly [what: string, method: string, params: unknown, field: string][] = [
  ['an accessor of a class', 'signPsbt', new SignPsbt(), 'params'],
  ['a class instance', 'stx_transferStx', new Transfer(), 'params'],
  ['an accessor', 'stx_deployContract', computes('network', 'testnet', TRANSFER), 'network'],
  [
    'an accessor of a list',
    'stx_callContract',
    computes('postConditions', [], CALL),
    'postConditions',
  ],
  ['an inherited property', 'signPsbt', inherits({ network: 'testnet' }, { psbt: PSBT }), 'params'],
  [
    'a property that is not enumerable',
    'signPsbt',
    hides('signInputs', [0], { psbt: PSBT }),
    'signInputs',
  ],
  [
    'a nested accessor',
    'sendTransfer',
    { recipients: [computes('amount', 1, {})] },
    'recipients[0].amount',
  ],
  ['a nested class instance', 'sendTransfer', { recipients: [new Transfer()] }, 'recipients[0]'],
  [
    'a missing element',
    'stx_callContract',
    { ...CALL, functionArgs: missing(2) },
    'functionArgs[0]',
  ],
  [
    'a property of an array',
    'stx_callContract',
    { ...CALL, functionArgs: Object.assign([], { extra: 1 }) },
    'functionArgs.extra',
  ],
  [
    'a subclass of Array',
    'signPsbt',
    { psbt: PSBT, signInputs: new (class Inputs extends Array {})() },
    'signInputs',
  ],
  ['a Map', 'stx_updateProfile', { profile: new Map([['name', 'x']]) }, 'profile'],
  ['a Date', 'a_method_of_a_newer_wallet', { since: new Date() }, 'since'],
  ['a boxed number', 'stx_transferStx', { ...TRANSFER, amount: Object(1) as unknown }, 'amount'],
  ['a function', 'stx_transferStx', { ...TRANSFER, toJSON: () => ({}) }, 'toJSON'],
  ['a symbol', 'a_method_of_a_newer_wallet', { id: Symbol('x') }, 'id'],
  [
    'a function inside a Clarity value',
    'stx_callContract',
    { ...CALL, functionArgs: [{ type: 'uint', value: 1n, toJSON: () => 'x' }] },
    'functionArgs[0].toJSON',
  ],
  ['an array that contains itself', 'a_method_of_a_newer_wallet', { endless }, 'endless'],
  ['a proxy that throws', 'stx_transferStx', throwing, 'params'],
];

describe('request refuses params that are not plain data, before a wallet is asked:', () => {
  for (const [what, method, params, field] of REFUSED) {
    it(what, async () => {
      const wallet = standardWallet();
      const error = await refusal(ask(wallet, method, params));
      expect(error.code, error.message).to.equal(-32602);
      expect(error.message).to.contain(`${method}: \`${field}`);
      expect(error.data).to.deep.include({ expected: 'plain data' });
      expect((error.data as { field: string }).field.startsWith(field)).to.equal(true);
      expect(wallet.calls).to.deep.equal([]);
    });
  }

  it('names an inherited property', async () => {
    const params = inherits({ network: 'testnet' }, { psbt: PSBT });
    const error = await refusal(ask(standardWallet(), 'signPsbt', params));
    expect(error.message).to.contain('it inherits `network`');
  });

  it('keeps what a proxy throws as the cause', async () => {
    const error = await refusal(ask(standardWallet(), 'stx_transferStx', throwing));
    expect(error.cause).to.be.an('error').with.property('message', 'hostile');
  });
});

/** Ways in which an object can have a property that JSON or a copy drops. */
const LOST: Readonly<Record<string, (name: string, value: unknown, rest: object) => object>> = {
  accessor: computes,
  'not enumerable': hides,
  inherited: (name, value, rest) => inherits({ [name]: value }, rest),
  'of a class': (name, value, rest) =>
    Object.assign(new (class Params {})(), { ...rest, [name]: value }),
};

describe('a property of params or options that would be lost', () => {
  it('is refused at every depth, under any name', async () => {
    const name = fc.constantFrom('network', 'signInputs', 'postConditions', 'amount', 'x');
    const path = fc.array(fc.oneof(fc.constantFrom('a', 'b'), fc.nat(2)), { maxLength: 4 });
    const way = fc.constantFrom(...Object.values(LOST));
    await fc.assert(
      fc.asyncProperty(way, name, path, fc.boolean(), async (lose, lost, steps, asOption) => {
        const whole = steps.reduceRight<unknown>(
          (inner, step) =>
            typeof step === 'number' ? [...Array<number>(step).fill(0), inner] : { [step]: inner },
          lose(lost, 'testnet', { y: 1 }),
        );
        const wallet = standardWallet();
        const client = createWalletClient({ storage: memoryStorage() });
        const sent = asOption
          ? client.request({ provider: wallet, extra: whole } as RequestOptions, 'some_method', {})
          : client.request({ provider: wallet }, 'some_method', whole);
        expect(await refusal(sent)).to.include({ code: -32602 });
        expect(wallet.calls).to.deep.equal([]);
      }),
    );
  });
});

const OPTIONS: readonly [what: string, options: (rest: object) => object, field: string][] = [
  ['an accessor', (rest) => computes('network', 'testnet', rest), 'network'],
  ['an inherited option', (rest) => inherits({ network: 'testnet' }, rest), 'options'],
  [
    'an option that is not enumerable',
    (rest) => hides('approvedProviderIds', ['A'], rest),
    'approvedProviderIds',
  ],
  ['a class instance', (rest) => Object.assign(new (class Options {})(), rest), 'options'],
  [
    'a list with missing elements',
    (rest) => ({ ...rest, approvedProviderIds: missing(1) }),
    'approvedProviderIds[0]',
  ],
  ['a text', () => 'testnet' as unknown as object, 'options'],
];

describe('options that are not plain data are refused', () => {
  for (const [what, make, field] of OPTIONS) {
    it(`by request: ${what}`, async () => {
      const wallet = standardWallet();
      const options = make({ provider: wallet });
      // A string as the first argument is the name of a method.
      if (typeof options === 'string') return;
      const error = await refusal(freshClient().request(options, 'stx_transferStx', TRANSFER));
      expect(error.code).to.equal(-32602);
      expect(error.message).to.contain(`\`${field}\``);
      expect(wallet.calls).to.deep.equal([]);
    });

    it(`by connect and with: ${what}`, async () => {
      const client = freshClient();
      expect(await refusal(client.connect(make({})))).to.include({ code: -32602 });
      expect(() => client.with(make({})))
        .to.throw(`\`${field}\``)
        .with.property('code', -32602);
    });
  }

  it('by <wallet-context>, which then offers no wallet', async () => {
    const errors: unknown[][] = [];
    const { error } = console;
    console.error = (...args: unknown[]) => void errors.push(args);
    try {
      const element = await fixture<HTMLElementTagNameMap['wallet-context']>(
        html`<wallet-context .client=${freshClient()}></wallet-context>`,
      );
      element.approvedProviderIds = missing(1) as string[];
      await element.updateComplete;
      expect(await refusal(element.connect())).to.include({ code: -31000 });
      expect(errors).to.have.length(1);
      const options = inherits({ network: 'testnet' }, { provider: standardWallet() });
      expect(await refusal(element.request(options, 'getAddresses'))).to.include({ code: -32602 });
    } finally {
      console.error = error;
    }
  });
});

const PARAMS = {
  ...CALL,
  functionArgs: [
    Cl.uint(5),
    Cl.tuple({ a: Cl.bufferFromHex('0102'), b: Cl.list([Cl.bool(true)]) }),
  ],
  postConditions: [Pc.principal(STX_ADDRESS).willSendLte(5n).ustx()],
  network: 'testnet',
};

/** A copy for a library to wrap. */
const plain = () => structuredClone(PARAMS);

describe('a proxy over plain data is read like the data:', () => {
  const PROXIES: readonly [library: string, wrap: () => unknown][] = [
    ["Vue's reactive", () => reactive(plain())],
    ["Vue's reactive with a ref inside", () => reactive({ ...plain(), functionName: ref('mint') })],
    ["Svelte's $state", () => svelteState(plain())],
    ["Immer's draft", () => createDraft(plain())],
  ];
  for (const [library, wrap] of PROXIES) {
    it(library, async () => {
      const [wallet, expected] = [standardWallet(), standardWallet()];
      // A contract of mainnet cannot be called on testnet.
      const params = (whole: unknown) => Object.assign(whole as object, { network: 'mainnet' });
      await ask(wallet, 'stx_callContract', params(wrap()));
      await ask(expected, 'stx_callContract', params(plain()));
      expect(wallet.calls).to.deep.equal(expected.calls);
      expect(wallet.violations).to.deep.equal([]);
    });
  }

  it('also as options', async () => {
    const wallets = [standardWallet(), standardWallet(), standardWallet()];
    const options = { network: 'testnet' };
    const wrapped = [reactive(options), svelteState({ ...options }), createDraft(options)];
    for (const [index, wallet] of wallets.entries()) {
      const client = freshClient().with(wrapped[index] as RequestOptions);
      await client.request({ provider: wallet }, 'getAddresses');
      expect(wallet.calls).to.deep.equal([
        { method: 'getAddresses', params: { network: 'testnet' } },
      ]);
    }
  });
});

describe('plain data of another realm', () => {
  it('is read like data of this page', async () => {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe title="other"></iframe>`);
    const other = frame.contentWindow as unknown as typeof globalThis;
    const params = other.JSON.parse(JSON.stringify({ ...CALL, functionArgs: ['03'] })) as object;
    const wallet = standardWallet();
    await ask(wallet, 'stx_callContract', params);
    expect(wallet.calls[0]?.params).to.deep.include({ ...CALL, functionArgs: ['03'] });
  });
});

describe('params are read when the function is called', () => {
  it('and later changes by the page have no effect', async () => {
    const wallet = standardWallet();
    const params = { profile: { links: [{ name: 'a' }] } };
    const sent = ask(wallet, 'stx_updateProfile', params);
    params.profile.links[0] = { name: 'b' };
    params.profile.links.push({ name: 'c' });
    await sent;
    expect(wallet.calls[0]?.params).to.deep.equal({ profile: { links: [{ name: 'a' }] } });
  });

  it('and may have a field named __proto__', async () => {
    const wallet = standardWallet();
    wallet.results['some_method'] = 'done';
    await ask(wallet, 'some_method', JSON.parse('{"__proto__": {"amount": 1}}'));
    expect(Object.hasOwn(wallet.calls[0]?.params as object, '__proto__')).to.equal(true);
  });
});
