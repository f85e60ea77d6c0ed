import { expect } from '@open-wc/testing';
import { hex } from '@scure/base';
import { Cl, Pc, PostConditionMode, postConditionToHex } from '@stacks/transactions';
import { knownFieldNames } from '../methods/fields.js';
import { fakeWallet } from '../testing/fake-wallet.js';
import { refusal } from '../testing/every-wallet.js';
import { openCompatPage, paramsOf, type CompatPage } from '../testing/compat-page.js';
import { psbtBytesFor, psbtFor, sign } from '../testing/psbts.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';
import { TESTNET_STX_ADDRESS } from '../testing/transactions.js';
import { connect, openContractCall, request, type JsonRpcError } from './index.js';

let page: CompatPage;
beforeEach(() => (page = openCompatPage()));
afterEach(() => {
  expect(page.leather.violations).to.deep.equal([]);
  page.close();
});

/** `request` as JavaScript calls it. */
const ask = (...args: unknown[]): Promise<unknown> => Reflect.apply(request, undefined, args);
const CALL = { contract: `${STX_ADDRESS}.counter`, functionName: 'count' };

/** The params that Leather receives for a call with these params. */
async function callWith(params: object): Promise<Record<string, unknown>> {
  await ask('stx_callContract', { ...CALL, ...params });
  return paramsOf(page.leather, 'stx_callContract');
}

/** The address as version 6 of @stacks/transactions holds it. */
const ADDRESS_OF_6 = {
  type: 0,
  version: 22,
  hash160: '79b000887626b294a914501a4cd226b58b235983',
};

class Session {
  store = { self: this };
  isUserSignedIn() {
    return true;
  }
}

/** It has no deep copy. */
class Cyclic {
  readonly self = this;
}

/** The networks of @stacks/network, version 6, without the functions of the class. */
class StacksNetwork {
  readonly fetchFn = () => undefined;
  constructor(
    readonly version: number,
    readonly chainId: number,
    readonly coreApiUrl: string,
  ) {}
  isMainnet = () => this.version === 0;
}

describe('options', () => {
  it('that are unknown are ignored', async () => {
    const options = {
      appDetails: { name: 'App', icon: '/logo.svg' },
      userSession: new Session(),
      onFinish: () => undefined,
      walletConnectProjectId: 'id',
      redirectTo: '/',
    };
    await connect(options);
    await ask(options, 'getAddresses');
    expect(paramsOf(page.leather, 'getAddresses')).to.deep.equal({});
  });

  for (const [title, args] of Object.entries({
    'an empty object': [{}, 'getAddresses'],
    null: [null, 'getAddresses', null],
    undefined: [undefined, 'getAddresses', undefined],
    'no options': ['getAddresses'],
  })) {
    it(`may be ${title}`, async () => {
      expect(await ask(...args)).to.have.property('addresses');
    });
  }

  it('among the params neither reach the wallet nor have an effect', async () => {
    const provider = fakeWallet();
    await ask('getAddresses', { forceWalletSelect: true, provider, onFinish: () => undefined });
    await ask('getAddresses', { forceWalletSelect: true });
    expect(page.opened).to.equal(1);
    expect(provider.calls).to.deep.equal([]);
    expect(paramsOf(page.leather, 'getAddresses')).to.deep.equal({});
  });

  it('with a provider of the older kind, or without JSON-RPC, use the remembered wallet', async () => {
    await connect();
    const legacy = { transactionRequest: () => undefined, request: () => expect.fail('asked') };
    await ask({ provider: legacy }, 'getAddresses');
    await ask({ provider: { transactionRequest: () => undefined } }, 'getAddresses');
    expect(page.leather.calls).to.have.length(3);
    expect(page.opened).to.equal(1);
  });
});

describe('a network', () => {
  const api = 'https://api.testnet.hiro.so';
  for (const [title, network, expected] of [
    ['a name', 'testnet', 'testnet'],
    ['a name of version 6', 'mocknet', 'devnet'],
    ['StacksMainnet', new StacksNetwork(0, 1, 'https://api.mainnet.hiro.so'), 'mainnet'],
    ['StacksTestnet', new StacksNetwork(0x80, 0x80000000, api), 'testnet'],
    ['StacksMocknet', new StacksNetwork(0x80, 0x80000000, 'http://localhost:3999'), 'devnet'],
    [
      'STACKS_MAINNET of version 7',
      { chainId: 1, transactionVersion: 0, client: { baseUrl: 'https://api.mainnet.hiro.so' } },
      'mainnet',
    ],
    [
      'STACKS_TESTNET of version 7',
      { chainId: 0x80000000, transactionVersion: 0x80, client: { baseUrl: api } },
      'testnet',
    ],
    [
      'STACKS_DEVNET of version 7',
      {
        chainId: 0x80000000,
        transactionVersion: 0x80,
        client: { baseUrl: 'http://localhost:3999' },
      },
      'devnet',
    ],
    ['the URL of a node', { url: 'http://127.0.0.1:3999' }, 'devnet'],
    ['the URL of an API', { url: 'https://stacks-node-api.mainnet.stacks.co' }, 'mainnet'],
  ] as const) {
    it(`that is ${title} is sent by its name`, async () => {
      const onMainnet = expected === 'mainnet';
      const contract = `${onMainnet ? STX_ADDRESS : TESTNET_STX_ADDRESS}.counter`;
      expect((await callWith({ contract, network }))['network']).to.equal(expected);
    });
  }

  it('of a connection may be unknown: it is not sent', async () => {
    await connect({ network: 'nakamoto' });
    await ask('getAddresses', { network: { url: 'https://node.example' } });
    expect(paramsOf(page.leather, 'getAddresses')).to.deep.equal({});
  });

  it('of a transaction must be known: Leather would use mainnet', async () => {
    const contradictory = [
      { transactionVersion: 0x80, chainId: 1 },
      { transactionVersion: 0, chainId: 0x80000000 },
      { version: 0, chainId: 1, coreApiUrl: 'https://api.testnet.hiro.so' },
      { transactionVersion: 0x80, client: { baseUrl: 'https://api.hiro.so' } },
      { version: 0, transactionVersion: 0x80 },
      { version: 0, chainId: 5 },
      { chainId: 1, addressVersion: { singleSig: 26, multiSig: 21 } },
      { chainId: 1, magicBytes: 'T2' },
      { chainId: 1, name: 'testnet' },
      { coreApiUrl: 'https://api.mainnet.hiro.so', url: 'https://api.testnet.hiro.so' },
    ];
    const unknown = ['nakamoto', { url: 'https://node.example' }, { name: 'testnet' }];
    for (const network of [...unknown, ...contradictory]) {
      const error = await callWith({ network }).then(
        () => expect.fail(JSON.stringify(network)),
        (thrown: JsonRpcError) => thrown,
      );
      expect(error.data, JSON.stringify(network)).to.include({ field: 'network' });
    }
    expect(page.leather.calls).to.deep.equal([]);
  });

  for (const [title, network] of Object.entries({
    'that names two networks': { transactionVersion: 0x80, chainId: 1 },
    'that is a class': StacksNetwork,
    'whose getter throws': {
      chainId: 1,
      get transactionVersion(): number {
        throw new Error('no version');
      },
    },
  })) {
    it(`${title} is refused, also for a connection`, async () => {
      for (const asked of [
        Reflect.apply(connect, undefined, [{ network }]),
        ask('getAddresses', { network }),
        callWith({ network }),
      ]) {
        expect((await refusal(asked)).data).to.include({ field: 'network' });
      }
      expect(page.leather.calls).to.deep.equal([]);
    });
  }

  it('of the options must be that of the params', async () => {
    const asked = ask({ network: 'mainnet' }, 'stx_callContract', { ...CALL, network: 'testnet' });
    expect((await refusal(asked)).data).to.include({ field: 'network' });
    await ask({ network: 'Mainnet' }, 'stx_callContract', { ...CALL, network: 'mainnet' });
    expect(page.leather.calls).to.have.length(1);
  });

  it('that is empty or null means none', async () => {
    const withNone = await callWith({});
    expect(await callWith({ network: '' })).to.deep.equal(withNone);
    expect(await callWith({ network: null })).to.deep.equal(withNone);
  });
});

describe('params', () => {
  it('of the callback functions do not reach the wallet', async () => {
    const params = await callWith({
      anchorMode: 3,
      appDetails: { name: 'App', icon: '/logo.svg' },
      authOrigin: 'https://example.com',
      attachment: 'ff',
      redirectTo: '/',
      sponsored: false,
      userSession: new Session(),
      onFinish: () => undefined,
      onCancel: () => undefined,
      fee: '200',
      nonce: 7,
      onBroadcast: () => undefined,
    });
    expect(Object.keys(params).sort()).to.deep.equal([
      'contract',
      'fee',
      'functionName',
      'network',
      'nonce',
      'sponsored',
    ]);
  });

  it('with contractAddress and contractName name the contract', async () => {
    await ask('stx_callContract', {
      contractAddress: STX_ADDRESS,
      contractName: 'counter',
      functionName: 'count',
    });
    const params = paramsOf(page.leather, 'stx_callContract');
    expect(params).to.deep.equal(await callWith({}));
  });

  it('with contractAddress and contractName of another contract than `contract` are refused', async () => {
    for (const [field, other] of Object.entries({
      contractAddress: TESTNET_STX_ADDRESS,
      contractName: 'other',
    })) {
      const error = await refusal(callWith({ [field]: other }));
      expect(error).to.deep.include({ code: -32602 });
      expect(error.data).to.include({ field });
    }
    await callWith({ contractAddress: STX_ADDRESS, contractName: 'counter' });
    expect(page.leather.calls).to.have.length(1);
  });

  for (const [number, name] of [
    [PostConditionMode.Allow, 'allow'],
    [PostConditionMode.Deny, 'deny'],
  ] as const) {
    it(`may have the number of the post-condition mode ${name}`, async () => {
      expect((await callWith({ postConditionMode: number }))['postConditionMode']).to.equal(name);
    });
  }

  it('may be Clarity values of version 7 and 6, and hex', async () => {
    const v6 = [
      { type: 1, value: 7n },
      { type: 12, data: { text: { type: 14, data: 'Grüße' } } },
      {
        type: 6,
        address: ADDRESS_OF_6,
        contractName: { type: 2, content: 'counter', lengthPrefixBytes: 1, maxLengthBytes: 128 },
      },
      { type: 10, value: { type: 2, buffer: new Uint8Array([1, 2]) } },
    ];
    const hex = Cl.serialize(Cl.bool(true));
    const { functionArgs } = await callWith({ functionArgs: [...v6, Cl.int(-1), `0x${hex}`] });
    expect(functionArgs).to.deep.equal([
      Cl.serialize(Cl.uint(7)),
      Cl.serialize(Cl.tuple({ text: Cl.stringUtf8('Grüße') })),
      Cl.serialize(Cl.contractPrincipal(STX_ADDRESS, 'counter')),
      Cl.serialize(Cl.some(Cl.bufferFromHex('0102'))),
      Cl.serialize(Cl.int(-1)),
      hex,
    ]);
  });

  it('may be post-conditions of version 7 and 6, and hex', async () => {
    const condition = Pc.principal(STX_ADDRESS).willSendLte(1_000_000n).ustx();
    const v6 = {
      type: 5,
      conditionType: 0,
      principal: { type: 1, prefix: 2, address: ADDRESS_OF_6 },
      conditionCode: 5,
      amount: 1_000_000n,
    };
    const hex = postConditionToHex(condition);
    const { postConditions } = await callWith({ postConditions: [v6, condition, hex] });
    expect(postConditions).to.deep.equal([hex, hex, hex]);
    expect((await callWith({ postConditions: [] }))['postConditions']).to.deep.equal([]);
  });
});

describe('a field that the method does not have', () => {
  let warnings: unknown[];
  const { warn } = console;
  beforeEach(() => {
    warnings = [];
    console.warn = (message) => warnings.push(message);
  });
  afterEach(() => (console.warn = warn));

  for (const [method, params, extra] of [
    ['getAddresses', {}, { purposes: ['payment'] }],
    ['stx_signMessage', { message: 'a' }, { validateWithAbi: true, purposes: [] }],
    ['stx_callContract', CALL, { validateWithAbi: true }],
  ] as const) {
    const names = Object.keys(extra);
    it(`is left out of ${method}, with one warning: ${names.join(', ')}`, async () => {
      await ask(method, { ...params, ...extra });
      expect(paramsOf(page.leather, method)).not.to.have.any.keys(...names);
      expect(warnings).to.have.length(1);
      for (const name of names) expect(warnings[0]).to.contain(`\`${name}\``);
    });
  }

  for (const [title, value] of [
    ['a date', new Date()],
    ['a function', () => undefined],
    ['an object that contains itself', new Cyclic()],
  ] as const) {
    it(`is left out, with one warning, also if it is ${title}`, async () => {
      const withNone = await callWith({});
      expect(await callWith({ createdAt: value })).to.deep.equal(withNone);
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.contain('`createdAt`');
    });
  }

  it('is refused with enableOverrides: false if it has no copy: the params are sent as they are', async () => {
    const params = { ...CALL, createdAt: new Date() };
    const error = await refusal(ask({ enableOverrides: false }, 'stx_callContract', params));
    expect(error.data).to.include({ field: 'createdAt' });
  });

  it('and that apps of older versions pass is left out without a warning', async () => {
    const withNone = await callWith({});
    for (const name of ['anchorMode', 'attachment', 'senderKey', 'walletConnect', 'manifestPath']) {
      for (const value of ['a', { self: new Cyclic() }, new Map(), () => undefined]) {
        expect(await callWith({ [name]: value }), name).to.deep.equal(withNone);
      }
    }
    expect(warnings).to.deep.equal([]);
  });

  it('is refused if it has no copy and the name of a field: every one that a method has', async () => {
    for (const field of knownFieldNames) {
      const error = await refusal(ask('stx_callContract', { ...CALL, [field]: () => undefined }));
      expect(error.data, field).to.include({ field });
    }
    expect(page.leather.calls).to.deep.equal([]);
  });

  for (const [method, field] of [
    ['getAddresses', 'allowPolicyAccounts'],
    ['signMessage', 'protocol'],
    ['stx_callContract', 'postConditions'],
    ['stx_deployContract', 'name'],
    ['stx_transferStx', 'memo'],
  ] as const) {
    it(`is refused with its value if it is ${field} of ${method}`, async () => {
      const error = await refusal(ask(method, { [field]: () => undefined }));
      expect(error.data).to.include({ field });
      expect(error.message).to.contain('a function');
    });
  }

  it('is left out if it is a method of a class, such as `name`', async () => {
    class Call {
      contract = CALL.contract;
      functionName = CALL.functionName;
      name() {}
      protocol() {}
    }
    await ask('stx_callContract', new Call());
    expect(paramsOf(page.leather, 'stx_callContract')).to.include(CALL);
  });

  for (const [title, method, params, field] of [
    ['misspelled', 'stx_callContract', { ...CALL, postconditons: [] }, 'postconditons'],
    ['another name', 'stx_callContract', { ...CALL, arguments: ['03'] }, 'arguments'],
    ['of another method', 'stx_callContract', { ...CALL, broadcast: false }, 'broadcast'],
    ['of another method', 'stx_callContract', { ...CALL, memo: 'invoice 7' }, 'memo'],
    ['another name', 'signPsbt', { psbt: psbtFor(['segwit']), inputsToSign: [] }, 'inputsToSign'],
  ] as const) {
    it(`is refused if it is ${title}: ${field} in ${method}`, async () => {
      const error = await refusal(ask(method, params));
      expect(error.code).to.equal(-32602);
      expect(error.data).to.include({ field });
      expect(page.leather.calls).to.deep.equal([]);
      expect(warnings).to.deep.equal([]);
    });
  }

  it('is sent to the wallet with a method that is not known', async () => {
    await ask('wallet_unknown', { purposes: ['payment'] }).catch(() => undefined);
    expect(page.leather.calls.at(-1)?.params).to.include.keys('purposes');
  });

  it('is not sent with such a method if no wallet reads it', async () => {
    const params = {
      enableOverrides: true,
      senderKey: 'secret',
      onFinish: () => undefined,
      own: 1,
    };
    await ask('wallet_unknown', params).catch(() => undefined);
    expect(page.leather.calls.at(-1)?.params).to.deep.equal({ own: 1 });
  });
});

describe('the suggested address', () => {
  for (const [method, params] of [
    ['getAddresses', {}],
    ['stx_getAccounts', {}],
    ['stx_signMessage', { message: 'a' }],
  ] as const) {
    for (const name of ['stxAddress', 'address']) {
      it(`as \`${name}\` is left out of ${method}, which has none`, async () => {
        await ask({ provider: page.xverse }, method, { ...params, [name]: STX_ADDRESS });
        expect(page.xverse.calls).not.to.deep.equal([]);
        for (const call of page.xverse.calls) {
          expect(call.params ?? {}).not.to.have.any.keys('address', 'stxAddress');
        }
      });
    }
  }

  it('as `stxAddress` is left out of stx_signTransaction, signPsbt and sendTransfer', async () => {
    for (const method of ['stx_signTransaction', 'signPsbt', 'sendTransfer']) {
      const error = await refusal(ask(method, { stxAddress: STX_ADDRESS }));
      expect(error.data, method).not.to.include({ field: 'address' });
    }
  });

  for (const method of ['stx_getBalance', 'stx_signSomething', 'getBalance', 'wallet_unknown']) {
    it(`is sent with ${method}, which is not known, as \`address\``, async () => {
      for (const name of ['address', 'stxAddress']) {
        await ask(method, { [name]: STX_ADDRESS }).catch(() => undefined);
        expect(page.leather.calls.at(-1)).to.deep.equal({
          method,
          params: { address: STX_ADDRESS },
        });
      }
    });
  }

  const OPTIONS = {
    contractAddress: TESTNET_STX_ADDRESS,
    contractName: 'counter',
    functionName: 'count',
    functionArgs: [],
  };

  it('is sent if it is of the network', async () => {
    await openContractCall({ ...OPTIONS, stxAddress: TESTNET_STX_ADDRESS });
    const { address } = paramsOf(page.leather, 'stx_callContract');
    expect(address).to.equal(TESTNET_STX_ADDRESS);
  });

  it('of another network is left out', async () => {
    await openContractCall({ ...OPTIONS, network: 'testnet', stxAddress: STX_ADDRESS });
    await openContractCall({ ...OPTIONS, stxAddress: STX_ADDRESS });
    expect(page.leather.calls).to.have.length(2);
    expect(paramsOf(page.leather, 'stx_callContract')).not.to.have.property('address');
  });
});

describe('the SIGHASH type in a PSBT', () => {
  const psbt = psbtFor(['segwit', 'segwit'], { sighashes: [0x83, 1] });

  for (const [title, params] of Object.entries({
    'without a list': {},
    'for named inputs': { signInputs: [0, { index: 1 }] },
    'with a list in the notation of version 8': {
      allowedSighash: ['SINGLE', 'ANYONECANPAY', 'ALL'],
    },
  })) {
    it(`is accepted ${title}`, async () => {
      await ask({ provider: page.leather }, 'signPsbt', { psbt, ...params });
      expect(paramsOf(page.leather, 'signPsbt')).to.have.property('hex');
    });
  }

  it('is accepted for its own input only', async () => {
    const owners = ['segwit', 'segwit'] as const;
    const asked = psbtFor(owners, { sighashes: [0x83, undefined], outputs: 2 });
    const other = sign(psbtBytesFor(owners, { sighashes: [0x83, 0x83], outputs: 2 }), 'all', [
      'segwit',
    ]);
    const { leather } = page;
    for (const signInputs of [undefined, [0, 1]]) {
      leather.results['signPsbt'] = { hex: hex.encode(other) };
      const error = await refusal(
        ask({ provider: leather }, 'signPsbt', { psbt: asked, signInputs }),
      );
      expect(error.code).to.equal(-32603);
      expect(error.message).to.contain('input 1');
    }
  });

  it('must be in the list of the app, if it has one', async () => {
    const asked = ask({ provider: page.leather }, 'signPsbt', { psbt, allowedSighash: ['ALL'] });
    const error = await asked.then(
      () => expect.fail('it was signed'),
      (thrown: JsonRpcError) => thrown,
    );
    expect(error.data).to.include({ field: 'allowedSighash' });
  });
});
