import { expect } from '@open-wc/testing';
import {
  addressFromVersionHash,
  addressToString,
  AddressVersion,
  Cl,
  createSingleSigSpendingCondition,
  AddressHashMode,
  deserializeTransaction,
  makeUnsignedContractCall,
  makeUnsignedContractDeploy,
  makeUnsignedSTXTokenTransfer,
  privateKeyToAddress,
  privateKeyToPublic,
  publicKeyToHex,
  sponsorTransaction,
  TransactionSigner,
  type StacksTransactionWire,
} from '@stacks/transactions';
import fc from 'fast-check';
import { getOriginAddress } from '../../src/stacks/stacks-transaction.js';
import { ask, EVERY_WALLET, freshClient, refusal } from '../../src/testing/every-wallet.js';
import { leatherWallet, standardWallet } from '../../src/testing/emulated-wallets.js';
import {
  signTransaction,
  STX_ADDRESS,
  TESTNET_UNSIGNED,
  UNSIGNED,
} from '../../src/testing/transactions.js';
import type { SignTransactionResult } from '../../src/core/index.js';
import { rounds } from '../../src/testing/cdp.js';

const RUNS = await rounds({ usual: 30, long: 100 });

const KEY = `${'01'.repeat(32)}01`;
const OTHER_KEY = `${'07'.repeat(32)}01`;
const OTHER = privateKeyToAddress(OTHER_KEY, 'mainnet');
const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const METHOD = 'stx_signTransaction';

interface Options {
  readonly key: string;
  readonly sponsored: boolean;
  readonly network: 'mainnet' | 'testnet';
}
const common = ({ key, sponsored, network }: Options) => ({
  publicKey: publicKeyToHex(privateKeyToPublic(key)),
  sponsored,
  network,
  nonce: 3n,
  fee: sponsored ? 0n : 300n,
});

/** A transaction of each kind, not signed. */
const MAKE: Readonly<Record<string, (options: Options) => Promise<StacksTransactionWire>>> = {
  transfer: (options) =>
    makeUnsignedSTXTokenTransfer({
      ...common(options),
      recipient: options.network === 'mainnet' ? RECIPIENT : privateKeyToAddress(KEY, 'testnet'),
      amount: 1000n,
    }),
  call: (options) =>
    makeUnsignedContractCall({
      ...common(options),
      contractAddress: privateKeyToAddress(OTHER_KEY, options.network),
      contractName: 'token',
      functionName: 'mint',
      functionArgs: [Cl.uint(5)],
      postConditions: [
        {
          type: 'stx-postcondition',
          address: privateKeyToAddress(OTHER_KEY, options.network),
          condition: 'lte',
          amount: 9n,
        },
      ],
      validateWithAbi: false,
    }),
  deploy: (options) =>
    makeUnsignedContractDeploy({
      ...common(options),
      contractName: 'token',
      codeBody: '(ok 1)',
      clarityVersion: 3,
    }),
};

const kind = fc.record({
  name: fc.constantFrom(...Object.keys(EVERY_WALLET)),
  make: fc.constantFrom(...Object.values(MAKE)),
  sponsored: fc.boolean(),
  network: fc.constantFrom('mainnet' as const, 'testnet' as const),
});

/** A wallet that answers with this transaction, in its own envelope. */
function answering(name: string, transaction: string) {
  const wallet = EVERY_WALLET[name]?.();
  if (!wallet) throw new Error(`No wallet ${name}.`);
  wallet.results[METHOD] = { transaction };
  return wallet;
}

function changed(raw: string, change: (transaction: StacksTransactionWire) => void): string {
  const transaction = deserializeTransaction(raw);
  change(transaction);
  return transaction.serialize();
}

function at(raw: string, byte: number, value: (before: number) => number): string {
  const before = parseInt(raw.slice(2 * byte, 2 * byte + 2), 16);
  const after = (value(before) & 0xff).toString(16).padStart(2, '0');
  return raw.slice(0, 2 * byte) + after + raw.slice(2 * byte + 2);
}

describe('stx_signTransaction', function () {
  this.timeout(60_000);

  it('returns what the origin signed, for every kind, with the wallet’s nonce and fee', () =>
    fc.assert(
      fc.asyncProperty(
        kind,
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.bigInt({ min: 0n, max: 2n ** 53n }),
        async ({ name, make, ...options }, nonce, fee) => {
          const raw = (await make({ ...options, key: KEY })).serialize();
          const amended = changed(raw, (transaction) => {
            transaction.setNonce(nonce);
            transaction.setFee(fee);
          });
          for (const transaction of [signTransaction(raw), signTransaction(amended)]) {
            const result = await ask(answering(name, transaction), METHOD, { transaction: raw });
            expect((result as SignTransactionResult).transaction).to.equal(transaction);
          }
        },
      ),
      { numRuns: RUNS },
    ));

  it('fails if a wallet sorts the keys of tuples again', async function () {
    // In WebKitGTK, localeCompare orders these letters like their bytes.
    if ('B'.localeCompare('a') < 0) this.skip();
    const call = await makeUnsignedContractCall({
      ...common({ key: KEY, sponsored: false, network: 'mainnet' }),
      contractAddress: RECIPIENT,
      contractName: 'token',
      functionName: 'mint',
      functionArgs: [Cl.tuple({ B: Cl.bool(true), a: Cl.bool(false) })],
      validateWithAbi: false,
    });
    // Sorted by locale, as @stacks/transactions serializes it; then by bytes, as the chain does.
    const [byLocale, byByte] = ['01610401' + '4203', '014203' + '016104'];
    const raw = call.serialize();
    expect(raw).to.contain(byLocale);
    const transaction = raw.replace(byLocale, byByte);
    const signed = signTransaction(transaction);
    expect(signed).to.contain(byLocale);
    const wallet = answering('a wallet that conforms to SIP-030', signed);
    const error = await refusal(ask(wallet, METHOD, { transaction }));
    expect(error.code).to.equal(-32603);
    expect(error.message).to.contain('differs in its payload');
  });

  it('fails if any byte of the answer differs', () =>
    fc.assert(
      fc.asyncProperty(
        kind,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async ({ name, make, network }, place, difference) => {
          const raw = (await make({ key: KEY, sponsored: false, network })).serialize();
          const signed = signTransaction(raw);
          const answer = at(signed, place % (signed.length / 2), (byte) => byte ^ difference);
          const error = await refusal(ask(answering(name, answer), METHOD, { transaction: raw }));
          expect(error.code).to.equal(-32603);
          expect(error.message).not.to.contain('broadcast');
        },
      ),
      { numRuns: RUNS },
    ));

  for (const [name, makeWallet] of Object.entries(EVERY_WALLET)) {
    it(`${name}: refuses a transaction of another account than the connected one`, async () => {
      for (const make of Object.values(MAKE)) {
        for (const sponsored of [false, true]) {
          const wallet = makeWallet();
          const client = freshClient();
          await client.connect({ provider: wallet });
          const { length } = wallet.calls;
          const raw = await make({ key: OTHER_KEY, sponsored, network: 'mainnet' });
          const params = { transaction: raw.serialize() };
          const error = await refusal(client.request({ provider: wallet }, METHOD, params));
          expect(error.code).to.equal(-32602);
          expect(error.data).to.include({ field: 'transaction' });
          expect(error.message).to.contain(OTHER).and.to.contain(STX_ADDRESS);
          expect(wallet.calls).to.have.length(length);
        }
      }
    });

    it(`${name}: sends a transaction of the connected account; one of another network only if the request names it`, async () => {
      for (const network of ['mainnet', 'testnet'] as const) {
        const wallet = makeWallet();
        const client = freshClient();
        await client.connect({ provider: wallet });
        const raw = await MAKE['call']?.({ key: KEY, sponsored: false, network });
        const params = { transaction: raw?.serialize() ?? '' };
        const isOther = network === 'testnet';
        if (isOther) {
          const error = await refusal(client.request({ provider: wallet }, METHOD, params));
          expect(error.data).to.include({ field: 'transaction' });
        }
        // In Xverse and Fordefi, the user has to switch to the other network first.
        if (isOther && ['Xverse', 'Fordefi'].includes(name)) continue;
        const result = await client.request({ provider: wallet, network }, METHOD, params);
        expect(result.transaction).to.equal(signTransaction(params.transaction));
      }
    });

    it(`${name}: fails if the wallet signs for another account when its accounts are not known`, async () => {
      const raw = await MAKE['transfer']?.({
        key: OTHER_KEY,
        sponsored: false,
        network: 'mainnet',
      });
      const error = await refusal(
        ask(makeWallet(), METHOD, { transaction: raw?.serialize() ?? '' }),
      );
      expect(error.code).to.equal(-32603);
      expect(error.message).to.contain('that its origin has not signed');
    });

    it(`${name}: fails if the answer is not signed, as from Xverse with a Ledger`, async () => {
      const error = await refusal(
        ask(answering(name, UNSIGNED), METHOD, { transaction: UNSIGNED }),
      );
      expect(error.message).to.contain('that its origin has not signed');
    });

    it(`${name}: describes the answer if it is not a transaction`, async () => {
      for (const answer of [null, {}, { transaction: 5 }, { transaction: '' }, 'txid']) {
        const wallet = answering(name, '');
        wallet.results[METHOD] = answer;
        const error = await refusal(ask(wallet, METHOD, { transaction: UNSIGNED }));
        expect(error.code).to.equal(-32603);
        expect(error.message).to.contain('a signed `transaction`');
      }
      const error = await refusal(ask(answering(name, '0000'), METHOD, { transaction: UNSIGNED }));
      expect(error.code).to.equal(-32603);
      expect(error.message).to.contain('`transaction` that cannot be read');
    });
  }

  it('is refused for a sponsored transaction that the wallet is to broadcast', async () => {
    const made = await MAKE['call']?.({ key: KEY, sponsored: true, network: 'mainnet' });
    const params = { transaction: made?.serialize() ?? '', broadcast: true };
    for (const name of ['Xverse', 'Fordefi', 'a wallet that conforms to SIP-030']) {
      const wallet = answering(name, '');
      const error = await refusal(ask(wallet, METHOD, params));
      expect(error.code).to.equal(-32602);
      expect(error.message).to.contain('`broadcast`').and.contain('sponsor');
      expect(wallet.calls).to.deep.equal([]);
    }
  });

  /** Changes that wallets have made, and the part that the message names. */
  const REBUILT: readonly [
    what: string,
    sponsored: boolean,
    change: (transaction: StacksTransactionWire) => void,
    part: string,
  ][] = [
    [
      'the chain',
      false,
      (one) => Object.assign(one, { chainId: 0x80000000 }),
      'version or chain id',
    ],
    ['the version', false, (one) => Object.assign(one, { transactionVersion: 0x80 }), 'version or chain id'], // prettier-ignore
    ['who pays the fee', true, (one) => Object.assign(one.auth, { authType: 4, sponsorSpendingCondition: undefined }), 'type of authorization'], // prettier-ignore
    ['the signer', false, (one) => Object.assign(one.auth.spendingCondition, { signer: '11'.repeat(20) }), 'origin signer'], // prettier-ignore
    ['the mode', false, (one) => Object.assign(one, { postConditionMode: 1 }), 'mode'], // prettier-ignore
    ['the post-conditions', false, (one) => Object.assign(one.postConditions, { values: [] }), 'post-conditions'], // prettier-ignore
  ];
  for (const [what, sponsored, change, part] of REBUILT) {
    it(`fails if the wallet changed ${what}, and names it`, async () => {
      const made = await MAKE['call']?.({ key: KEY, sponsored, network: 'mainnet' });
      const raw = made?.serialize() ?? '';
      const answer = signTransaction(changed(raw, change));
      const params = { transaction: raw, broadcast: !sponsored };
      const error = await refusal(ask(answering('Xverse', answer), METHOD, params));
      expect(error.code).to.equal(-32603);
      expect(error.message).to.contain(`differs in its ${part}.`);
      expect(error.message.includes('may have been broadcast')).to.equal(!sponsored);
      expect(error.cause).to.deep.include({ transaction: answer });
    });
  }

  it('accepts any change of the sponsor’s part', async () => {
    const made = await MAKE['call']?.({ key: KEY, sponsored: true, network: 'mainnet' });
    const raw = made?.serialize() ?? '';
    const sponsored = await sponsorTransaction({
      transaction: deserializeTransaction(signTransaction(raw)),
      sponsorPrivateKey: OTHER_KEY,
      fee: 500n,
      sponsorNonce: 9n,
      network: 'mainnet',
    });
    const transaction = sponsored.serialize();
    const result = await ask(answering('Leather', transaction), METHOD, { transaction: raw });
    expect(result).to.include({ transaction });
  });

  it('reads origins of every single-signature hash mode', async () => {
    for (const [key, mode] of [
      [KEY.slice(0, 64), AddressHashMode.P2PKH],
      [KEY, AddressHashMode.P2WPKH],
    ] as const) {
      const transaction = deserializeTransaction(UNSIGNED);
      const publicKey = publicKeyToHex(privateKeyToPublic(key));
      transaction.auth.spendingCondition = createSingleSigSpendingCondition(
        mode,
        publicKey,
        3n,
        300n,
      );
      const raw = transaction.serialize();
      const signed = deserializeTransaction(raw);
      new TransactionSigner(signed).signOrigin(key);
      const answer = { transaction: signed.serialize() };
      expect(await ask(answering('Leather', answer.transaction), METHOD, { transaction: raw })).to.include(answer); // prettier-ignore
      const wrong = { transaction: signTransaction(raw, OTHER_KEY) };
      await refusal(ask(answering('Leather', wrong.transaction), METHOD, { transaction: raw }));
    }
  });

  it('requires one more signature of a multisig origin, and checks the rest', async () => {
    const keys = [KEY, OTHER_KEY];
    const made = await makeUnsignedSTXTokenTransfer({
      recipient: RECIPIENT,
      amount: 1n,
      fee: 1n,
      nonce: 0n,
      network: 'mainnet',
      publicKeys: keys.map((key) => publicKeyToHex(privateKeyToPublic(key))),
      numSignatures: 2,
    });
    const raw = made.serialize();
    const signer = new TransactionSigner(deserializeTransaction(raw));
    signer.signOrigin(KEY);
    const once = signer.transaction.serialize();
    signer.signOrigin(OTHER_KEY);
    const twice = signer.transaction.serialize();
    for (const [sent, answer] of [
      [raw, once],
      [once, twice],
    ] as const) {
      const wallet = answering('a wallet that conforms to SIP-030', answer);
      const client = freshClient();
      await client.connect({ provider: wallet });
      const params = { transaction: sent };
      expect(await client.request({ provider: wallet }, METHOD, params)).to.include({
        transaction: answer,
      });
      wallet.results[METHOD] = params;
      expect((await refusal(ask(wallet, METHOD, params))).code).to.equal(-32603);
    }
  });

  it('refuses an invalid transaction or an unknown format before any wallet is asked', async () => {
    for (const transaction of [
      '00',
      UNSIGNED.slice(0, 200),
      UNSIGNED.slice(0, 230),
      at(UNSIGNED, 5, () => 6),
      at(UNSIGNED, 6, () => 4),
      '80800000',
      `${UNSIGNED}00`,
      // An unknown type of post-condition, and of payload.
      `${UNSIGNED.slice(0, 218)}030300000001ffabcdef`,
      `${UNSIGNED.slice(0, 218)}030300000000ff`,
      // A version and a chain id that are not of one network.
      `80${UNSIGNED.slice(2)}`,
      `0080000000${UNSIGNED.slice(10)}`,
      // A recipient of another network.
      TESTNET_UNSIGNED.replace('051adebc', '0516debc'),
    ]) {
      const wallet = leatherWallet();
      const error = await refusal(ask(wallet, METHOD, { transaction }));
      expect(error.code).to.equal(-32602);
      expect(error.data).to.include({ field: 'transaction' });
      expect(wallet.calls).to.deep.equal([]);
    }
  });

  it('needs no signature if it waits for other signers', async () => {
    const wallet = leatherWallet();
    wallet.results[METHOD] = { txid: '', transaction: UNSIGNED, status: 'proposed' };
    expect(await ask(wallet, METHOD, { transaction: UNSIGNED })).to.include({ status: 'proposed' });
  });

  it('is not checked with `enableOverrides: false`', async () => {
    const wallet = standardWallet();
    wallet.results[METHOD] = { transaction: '00' };
    const options = { enableOverrides: false };
    expect(await ask(wallet, METHOD, { transaction: UNSIGNED }, options)).to.deep.equal({
      transaction: '00',
    });
  });
});

describe('originAddress', () => {
  it('returns the same address as @stacks/transactions, on the network of the other address', () =>
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        fc.nat({ max: 20 }),
        fc.boolean(),
        fc.constantFrom(0, 2),
        (bytes, zeros, isMainnet, mode) => {
          const hash = [...bytes.map((byte, index) => (index < zeros ? 0 : byte))];
          const hex = hash.map((byte) => byte.toString(16).padStart(2, '0')).join('');
          const single = isMainnet
            ? AddressVersion.MainnetSingleSig
            : AddressVersion.TestnetSingleSig;
          const multi = isMainnet ? AddressVersion.MainnetMultiSig : AddressVersion.TestnetMultiSig;
          const origin = { mode, signer: `0${mode}${hex}` } as Parameters<
            typeof getOriginAddress
          >[0];
          expect(getOriginAddress(origin, isMainnet ? 'mainnet' : 'testnet')).to.equal(
            addressToString(addressFromVersionHash(mode === 0 ? single : multi, hex)),
          );
        },
      ),
    ));
});
