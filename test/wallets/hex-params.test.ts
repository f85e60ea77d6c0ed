import { expect } from '@open-wc/testing';
import {
  Cl,
  deserializeTransaction,
  makeUnsignedContractCall,
  Pc,
  PayloadType,
  postConditionToHex,
  serializeCV,
  type ClarityValue,
  type PostCondition,
} from '@stacks/transactions';
import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import {
  leatherMobile,
  leatherWallet,
  standardWallet,
  xverseWallet,
} from '../../src/testing/emulated-wallets.js';
import {
  ask,
  EVERY_WALLET,
  freshClient,
  isRefused,
  refusal,
  sentTo,
} from '../../src/testing/every-wallet.js';
import { rounds } from '../../src/testing/cdp.js';
import { psbtBytesFor } from '../../src/testing/psbts.js';
import { STX_ADDRESS, STX_PUBLIC_KEY, type SchemaWallet } from '../../src/testing/schema-wallet.js';
import { TESTNET_STX_ADDRESS, TESTNET_UNSIGNED, UNSIGNED } from '../../src/testing/transactions.js';

const RUNS = await rounds({ usual: 20, long: 200 });

const CONTRACT = `${STX_ADDRESS}.token` as const;
const ASSET = `${CONTRACT}::tok` as const;
const CALL = { contract: CONTRACT, functionName: 'mint' };
const UINT = serializeCV(Cl.uint(7));
const SENDS_NOTHING = postConditionToHex(Pc.principal(STX_ADDRESS).willSendEq(0).ustx());
const NFT_SENT = postConditionToHex(
  Pc.principal(STX_ADDRESS).willSendAsset().nft(ASSET, Cl.uint(7)),
);

/** The fields that take hex, each with params, and hex that is valid in it. */
const FIELDS: readonly {
  readonly method: string;
  readonly field: string;
  readonly hex: string;
  readonly params: (hex: string) => object;
}[] = [
  {
    method: 'stx_callContract',
    field: 'functionArgs[0]',
    hex: UINT,
    params: (hex) => ({ ...CALL, functionArgs: [hex] }),
  },
  {
    method: 'stx_callContract',
    field: 'postConditions[0]',
    hex: SENDS_NOTHING,
    params: (hex) => ({ ...CALL, postConditions: [hex] }),
  },
  {
    method: 'stx_callContract',
    field: 'postConditions[0]',
    hex: NFT_SENT,
    params: (hex) => ({ ...CALL, postConditions: [hex] }),
  },
  {
    method: 'stx_transferSip9Nft',
    field: 'assetId',
    hex: UINT,
    params: (hex) => ({ recipient: CONTRACT, asset: ASSET, assetId: hex }),
  },
  {
    method: 'stx_deployContract',
    field: 'postConditions[0]',
    hex: SENDS_NOTHING,
    params: (hex) => ({ name: 'token', clarityCode: '(ok 1)', postConditions: [hex] }),
  },
  {
    method: 'stx_signStructuredMessage',
    field: 'message',
    hex: UINT,
    params: (hex) => ({ message: hex, domain: UINT }),
  },
  {
    method: 'stx_signStructuredMessage',
    field: 'domain',
    hex: UINT,
    params: (hex) => ({ message: UINT, domain: hex }),
  },
  {
    method: 'stx_signTransaction',
    field: 'transaction',
    hex: UNSIGNED,
    params: (hex) => ({ transaction: hex }),
  },
  {
    method: 'stx_signTransactions',
    field: 'transactions[0]',
    hex: UNSIGNED,
    params: (hex) => ({ transactions: [hex] }),
  },
];

/** A whole payload of another call, which an attacker writes after a post-condition: `evil.drain` without arguments. */
const OTHER_CALL = `0216${'11'.repeat(20)}046576696c05647261696e00000000`;

const bytes = fc
  .uint8Array({ minLength: 1, maxLength: 30 })
  .map((each) => [...each].map((byte) => byte.toString(16).padStart(2, '0')).join(''));

/** The wallets for which transactions are built, or hex is sent as it is. */
const WALLETS = { ...EVERY_WALLET, 'the Leather app': leatherMobile };

for (const { method, field, hex: valid, params } of FIELDS) {
  describe(`the hex in ${field} of ${method} (${valid.slice(0, 4)}…)`, function () {
    this.timeout(60_000);

    const isRefusedAs = async (given: string) => {
      for (const sponsored of [false, true]) {
        const makeWallet = Object.values(WALLETS)[given.length % 5] as () => SchemaWallet;
        const more = sponsored && method !== 'stx_signStructuredMessage' && !method.startsWith('stx_signT'); // prettier-ignore
        const error = await refusal(
          ask(makeWallet(), method, { ...params(given), ...(more && { sponsored }) }),
        );
        expect(error.code, error.message).to.equal(-32602);
        expect((error.data as { field: string }).field.startsWith(field.replace(/\[\d\]$/, ''))).to.equal(true); // prettier-ignore
      }
    };

    it('is refused if it is cut anywhere, or has bytes after it', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), bytes, async (place, more) => {
          await isRefusedAs(valid.slice(0, (place % (valid.length / 2)) * 2));
          await isRefusedAs(valid + more);
        }),
        { numRuns: RUNS },
      ));

    it('is refused if it is given twice, or followed by a whole payload', async () => {
      await isRefusedAs(valid + valid);
      await isRefusedAs(valid + OTHER_CALL);
      await isRefusedAs(`${valid}00000000`);
    });

    it('is sent without 0x, in lower case', async () => {
      const wallet = method === 'stx_signTransactions' ? xverseWallet() : standardWallet();
      await ask(wallet, method, params(`0x${valid.toUpperCase()}`)).catch(() => undefined);
      expect(JSON.stringify(sentTo(wallet))).to.contain(JSON.stringify(valid));
    });
  });
}

describe('an asset id with bytes after it', () => {
  it('does not turn "sent" into "maybe sent"', async () => {
    // The id, then the comparator 0x12: what the post-condition adds would follow it.
    await isRefused('stx_transferSip9Nft', { recipient: CONTRACT, asset: ASSET, assetId: `${UINT}12` }, 'assetId', leatherWallet); // prettier-ignore
  });
});

describe('a PSBT', function () {
  this.timeout(60_000);

  const versions = [0, 2].map((version) =>
    Transaction.fromPSBT(psbtBytesFor(['segwit', 'taproot'])).toPSBT(version),
  );
  const isRefusedAs = (psbt: Uint8Array) =>
    Promise.all([
      isRefused('signPsbt', { psbt: hex.encode(psbt) }, 'psbt', leatherWallet),
      isRefused('signPsbt', { psbt: base64.encode(psbt) }, 'psbt', xverseWallet),
    ]);

  it('is refused if it is cut anywhere, or has bytes or a map after it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...versions),
        fc.nat(),
        fc.uint8Array({ minLength: 1, maxLength: 20 }),
        async (psbt, place, more) => {
          await isRefusedAs(psbt.subarray(0, place % psbt.length));
          await isRefusedAs(Uint8Array.from([...psbt, ...more]));
          await isRefusedAs(Uint8Array.from([...psbt, 0]));
        },
      ),
      { numRuns: RUNS },
    ));
});

describe('the total of sendTransfer', () => {
  it('is refused above 21 million bitcoin', async () => {
    const address = 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz';
    const half = 1_050_000_000_000_000n;
    const of = (...amounts: readonly bigint[]) => ({
      recipients: amounts.map((amount) => ({ address, amount })),
    });
    await isRefused('sendTransfer', of(half, half, 1n), 'recipients', leatherWallet);
    await isRefused('sendTransfer', of(1n, 2n * half), 'recipients', xverseWallet);
    const wallet = standardWallet();
    await ask(wallet, 'sendTransfer', of(half, half));
    expect(wallet.calls).to.have.length(1);
  });
});

describe('the name of a function', () => {
  it('is refused with more than 128 characters, or one that the chain does not allow', async () => {
    for (const functionName of [
      '',
      'a'.repeat(129),
      'x'.repeat(300),
      'a b',
      'a.b',
      'é',
      '1a',
      '-a',
      'a\n',
      'a\0',
    ]) {
      for (const makeWallet of Object.values(WALLETS)) {
        await isRefused('stx_callContract', { ...CALL, functionName }, 'functionName', makeWallet);
      }
    }
    for (const functionName of ['is-it?', 'get!', 'a'.repeat(128), 'a+b<=c/d*e_f']) {
      const wallet = standardWallet();
      await ask(wallet, 'stx_callContract', { ...CALL, functionName });
      expect(sentTo(wallet)).to.include({ functionName });
    }
  });
});

const ST = TESTNET_STX_ADDRESS;
const own = Pc.principal(STX_ADDRESS).willSendEq(1);
const theirs = Pc.principal(ST).willSendEq(1);

/** Params with an account of a test network somewhere in a request for mainnet. */
const OTHER_NETWORK: readonly [method: string, params: object, field: string][] = [
  ['stx_callContract', { ...CALL, functionArgs: [Cl.principal(ST)] }, 'functionArgs[0]'],
  ['stx_callContract', { ...CALL, functionArgs: [serializeCV(Cl.principal(`${ST}.a`))] }, 'functionArgs[0]'], // prettier-ignore
  ['stx_callContract', { ...CALL, functionArgs: [Cl.uint(1), Cl.list([Cl.some(Cl.tuple({ to: Cl.ok(Cl.principal(ST)) }))])] }, 'functionArgs[1][0].value.to.value'], // prettier-ignore
  ['stx_callContract', { ...CALL, postConditions: [theirs.ustx()] }, 'postConditions[0].address'],
  ['stx_callContract', { ...CALL, postConditions: [own.ustx(), postConditionToHex(theirs.ustx())] }, 'postConditions[1].address'], // prettier-ignore
  ['stx_callContract', { ...CALL, postConditions: [own.ft(`${ST}.token`, 'tok')] }, 'postConditions[0].asset'], // prettier-ignore
  ['stx_callContract', { ...CALL, postConditions: [Pc.origin().willSendAsset().nft(`${CONTRACT}::n`, Cl.principal(ST))] }, 'postConditions[0].assetId'], // prettier-ignore
  ['stx_transferSip9Nft', { recipient: CONTRACT, asset: ASSET, assetId: Cl.principal(ST) }, 'assetId'], // prettier-ignore
  ['stx_deployContract', { name: 'a', clarityCode: '(ok 1)', network: 'mainnet', postConditions: [theirs.ustx()] }, 'postConditions[0].address'], // prettier-ignore
  ['stx_deployContract', { name: 'a', clarityCode: '(ok 1)', postConditions: [own.ustx(), theirs.ustx()] }, 'postConditions[1].address'], // prettier-ignore
  ['stx_signTransaction', { transaction: TESTNET_UNSIGNED, network: 'mainnet' }, 'transaction'],
  ['stx_signTransactions', { transactions: [UNSIGNED, TESTNET_UNSIGNED] }, 'transactions[1]'],
];

describe('an account or a transaction of another network than the request’s', () => {
  for (const [method, params, field] of OTHER_NETWORK) {
    it(`is refused in ${field} of ${method}`, async () => {
      for (const makeWallet of Object.values(WALLETS)) {
        await isRefused(method, params, field, makeWallet);
      }
    });
  }

  it('is refused if only the connected account shows the network', async () => {
    const wallet = leatherWallet();
    const client = freshClient();
    await client.connect({ provider: wallet });
    const { length } = wallet.calls;
    for (const [method, params] of [
      ['stx_deployContract', { name: 'a', clarityCode: '(ok 1)', postConditions: [theirs.ustx()] }],
      ['stx_signTransaction', { transaction: TESTNET_UNSIGNED }],
    ] as const) {
      const error = await refusal(client.request({ provider: wallet }, method, params as never));
      expect(error.code).to.equal(-32602);
    }
    expect(wallet.calls).to.have.length(length);
  });

  it('names the network of a request that names none', async () => {
    const wallet = leatherWallet();
    const params = { name: 'a', clarityCode: '(ok 1)', postConditions: [theirs.ustx()] };
    await ask(wallet, 'stx_deployContract', params).catch(() => undefined);
    expect(sentTo(wallet)).to.include({ network: 'testnet' });
  });

  it('is accepted in a text to sign, which moves nothing', async () => {
    const wallet = standardWallet();
    const message = Cl.principal(ST);
    await ask(wallet, 'stx_signStructuredMessage', { message, domain: UINT, network: 'mainnet' });
    expect(sentTo(wallet)).to.include({ message: serializeCV(message) });
  });
});

/** Arguments and post-conditions as a caller gives them. */
const values: fc.Arbitrary<ClarityValue> = fc.letrec<{ value: ClarityValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((one) => Cl.uint(one)),
    fc.constantFrom(Cl.principal(STX_ADDRESS), Cl.principal(CONTRACT), Cl.none(), Cl.bool(true)),
    fc.string({ unit: 'binary', maxLength: 9 }).map((one) => Cl.stringUtf8(one)),
    tie('value').map((one) => Cl.some(one)),
    // Items of one type.
    fc.tuple(tie('value'), fc.nat(3)).map(([one, many]) => Cl.list(new Array(many).fill(one))),
    tie('value').map((one) => Cl.tuple({ a: one, b: Cl.uint(1) })),
  ),
})).value;
const conditions: fc.Arbitrary<PostCondition> = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((one) => Pc.origin().willSendLte(one).ustx()),
  fc.nat().map((one) => Pc.principal(STX_ADDRESS).willSendGte(one).ft(CONTRACT, 'tok')),
  values.map((id) => Pc.principal(CONTRACT).willNotSendAsset().nft(ASSET, id)),
);
const given = fc.record({
  functionName: fc.stringMatching(/^[a-z][a-z0-9!?-]{0,127}$/),
  args: fc.array(values, { maxLength: 4 }),
  all: fc.array(conditions, { maxLength: 4 }),
  isHex: fc.boolean(),
});

describe('a call that is built from what the caller gave', function () {
  this.timeout(60_000);

  it('is, as @stacks/transactions reads it, the call of a sponsored transaction', () =>
    fc.assert(
      fc.asyncProperty(given, async ({ functionName, args, all, isHex }) => {
        const wallet = leatherWallet();
        const client = freshClient().with({ provider: wallet });
        await client.connect();
        await client.request('stx_callContract', {
          contract: CONTRACT,
          functionName,
          functionArgs: isHex ? args.map((one) => `0x${serializeCV(one)}`) : args,
          postConditions: isHex ? all.map((one) => postConditionToHex(one).toUpperCase()) : all,
          sponsored: true,
          nonce: 1,
        });
        const built = deserializeTransaction(sentTo(wallet)['transaction'] as string);
        const { payload } = built;
        if (payload.payloadType !== PayloadType.ContractCall) throw new Error('No call.');
        expect(payload.functionName.content).to.equal(functionName);
        expect(payload.contractName.content).to.equal('token');
        expect(payload.functionArgs.map((one) => serializeCV(one))).to.deep.equal(args.map((one) => serializeCV(one))); // prettier-ignore
        const made = await makeUnsignedContractCall({
          contractAddress: STX_ADDRESS,
          contractName: 'token',
          functionName,
          functionArgs: args,
          postConditions: all,
          postConditionMode: 'deny',
          publicKey: STX_PUBLIC_KEY,
          fee: 0n,
          nonce: 1n,
          sponsored: true,
          validateWithAbi: false,
          network: 'mainnet',
        });
        expect(built.serialize()).to.equal(made.serialize());
      }),
      { numRuns: RUNS },
    ));
});
