import { expect } from '@esm-bundle/chai';
import {
  Cl,
  deserializeTransaction,
  makeUnsignedContractCall,
  makeUnsignedContractDeploy,
  Pc,
  postConditionToHex,
  type PostCondition,
} from '@stacks/transactions';
import type { MethodName } from '../../src/core/index.js';
import { knownWallets } from '../../src/wallets/catalog.js';
import { EVERY_WALLET, freshClient, refusal, sentTo } from '../../src/testing/every-wallet.js';
import {
  fordefiWallet,
  leatherMobile,
  leatherWallet,
  newLeather,
  standardWallet,
  xverseWallet,
} from '../../src/testing/emulated-wallets.js';
import {
  STX_ADDRESS,
  STX_PUBLIC_KEY,
  TXID,
  type SchemaWallet,
} from '../../src/testing/schema-wallet.js';
import { signTransaction } from '../../src/testing/transactions.js';

const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const CONTRACT = `${STX_ADDRESS}.token`;

/** The methods of Leather with the mode of SIP-040. */
const CALLS = {
  stx_callContract: { contract: CONTRACT, functionName: 'swap' },
  stx_deployContract: { name: 'token', clarityCode: '(ok 1)' },
  stx_transferSip10Ft: { amount: 5n, recipient: RECIPIENT, asset: `${CONTRACT}::tok` },
  stx_transferSip9Nft: { recipient: RECIPIENT, asset: `${CONTRACT}::nft`, assetId: Cl.uint(1) },
} as const;
const TRANSFER = { amount: 5n, recipient: RECIPIENT };
const MODES = ['originator', 3] as const;

const leatherOf = (version: unknown) => () =>
  Object.assign(leatherWallet(), { getProductInfo: () => ({ version }) });
/** Versions that cannot read the mode in a transaction, or are not known to. */
const OLD = [leatherMobile, leatherOf('6.73.4'), leatherOf('6.101.9'), leatherOf('5.200.0'), leatherOf(''), leatherOf(7)]; // prettier-ignore
const NEW = ['6.102.0', '6.107.0', '7.0.0'].map((version) => () => {
  const wallet = leatherOf(version)();
  const { request } = wallet;
  // The emulation is version 6.73.4, which cannot read the mode.
  wallet.request = async (method, params) => {
    if (method !== 'stx_signTransaction') return request(method, params);
    const { transaction } = params as { transaction: string };
    return { jsonrpc: '2.0', id: '1', result: { transaction: signTransaction(transaction) } };
  };
  return wallet;
});

const OPTIONS = { publicKey: STX_PUBLIC_KEY, fee: 200n, nonce: 1n, network: 'mainnet' } as const;
const CALL_OPTIONS = {
  ...OPTIONS,
  contractAddress: STX_ADDRESS,
  contractName: 'token',
  functionName: 'swap',
  functionArgs: [],
  validateWithAbi: false,
};
const DEPLOY_OPTIONS = { ...OPTIONS, contractName: 'token', codeBody: '(ok 1)' };

async function connected(wallet: SchemaWallet) {
  const client = freshClient().with({ provider: wallet });
  await client.connect();
  wallet.calls.length = 0;
  return client;
}

async function isRefused(wallet: SchemaWallet, method: string, params: object, field: string) {
  const client = await connected(wallet);
  const error = await refusal(client.request(method as MethodName, params as never));
  expect(error.code, error.message).to.equal(-32602);
  expect(error.data).to.include({ field });
  expect(wallet.calls).to.deep.equal([]);
}

describe('the post-condition mode `originator`', () => {
  for (const [method, params] of Object.entries(CALLS)) {
    it(`is sent with ${method} to every version of the extension of Leather`, async () => {
      for (const makeWallet of [leatherWallet, ...NEW]) {
        for (const postConditionMode of MODES) {
          const wallet = makeWallet();
          // The schema of @leather.io/rpc 2.21.16 refuses it. This is the answer of newer versions.
          for (const name of Object.keys(CALLS)) wallet.results[name] = { txid: TXID };
          const client = await connected(wallet);
          await client.request(method as MethodName, { ...params, postConditionMode } as never);
          expect(sentTo(wallet)).to.include({ postConditionMode: 'originator' });
        }
      }
    });

    it(`is not sent with ${method} to the phone app of Leather, or to any other wallet`, async () => {
      const others = Object.entries(EVERY_WALLET).filter(([name]) => name !== 'Leather');
      for (const makeWallet of [leatherMobile, ...others.map(([, make]) => make)]) {
        for (const postConditionMode of MODES) {
          await isRefused(makeWallet(), method, { ...params, postConditionMode }, 'postConditionMode'); // prettier-ignore
        }
      }
    });

    it(`is not built into a sponsored ${method} for a wallet that is not known to read it`, async () => {
      for (const makeWallet of [...OLD, xverseWallet]) {
        const more = { sponsored: true, nonce: 1, postConditionMode: 'originator' };
        await isRefused(makeWallet(), method, { ...params, ...more }, 'postConditionMode');
      }
    });

    it(`is built into a sponsored ${method} for an extension of Leather that reads it`, async () => {
      for (const makeWallet of NEW) {
        const client = await connected(makeWallet());
        const more = { sponsored: true, nonce: 1, postConditionMode: 'originator' };
        const { transaction } = (await client.request(
          method as MethodName,
          { ...params, ...more } as never,
        )) as { transaction: string };
        expect(deserializeTransaction(transaction).postConditionMode).to.equal(3);
      }
    });
  }

  it('is not sent in a transaction to a wallet that is not known to read it', async () => {
    const made = await makeUnsignedContractCall({
      ...CALL_OPTIONS,
      postConditionMode: 'originator',
    });
    const transaction = made.serialize();
    for (const makeWallet of [...OLD, xverseWallet, fordefiWallet]) {
      await isRefused(makeWallet(), 'stx_signTransaction', { transaction }, 'transaction');
    }
    for (const makeWallet of [xverseWallet, fordefiWallet]) {
      const transactions = [transaction];
      await isRefused(makeWallet(), 'stx_signTransactions', { transactions }, 'transactions[0]');
    }
    for (const makeWallet of NEW) {
      const client = await connected(makeWallet());
      await client.request('stx_signTransaction', { transaction });
    }
  });

  it('is not sent with a transfer of STX, in which Leather builds `deny`, as is `allow`', async () => {
    for (const postConditionMode of ['allow', 1, ...MODES]) {
      for (const makeWallet of [leatherWallet, ...NEW]) {
        const params = { ...TRANSFER, postConditionMode };
        await isRefused(makeWallet(), 'stx_transferStx', params, 'postConditionMode');
      }
    }
    const wallet = leatherWallet();
    const client = await connected(wallet);
    await client.request('stx_transferStx', { ...TRANSFER, postConditionMode: 'deny' });
    expect(wallet.violations).to.deep.equal([]);
  });
});

/** By name, post-conditions that older versions of wallets cannot read. */
const CONDITIONS = {
  'maybe-sent': Pc.principal(STX_ADDRESS).willMaybeSendAsset().nft(`${CONTRACT}::nft`, Cl.uint(1)),
  'staking-postcondition': Pc.principal(STX_ADDRESS).willSendLte(5).ustxToLock(),
  'pox-postcondition': Pc.origin().mayPerformPox(),
} satisfies Readonly<Record<string, PostCondition>>;
const KNOWN = [
  Pc.principal(STX_ADDRESS).willSendLte(5).ustx(),
  Pc.principal(STX_ADDRESS).willSendEq(18).ft(CONTRACT, 'tok'),
  Pc.principal(STX_ADDRESS).willNotSendAsset().nft(`${CONTRACT}::nft`, Cl.uint(0x12)),
];

/** Versions of Leather that read the condition, and that do not. */
const readers = (name: string) =>
  (name === 'maybe-sent' ? ['6.102.0', '6.107.9.1', '6.108.0', '7.0.0'] : ['6.108.0', '7.0.0']).map(
    (version) => () => newLeather(version),
  );
const nonReaders = (name: string) => [
  ...OLD,
  ...(name === 'maybe-sent' ? [] : ['6.102.0', '6.107.9'].map((each) => () => newLeather(each))),
];

describe('a post-condition of SIP-040 or SIP-045', () => {
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    const postConditions = [...KNOWN, condition];
    const field = `postConditions[${KNOWN.length}]`;
    const others = Object.entries(EVERY_WALLET).filter(([wallet]) => wallet !== 'Leather');

    for (const [method, params] of Object.entries(CALLS)) {
      it(`(${name}) is sent with ${method} to the versions of Leather that read it`, async () => {
        for (const makeWallet of readers(name)) {
          const wallet = makeWallet();
          const client = await connected(wallet);
          await client.request(method as MethodName, { ...params, postConditions } as never);
          expect(sentTo(wallet)['postConditions']).to.have.length(postConditions.length);
          const more = { sponsored: true, nonce: 1 };
          await client.request(
            method as MethodName,
            { ...params, postConditions, ...more } as never,
          );
          expect(wallet.violations).to.deep.equal([]);
        }
      });

      it(`(${name}) is not sent with ${method} to any other`, async () => {
        for (const makeWallet of [...nonReaders(name), ...others.map(([, make]) => make)]) {
          await isRefused(makeWallet(), method, { ...params, postConditions }, field);
          const hex = [`0x${postConditionToHex(condition)}`];
          await isRefused(makeWallet(), method, { ...params, postConditions: hex }, 'postConditions[0]'); // prettier-ignore
        }
        for (const makeWallet of [...nonReaders(name), xverseWallet]) {
          const sponsored = { sponsored: true, nonce: 1 };
          await isRefused(makeWallet(), method, { ...params, postConditions, ...sponsored }, field);
        }
      });
    }

    it(`(${name}) is not sent in a transaction to a wallet that is not known to read it`, async () => {
      const made = [
        await makeUnsignedContractCall({ ...CALL_OPTIONS, postConditions }),
        await makeUnsignedContractCall({
          ...CALL_OPTIONS,
          postConditions,
          sponsored: true,
          fee: 0,
        }),
        await makeUnsignedContractDeploy({ ...DEPLOY_OPTIONS, postConditions }),
      ].map((each) => each.serialize());
      for (const transaction of made) {
        for (const makeWallet of [...nonReaders(name), xverseWallet, fordefiWallet]) {
          await isRefused(makeWallet(), 'stx_signTransaction', { transaction }, 'transaction');
        }
        for (const makeWallet of [xverseWallet, fordefiWallet]) {
          const transactions = [await fine(), transaction];
          await isRefused(
            makeWallet(),
            'stx_signTransactions',
            { transactions },
            'transactions[1]',
          );
        }
        // What it answers shows whether it has read it.
        for (const makeWallet of [...readers(name), standardWallet]) {
          const client = await connected(makeWallet());
          await client.request('stx_signTransaction', { transaction });
        }
      }
    });

    it(`(${name}) is explained as refused`, async () => {
      const params = { ...CALLS.stx_callContract, postConditions };
      const rows = await freshClient().explain('stx_callContract', params);
      for (const { outcome, error } of rows) {
        expect([outcome, error?.code]).to.deep.equal(['refused', -32602]);
        expect(error?.data).to.include({ field });
      }
    });
  }

  it('is told apart from the known ones, which are sent to every wallet', async () => {
    for (const makeWallet of Object.values(EVERY_WALLET)) {
      const wallet = makeWallet();
      const client = await connected(wallet);
      const params = { ...CALLS.stx_callContract, postConditions: KNOWN };
      await client.request('stx_callContract', params);
      expect(sentTo(wallet)['postConditions']).to.have.length(KNOWN.length);
      expect(wallet.violations).to.deep.equal([]);
    }
    for (const makeWallet of [leatherWallet, xverseWallet, fordefiWallet]) {
      const client = await connected(makeWallet());
      await client.request('stx_signTransaction', { transaction: await fine() });
    }
  });

  it('would not be read by the emulated wallets', async () => {
    for (const condition of Object.values(CONDITIONS)) {
      for (const makeWallet of [leatherWallet, xverseWallet]) {
        const wallet = makeWallet();
        const postConditions = [postConditionToHex(condition)];
        const params = { ...CALLS.stx_callContract, functionArgs: [], postConditions };
        await freshClient().request({ provider: wallet, enableOverrides: false }, 'stx_callContract', params).catch(() => undefined); // prettier-ignore
        expect(wallet.violations).to.have.length(1);
      }
    }
  });
});

const fine = async () =>
  (await makeUnsignedContractCall({ ...CALL_OPTIONS, postConditions: KNOWN })).serialize();

describe('the Clarity version of a sponsored deployment', () => {
  it('is built for Leather only if the version is known to read it', async () => {
    const deploy = { ...CALLS.stx_deployContract, sponsored: true, nonce: 1 };
    for (const clarityVersion of [4, '5', 6]) {
      for (const makeWallet of OLD) {
        await isRefused(makeWallet(), 'stx_deployContract', { ...deploy, clarityVersion }, 'clarityVersion'); // prettier-ignore
      }
    }
    for (const makeWallet of NEW) {
      await isRefused(makeWallet(), 'stx_deployContract', { ...deploy, clarityVersion: 6 }, 'clarityVersion'); // prettier-ignore
      for (const clarityVersion of [1, '4', 5]) {
        const client = await connected(makeWallet());
        await client.request('stx_deployContract', { ...deploy, clarityVersion });
      }
    }
    const client = await connected(leatherOf('6.73.4')());
    await client.request('stx_deployContract', { ...deploy, clarityVersion: 3 });
  });
});

describe('the Clarity version of a deployment in a transaction to sign', () => {
  const make = async (clarityVersion: number) =>
    (await makeUnsignedContractDeploy({ ...DEPLOY_OPTIONS, clarityVersion })).serialize();
  const METHODS = ['stx_signTransaction', 'stx_signTransactions'] as const;
  const paramsOf = (method: string, transaction: string) =>
    method === METHODS[0] ? { transaction } : { transactions: [transaction], broadcast: false };

  it('is sent only to a wallet that is known to read it', async () => {
    for (const [makeWallets, method, versions] of [
      [OLD, METHODS[0], [4, 5]],
      [[xverseWallet, fordefiWallet], METHODS[0], [4, 5]],
      [[xverseWallet, fordefiWallet], METHODS[1], [4, 5]],
    ] as const) {
      for (const makeWallet of makeWallets) {
        for (const version of versions) {
          const params = paramsOf(method, await make(version));
          const field = method === METHODS[0] ? 'transaction' : 'transactions[0]';
          await isRefused(makeWallet(), method, params, field);
        }
      }
    }
    for (const makeWallet of NEW) {
      for (const version of [3, 4, 5]) {
        const client = await connected(makeWallet());
        await client.request(METHODS[0], { transaction: await make(version) });
      }
    }
    for (const makeWallet of [leatherOf('6.73.4'), xverseWallet]) {
      for (const version of [1, 3]) {
        const client = await connected(makeWallet());
        await client.request(METHODS[0], { transaction: await make(version) });
      }
    }
  });

  it('is named in the error', async () => {
    const client = await connected(xverseWallet());
    const error = await refusal(client.request(METHODS[0], { transaction: await make(4) }));
    expect(error.message).to.contain('Clarity 4');
  });
});

describe('the Clarity version of a deployment', () => {
  const { warn } = console;
  let said: unknown[] = [];
  beforeEach(() => {
    said = [];
    console.warn = (...args) => said.push(...args);
  });
  afterEach(() => {
    console.warn = warn;
  });
  const deploy = CALLS.stx_deployContract;

  it('logs a warning when it is sent, which says why and to leave it out', async () => {
    for (const clarityVersion of ['3', 6, '7']) {
      for (const makeWallet of [leatherWallet, standardWallet]) {
        said = [];
        const wallet = makeWallet();
        wallet.results['stx_deployContract'] = { txid: TXID };
        const client = await connected(wallet);
        await client.request('stx_deployContract', { ...deploy, clarityVersion });
        expect(said).to.have.length(1);
        expect(said[0]).to.contain('leave out `clarityVersion`').and.to.contain('epoch 4.1');
        expect(said[0]).to.contain(`Clarity ${clarityVersion}`).and.to.contain('#clarity-version');
      }
    }
    const client = await connected(leatherWallet());
    said = [];
    await client.request('stx_deployContract', { ...deploy, clarityVersion: 3, sponsored: true, nonce: 1 }); // prettier-ignore
    expect(said).to.have.length(1);
  });

  it('logs none if there is none, or if nothing is sent', async () => {
    for (const makeWallet of Object.values(EVERY_WALLET)) {
      const client = await connected(makeWallet());
      await client.request('stx_deployContract', { ...deploy, network: 'mainnet' }).catch(() => 0);
    }
    await freshClient().explain('stx_deployContract', { ...deploy, clarityVersion: 3 });
    await isRefused(xverseWallet(), 'stx_deployContract', { ...deploy, clarityVersion: 3 }, 'clarityVersion'); // prettier-ignore
    expect(said).to.deep.equal([]);
  });
});

describe('what only the extension of Leather reads', () => {
  const UNREAD: readonly (readonly [title: string, field: string, params: object])[] = [
    ['originator', 'postConditionMode', { postConditionMode: 'originator' }],
    ...Object.entries(CONDITIONS).map(
      ([name, condition]) =>
        [name, 'postConditions[1]', { postConditions: [KNOWN[0], condition] }] as const,
    ),
  ];
  for (const { info } of knownWallets.filter(({ info: { name } }) => name !== 'Leather')) {
    for (const [title, field, params] of UNREAD) {
      it(`is refused for ${info.name}: ${title}`, async () => {
        const call = { ...CALLS.stx_callContract, ...params };
        const rows = await freshClient().explain('stx_callContract', call);
        const row = rows.find(({ providerId }) => providerId === info.id);
        expect(row?.outcome).to.equal('refused');
        expect(row?.error?.data).to.include({ field });
      });
    }
  }
});
