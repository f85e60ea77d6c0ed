import { expect } from '@esm-bundle/chai';
import { base64, hex } from '@scure/base';
import { NETWORK, p2ms, p2pk, p2sh, p2tr, p2tr_ms, p2wsh, Transaction } from '@scure/btc-signer';
import { ask, freshClient, refusal, sentTo } from '../../src/testing/every-wallet.js';
import {
  addressOf,
  finalized,
  OWNERS,
  psbtBytesFor,
  psbtFor,
  sign,
  transactionTo,
  type Owner,
} from '../../src/testing/psbts.js';
import {
  fordefiWallet,
  leatherWallet,
  standardWallet,
  xverseWallet,
} from '../../src/testing/emulated-wallets.js';
import type { SchemaWallet } from '../../src/testing/schema-wallet.js';
import type { SignPsbtParams } from '../../src/core/index.js';

const OTHER_KEY = `02${'11'.repeat(32)}`;

function answering(psbt: Uint8Array, wallet: SchemaWallet = standardWallet()): SchemaWallet {
  wallet.results['signPsbt'] = { psbt: base64.encode(psbt) };
  return wallet;
}

const signPsbt = (provider: SchemaWallet, params: SignPsbtParams) =>
  freshClient().request({ provider }, 'signPsbt', params);

describe('the `publicKey` of an input in `signInputs`', () => {
  for (const [name, makeWallet] of Object.entries({ xverseWallet, fordefiWallet })) {
    it(`must belong to the connected account, if its keys are known: ${name}`, async () => {
      const wallet = makeWallet();
      const client = freshClient().with({ provider: wallet });
      await client.connect();
      const entry = (publicKey: string) => [{ index: 0, address: addressOf('nested'), publicKey }];
      const psbt = psbtFor(['nested']);
      // Another key, and that of the same x, with which no output of the account is spent.
      const opposite = OWNERS.nested.publicKey.replace(/^0[23]/, (byte) =>
        byte === '02' ? '03' : '02',
      );
      for (const key of [OTHER_KEY, opposite]) {
        const request = client.request('signPsbt', { psbt, signInputs: entry(key) });
        const error = await refusal(request);
        expect(error.code).to.equal(-32602);
        expect(error.data).to.include({ field: 'signInputs[0].publicKey' });
        expect(wallet.calls).to.have.length(1);
      }
      // Also without its first byte.
      for (const key of [OWNERS.nested.publicKey, OWNERS.nested.publicKey.slice(2)]) {
        await client.request('signPsbt', { psbt, signInputs: entry(key) });
      }
    });
  }

  for (const owner of ['segwit', 'nested'] as const) {
    it(`is compared with the key of a finalized input: ${owner}`, async () => {
      const psbt = psbtFor([owner]);
      const closed = finalized(sign(psbtBytesFor([owner]), [0], [owner]), 0);
      const request = (publicKey: string) =>
        signPsbt(answering(closed), { psbt, signInputs: [{ index: 0, publicKey }] });
      expect((await refusal(request(OTHER_KEY))).message).to.contain(
        'by another key than its `publicKey`',
      );
      await request(OWNERS[owner].publicKey);
    });
  }
});

describe('an input of several keys', () => {
  const shared = p2wsh(
    p2ms(
      2,
      [OWNERS.segwit, OWNERS.other].map(({ publicKey }) => hex.decode(publicKey)),
    ),
    NETWORK,
  );
  const transaction = new Transaction();
  transaction.addInput({
    txid: '40'.repeat(32),
    index: 0,
    witnessUtxo: { script: shared.script, amount: 10_000n },
    witnessScript: shared.witnessScript,
  });
  transaction.addOutputAddress(addressOf('other'), 9_000n, NETWORK);
  const bytes = transaction.toPSBT();

  /** The PSBT with the signature of one owner, stored under `publicKey`. */
  function signedAs(publicKey: string, owner: Owner = 'segwit'): Uint8Array {
    const signed = Transaction.fromPSBT(sign(bytes, [0], [owner]));
    const [[, signature]] = signed.getInput(0).partialSig as [[Uint8Array, Uint8Array]];
    const other = Transaction.fromPSBT(bytes);
    other.updateInput(0, { partialSig: [[hex.decode(publicKey), signature]] }, true);
    return other.toPSBT();
  }

  it('must be signed by a key that its script lists', async () => {
    const params = { psbt: base64.encode(bytes), signInputs: [0] };
    await signPsbt(answering(signedAs(OWNERS.segwit.publicKey)), params);
    await signPsbt(answering(signedAs(OWNERS.other.publicKey, 'other')), params);
    const error = await refusal(signPsbt(answering(signedAs(OWNERS.legacy.publicKey)), params));
    expect(error.code).to.equal(-32603);
    expect(error.message).to.contain('by a key that its script does not list');
  });
});

/** Inputs that spend a script with the key of an account, and perhaps others. Each has the output that it spends. */
const key = (owner: Owner) => hex.decode(OWNERS[owner].publicKey);
const schnorr = (owner: Owner) => key(owner).slice(-32);
const ms = (...owners: Owner[]) => p2ms(owners.length, owners.map(key));
const leafOf = (...owners: Owner[]) =>
  p2tr(
    schnorr('other'),
    { script: p2tr_ms(owners.length, owners.map(schnorr)).script },
    NETWORK,
    true,
  );

function psbtOf({ script, redeemScript, witnessScript, ...taproot }: ScriptInput): string {
  const { tapLeafScript, tapInternalKey, tapMerkleRoot } = taproot;
  const transaction = new Transaction({ allowUnknownInputs: true, disableScriptCheck: true });
  const previous = transactionTo(script, 0);
  transaction.addInput({
    txid: previous.id,
    index: 0,
    nonWitnessUtxo: previous.toBytes(true),
    ...(script[0] !== 0xa9 && { witnessUtxo: { script, amount: 10_000n } }),
    ...(redeemScript && { redeemScript }),
    ...(witnessScript && { witnessScript }),
    ...(tapLeafScript && { tapLeafScript }),
    ...(tapInternalKey && { tapInternalKey }),
    ...(tapMerkleRoot && { tapMerkleRoot }),
  });
  transaction.addOutputAddress(addressOf('other'), 9_000n, NETWORK);
  return base64.encode(transaction.toPSBT());
}
interface ScriptInput {
  readonly script: Uint8Array;
  readonly address?: string;
  readonly redeemScript?: Uint8Array;
  readonly witnessScript?: Uint8Array;
  readonly tapLeafScript?: ReturnType<typeof p2tr>['tapLeafScript'];
  readonly tapInternalKey?: Uint8Array;
  readonly tapMerkleRoot?: Uint8Array;
}

describe('the signer of an input that spends a script', () => {
  it('may be the address of the script, for a wallet that reads it', async () => {
    const script = p2wsh(ms('segwit', 'other'), NETWORK);
    const client = freshClient().with({ provider: standardWallet() });
    await client.connect();
    const signInputs = [{ index: 0, address: script.address }];
    const { psbt } = await client.request('signPsbt', { psbt: psbtOf(script), signInputs });
    expect(psbt).to.be.a('string');
  });

  it('may be an address of the account with a key of the script, in Leather', async () => {
    const script = p2wsh(ms('segwit', 'other'), NETWORK);
    const wallet = leatherWallet();
    const signInputs = [{ index: 0, address: addressOf('segwit') }];
    const params = { psbt: psbtOf(script), signInputs };
    await ask(wallet, 'signPsbt', params).catch(() => {}); // what this wallet answers is not signed
    expect(wallet.calls.at(-1)).to.deep.include({ method: 'signPsbt' });
  });

  const SCRIPTS: Readonly<Record<string, readonly [ScriptInput, Owner]>> = {
    P2WSH: [p2wsh(ms('nested', 'other'), NETWORK), 'nested'],
    'P2WSH in P2SH': [p2sh(p2wsh(ms('other', 'nested'), NETWORK), NETWORK), 'nested'],
    P2SH: [p2sh(ms('nested', 'other'), NETWORK), 'nested'],
    'a leaf of Taproot': [leafOf('taproot', 'legacy'), 'taproot'],
    'a leaf of Taproot with the key of the payments': [leafOf('nested'), 'nested'],
  };
  for (const [name, makeWallet] of Object.entries({ xverseWallet, fordefiWallet })) {
    const connectedTo = async (wallet: SchemaWallet) => {
      const client = freshClient().with({ provider: wallet });
      await client.connect();
      return client;
    };
    for (const [what, [input, owner]] of Object.entries(SCRIPTS)) {
      const psbt = psbtOf(input);
      const { publicKey } = OWNERS[owner];
      const account = { [addressOf(owner)]: [0] };
      it(`is the address of the account that has a key in it: ${name}, ${what}`, async () => {
        for (const signInputs of [[0], [{ index: 0, publicKey }]]) {
          const wallet = makeWallet();
          const client = await connectedTo(wallet);
          await client.request('signPsbt', { psbt, signInputs });
          expect(sentTo(wallet)).to.deep.include({ signInputs: account });
        }
      });

      it(`is never the address of the script: ${name}, ${what}`, async () => {
        const wallet = makeWallet();
        const address = input.address!;
        const given = [undefined, [0], [{ index: 0, publicKey }], [{ index: 0, address }]];
        for (const signInputs of given) {
          const error = await refusal(
            signPsbt(wallet, { psbt, ...(signInputs && { signInputs }) }),
          );
          expect(error.code).to.equal(-32602);
          const isNamed = typeof signInputs?.[0] === 'object' && 'address' in signInputs[0];
          const field = `signInputs${signInputs ? '[0]' : ''}${isNamed ? '.address' : ''}`;
          expect(error.data).to.include({ field });
          if (signInputs)
            expect(error.message).to.match(/the address of the account that signs it/);
        }
        const client = await connectedTo(wallet);
        await refusal(client.request('signPsbt', { psbt, signInputs: [{ index: 0, address }] }));
        expect(wallet.calls.map(({ method }) => method)).to.deep.equal(['wallet_connect']);
      });
    }

    it(`is the address of the account whose key is in the output or is the internal one: ${name}`, async () => {
      const leaf = { script: p2tr_ms(1, [schnorr('other')]).script };
      const { script, tapMerkleRoot } = p2tr(schnorr('taproot'), leaf, NETWORK, true);
      const keyPath = { script, tapInternalKey: schnorr('taproot'), tapMerkleRoot };
      for (const [input, owner] of [
        [keyPath, 'taproot'],
        [p2pk(key('nested')), 'nested'],
        [ms('nested', 'other'), 'nested'],
      ] as const) {
        const wallet = makeWallet();
        const client = await connectedTo(wallet);
        const psbt = psbtOf(input);
        await client.request('signPsbt', { psbt, signInputs: [0] }).catch(() => undefined);
        expect(sentTo(wallet)).to.deep.include({ signInputs: { [addressOf(owner)]: [0] } });
      }
    });

    it(`must be given if the account has no key, or two keys, in it: ${name}`, async () => {
      for (const input of [
        p2wsh(ms('other', 'legacy'), NETWORK),
        leafOf('nested', 'taproot'),
        // Without their scripts.
        { script: p2wsh(ms('nested'), NETWORK).script },
        { script: p2sh(ms('nested', 'other'), NETWORK).script },
        { script: leafOf('nested').script },
      ]) {
        const wallet = makeWallet();
        const client = await connectedTo(wallet);
        const psbt = psbtOf(input);
        const error = await refusal(client.request('signPsbt', { psbt, signInputs: [0] }));
        expect(error.message).to.match(/the address of the account that signs it/);
        expect(wallet.calls).to.have.length(1);
        const address = addressOf('nested');
        wallet.results['signPsbt'] = {};
        await refusal(client.request('signPsbt', { psbt, signInputs: [{ index: 0, address }] }));
        expect(sentTo(wallet)).to.deep.include({ signInputs: { [address]: [0] } });
      }
    });
  }
});
