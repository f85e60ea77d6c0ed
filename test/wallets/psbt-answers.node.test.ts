import { expect } from '@esm-bundle/chai';
import { base64 } from '@scure/base';
import { SigHash, Transaction } from '@scure/btc-signer';
import { ask, EVERY_WALLET, refusal } from '../../src/testing/every-wallet.js';
import {
  addressOf,
  finalized,
  OWNERS,
  psbtBytesFor,
  psbtFor,
  sign,
  type Owner,
} from '../../src/testing/psbts.js';
import { leatherWallet, standardWallet, xverseWallet } from '../../src/testing/emulated-wallets.js';
import { freshClient } from '../../src/testing/every-wallet.js';

const KINDS: readonly Owner[] = ['segwit', 'taproot', 'nested', 'legacy'];
const TXID = '1'.repeat(64);
const { ALL, NONE } = SigHash;

/** A PSBT with another SIGHASH type in its inputs. */
function named(psbt: Uint8Array, sighashType: SigHash): Uint8Array {
  const transaction = Transaction.fromPSBT(psbt, { allowUnknownInputs: true });
  for (let index = 0; index < transaction.inputsLength; index++) {
    transaction.updateInput(index, { sighashType }, true);
  }
  return transaction.toPSBT();
}

function finalizedAll(psbt: Uint8Array, count: number): Uint8Array {
  let done = psbt;
  for (let index = 0; index < count; index++) done = finalized(done, index);
  return done;
}

interface Answer {
  readonly what: string;
  readonly owners: readonly Owner[];
  readonly params?: object;
  /** The PSBT to sign. Default: an unsigned one of these owners. */
  readonly asked?: Uint8Array;
  readonly answered: Uint8Array;
  /** Part of the error message; undefined if the answer is accepted. */
  readonly fault?: string;
}

const bytes = psbtBytesFor;
const version2 = (psbt: Uint8Array) => Transaction.fromPSBT(psbt).toPSBT(2);

const ANSWERS: readonly Answer[] = [
  ...KINDS.flatMap((kind): Answer[] => {
    const psbt = bytes([kind]);
    const signed = sign(psbt, [0], [kind]);
    const withNone = sign(named(psbt, NONE), [0], [kind]);
    const params = { signInputs: [0] };
    const rest = { owners: [kind] };
    return [
      { ...rest, what: `${kind}: signed`, params, answered: signed },
      { ...rest, what: `${kind}: signed and finalized`, params, answered: finalizedAll(signed, 1) },
      {
        ...rest,
        what: `${kind}: no \`signInputs\`, signed and finalized`,
        answered: finalizedAll(signed, 1),
      },
      { ...rest, what: `${kind}: not signed`, params, answered: psbt, fault: 'without signing input 0' }, // prettier-ignore
      { ...rest, what: `${kind}: no \`signInputs\`, not signed`, answered: psbt, fault: 'without signing any input' }, // prettier-ignore
      { ...rest, what: `${kind}: signed with NONE`, params, answered: withNone, fault: 'input 0 of the SIGHASH type NONE' }, // prettier-ignore
      { ...rest, what: `${kind}: signed with NONE and finalized`, params, answered: finalizedAll(withNone, 1), fault: 'input 0 of the SIGHASH type NONE' }, // prettier-ignore
      { ...rest, what: `${kind}: no \`signInputs\`, signed with NONE and finalized`, answered: finalizedAll(withNone, 1), fault: 'input 0 of the SIGHASH type NONE' }, // prettier-ignore
      // A caller may ask again for a PSBT that the user has already signed.
      { ...rest, what: `${kind}: signed before, nothing new`, params, asked: signed, answered: signed }, // prettier-ignore
      { ...rest, what: `${kind}: signed before, now finalized`, asked: signed, answered: finalizedAll(signed, 1) }, // prettier-ignore
    ];
  }),
  {
    what: 'one of two named inputs is not signed',
    owners: ['taproot', 'segwit', 'taproot'],
    params: { signInputs: [0, 2] },
    answered: sign(bytes(['taproot', 'segwit', 'taproot']), [0], ['taproot']),
    fault: 'without signing input 2',
  },
  {
    what: 'an input that is not named is signed',
    owners: ['taproot', 'taproot'],
    params: { signInputs: [0] },
    answered: sign(bytes(['taproot', 'taproot']), [0, 1], ['taproot']),
    fault: 'with a signature of input 1, which is not named',
  },
  {
    what: 'no `signInputs`, and one of two is signed: the other is not the wallet’s',
    owners: ['taproot', 'other'],
    answered: sign(bytes(['taproot', 'other']), [0], ['taproot']),
  },
  {
    what: 'no `signInputs`, and only another party has signed',
    owners: ['taproot', 'other'],
    asked: sign(bytes(['taproot', 'other']), [1], ['other']),
    answered: sign(bytes(['taproot', 'other']), [1], ['other']),
    fault: 'without signing any input',
  },
  {
    what: 'an input without a type is signed with the type of another input',
    owners: ['segwit', 'segwit'],
    asked: bytes(['segwit', 'segwit'], { sighashes: [0x83, undefined], outputs: 2 }),
    params: { allowedSighash: ['DEFAULT', 'SINGLE|ANYONECANPAY'] },
    answered: sign(bytes(['segwit', 'segwit'], { sighashes: [0x83, 0x83], outputs: 2 }), 'all', [
      'segwit',
    ]),
    fault: 'input 1 of the SIGHASH type SINGLE|ANYONECANPAY, which the PSBT does not name',
  },
  {
    what: 'an input without a type is signed with ALL, which allows the same as DEFAULT',
    owners: ['taproot'],
    params: { signInputs: [0], allowedSighash: ['DEFAULT'] },
    answered: sign(named(bytes(['taproot']), ALL), [0], ['taproot']),
  },
  {
    what: 'another output',
    owners: ['taproot'],
    answered: sign(bytes(['taproot'], { outputs: 2 }), [0], ['taproot']),
    fault: 'with another transaction',
  },
  {
    what: 'another input',
    owners: ['taproot'],
    answered: sign(bytes(['taproot', 'taproot']), [0], ['taproot']),
    fault: 'with another transaction',
  },
  {
    what: 'version 2',
    owners: ['taproot'],
    asked: version2(bytes(['taproot'])),
    answered: version2(sign(bytes(['taproot']), [0], ['taproot'])),
  },
  {
    what: 'version 2, answered as version 0',
    owners: ['taproot', 'legacy'],
    asked: version2(bytes(['taproot', 'legacy'])),
    answered: sign(bytes(['taproot', 'legacy']), [0], ['taproot']),
  },
  {
    what: 'version 2 with another output',
    owners: ['taproot'],
    asked: version2(bytes(['taproot'])),
    answered: version2(sign(bytes(['taproot'], { outputs: 2 }), [0], ['taproot'])),
    fault: 'with another transaction',
  },
  {
    what: 'bytes that end too early',
    owners: ['taproot'],
    answered: bytes(['taproot']).slice(0, 40),
    fault: 'with a `psbt` that cannot be read',
  },
];

describe('what a wallet answers to signPsbt', () => {
  for (const [name, makeWallet] of Object.entries(EVERY_WALLET)) {
    for (const { what, owners, params, asked, answered, fault } of ANSWERS) {
      it(`${name}: ${what}: ${fault === undefined ? 'is accepted' : 'is an error'}`, async () => {
        const wallet = makeWallet();
        wallet.results['signPsbt'] = { psbt: base64.encode(answered) };
        const psbt = base64.encode(asked ?? bytes(owners));
        const request = ask(wallet, 'signPsbt', { psbt, ...params });
        if (fault === undefined) {
          expect(await request).to.include({ psbt: base64.encode(answered) });
          return;
        }
        const error = await refusal(request);
        expect(error.code).to.equal(-32603);
        expect(error.message).to.contain(fault).and.not.to.contain('broadcast');
        expect(wallet.calls).to.have.length(1);
      });
    }

    it(`${name}: the error says that it may have been broadcast, and has the answer as its cause`, async () => {
      const psbt = psbtFor(['taproot']);
      for (const [answer, fault] of [
        [{ psbt, txid: TXID }, 'without signing input 0'],
        [{ txid: TXID }, 'a signed `psbt`; got {"txid":'],
        [{ psbt: 'aGVsbG8=', txid: TXID }, 'a signed `psbt`; got'],
        [null, 'a signed `psbt`; got null'],
      ] as const) {
        const wallet = makeWallet();
        wallet.results['signPsbt'] = answer;
        const params = { psbt, signInputs: [0], broadcast: true };
        const error = await refusal(ask(wallet, 'signPsbt', params));
        expect(error.code).to.equal(-32603);
        expect(error.message).to.contain('may have been broadcast');
        if (name !== 'Fordefi') expect(error.message).to.contain(fault.slice(0, 60));
        if (answer) expect(error.cause).to.include(answer);
      }
    });
  }

  it('needs no signatures if it waits for other signers', async () => {
    const wallet = leatherWallet();
    const psbt = psbtFor(['taproot']);
    wallet.results['signPsbt'] = { psbt, status: 'proposed', proposalId: '7' };
    expect(await ask(wallet, 'signPsbt', { psbt })).to.include({ status: 'proposed' });
  });

  it('is not checked with `enableOverrides: false`', async () => {
    const wallet = standardWallet();
    const psbt = psbtFor(['taproot'], { sighash: NONE });
    wallet.results['signPsbt'] = { psbt };
    const options = { enableOverrides: false };
    expect(await ask(wallet, 'signPsbt', { psbt }, options)).to.deep.equal({ psbt });
  });
});

describe('signPsbt to Leather, which has no field for the signer of an input,', () => {
  const connected = async () => {
    const wallet = leatherWallet();
    const client = freshClient();
    await client.connect({ provider: wallet });
    wallet.calls.length = 0;
    return {
      wallet,
      ask: (params: { psbt: string; signInputs: object[] }) =>
        client.request({ provider: wallet }, 'signPsbt', params as never),
    };
  };

  it('refuses an address that is not the connected account’s', async () => {
    const { wallet, ask: request } = await connected();
    const address = addressOf('other');
    const psbt = psbtFor(['other', 'segwit']);
    for (const index of [0, 1]) {
      const error = await refusal(request({ psbt, signInputs: [{ index, address }] }));
      expect(error.code).to.equal(-32602);
      expect(error.data).to.include({ field: 'signInputs[0].address' });
      expect(error.message).to.contain(address).and.to.contain(addressOf('segwit'));
    }
    expect(wallet.calls).to.deep.equal([]);
  });

  it('refuses an address that does not match the PSBT, connected or not', async () => {
    const psbt = psbtFor(['segwit', 'taproot', 'legacy', 'nested']);
    for (const [index, owner] of [
      [0, 'taproot'],
      [1, 'segwit'],
      [2, 'segwit'],
      [3, 'segwit'],
    ] as const) {
      const signInputs = [{ index, address: addressOf(owner) }];
      const wallet = leatherWallet();
      const error = await refusal(ask(wallet, 'signPsbt', { psbt, signInputs }));
      expect(error.code).to.equal(-32602);
      expect(error.message).to.contain(`input ${index} spends an output of`);
      expect(wallet.calls).to.deep.equal([]);
      expect((await refusal((await connected()).ask({ psbt, signInputs }))).code).to.equal(-32602);
    }
  });

  it('refuses the address of a later input, even if that of the first is right', async () => {
    const psbt = psbtFor(['segwit', 'taproot']);
    const address = addressOf('segwit');
    const signInputs = [0, 1].map((index) => ({ index, address }));
    const error = await refusal(ask(leatherWallet(), 'signPsbt', { psbt, signInputs }));
    expect(error.message).to.contain('input 1 spends an output of');
  });

  it('refuses a public key that is not the connected account’s', async () => {
    const { wallet, ask: request } = await connected();
    const psbt = psbtFor(['segwit']);
    const signInputs = [{ index: 0, publicKey: OWNERS.other.publicKey }];
    expect((await refusal(request({ psbt, signInputs }))).code).to.equal(-32602);
    expect(wallet.calls).to.deep.equal([]);
  });

  it('sends an address and a key of the account, in any notation', async () => {
    const { wallet, ask: request } = await connected();
    const psbt = psbtFor(['segwit', 'taproot']);
    await request({
      psbt,
      signInputs: [
        {
          index: 0,
          address: addressOf('segwit').toUpperCase(),
          publicKey: OWNERS.segwit.publicKey,
        },
        { index: 1, address: addressOf('taproot'), publicKey: OWNERS.taproot.publicKey },
      ],
    });
    expect(wallet.calls).to.have.length(1);
  });

  it('sends an unknown address', async () => {
    const wallet = leatherWallet();
    const psbt = psbtFor(['segwit'], { bare: true });
    const signInputs = [{ index: 0, address: addressOf('segwit') }];
    const error = await refusal(ask(wallet, 'signPsbt', { psbt, signInputs }));
    expect(error.code).to.equal(-32603);
    expect(wallet.calls).to.have.length(1);
  });

  it('does not check the address for a wallet that reads it', async () => {
    const signInputs = [{ index: 0, address: addressOf('nested') }];
    for (const wallet of [standardWallet(), xverseWallet()]) {
      await ask(wallet, 'signPsbt', { psbt: psbtFor(['segwit']), signInputs }).catch(
        () => undefined,
      );
      expect(wallet.calls).to.have.length(1);
    }
  });

  it('is an error if another key signed than the `publicKey` in the request', async () => {
    const psbt = psbtFor(['segwit']);
    const other = `02${'11'.repeat(32)}`;
    const entry = (publicKey: string) => ({ signInputs: [{ index: 0, publicKey }] });
    for (const wallet of [leatherWallet(), standardWallet()]) {
      const error = await refusal(ask(wallet, 'signPsbt', { psbt, ...entry(other) }));
      expect(error.message).to.match(/another key than its `publicKey`|publicKey/);
      await ask(wallet, 'signPsbt', { psbt, ...entry(OWNERS.segwit.publicKey) });
    }
  });
});
