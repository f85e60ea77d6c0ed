import { expect } from '@esm-bundle/chai';
import { base64 } from '@scure/base';
import { deserializeTransaction } from '@stacks/transactions';
import fc from 'fast-check';
import { ask, EVERY_WALLET, freshClient, refusal } from '../testing/every-wallet.js';
import { fakeWallet, type Behaviour } from '../testing/fake-wallet.js';
import { addressOf, psbtBytesFor, psbtFor, sign, txidOf } from '../testing/psbts.js';
import { STX_ADDRESS, TXID, type SchemaWallet } from '../testing/schema-wallet.js';
import { standardWallet } from '../testing/emulated-wallets.js';
import { signBitcoinMessage } from '../testing/messages.js';
import { SIGNED_TRANSACTION, transferOf, UNSIGNED } from '../testing/transactions.js';
import { METHODS, VALID_PARAMS } from '../testing/valid-params.js';
import type { MethodName, SendResult, SignPsbtResult } from './index.js';

const TRANSFER = { amount: 5n, recipient: STX_ADDRESS };
const PSBT = psbtFor(['taproot']);

function fakeAnswer(answer: unknown): SchemaWallet {
  return Object.assign(standardWallet(), { request: async () => answer });
}

/** The methods of SIP-030, which the wallet of these tests implements. */
type StandardMethod = Exclude<MethodName, 'signMessage'>;
const STANDARD_METHODS = METHODS.filter(
  (method): method is StandardMethod => method !== 'signMessage',
);
const PARAMS: Readonly<Record<StandardMethod, object | undefined>> = VALID_PARAMS;

const SENDS: readonly StandardMethod[] = [
  'sendTransfer',
  'stx_transferStx',
  'stx_transferSip10Ft',
  'stx_transferSip9Nft',
  'stx_callContract',
  'stx_deployContract',
];

/** Answers without any required field of any method. */
const EMPTY: readonly unknown[] = [
  undefined,
  null,
  {},
  [],
  'done',
  7,
  true,
  { jsonrpc: '2.0', id: '1' },
  { jsonrpc: '2.0', id: '1', result: null },
  { jsonrpc: '2.0', id: '1', result: {} },
  { jsonrpc: '2.0', id: '1', error: null },
  { status: 'success', result: 'ok' },
  { status: 'signed' },
  { signature: '0x00', publicKey: '02' },
  { signature: 'aa'.repeat(65) },
  { publicKey: `02${'11'.repeat(32)}` },
  { txid: 'undefined' },
  { txid: ' ', transaction: '' },
  { txid: '', psbt: 5, transaction: 'x', signature: 5, publicKey: '', profile: 'x' },
];

describe('an answer without the required fields', () => {
  for (const [name, makeWallet] of Object.entries(EVERY_WALLET)) {
    for (const method of STANDARD_METHODS) {
      // Leather is not asked for a method that it does not have.
      if (name === 'Leather' && method === 'stx_signTransactions') continue;
      it(`is an error: ${method} of ${name}`, async () => {
        for (const answer of EMPTY) {
          const wallet = makeWallet();
          // Leather needs the sender for a transfer of tokens.
          const client = freshClient().with({ provider: wallet });
          await client.connect();
          // A version of Xverse that deploys what it is asked to.
          wallet.request = async (name) =>
            name === 'getInfo' ? { result: { version: '1.0.0' } } : answer;
          const error = await refusal(client.request(method, PARAMS[method]));
          expect(error.code, `${JSON.stringify(answer)}: ${error.message}`).to.equal(-32603);
          expect(error.message)
            .to.match(new RegExp(`${method}|wallet_connect|stx_callContract`))
            .and.contain('got ');
          const isWarned = /may have (been broadcast|done what it was asked)/.test(error.message);
          if (SENDS.includes(method)) expect(isWarned).to.equal(true);
        }
      });
    }
  }

  it('says that a transaction may have been broadcast if that was requested', async () => {
    for (const method of ['signPsbt', 'stx_signTransaction', 'stx_signTransactions'] as const) {
      const wallet = standardWallet();
      wallet.results[method] = {};
      const params = { ...PARAMS[method], broadcast: true };
      expect((await refusal(ask(wallet, method, params))).message).to.contain(
        'may have been broadcast',
      );
    }
  });

  it('is the cause of the error', async () => {
    const wallet = standardWallet();
    wallet.results['sendTransfer'] = { ok: 1 };
    const error = await refusal(ask(wallet, 'sendTransfer', PARAMS.sendTransfer));
    expect(error.cause).to.deep.equal({ ok: 1 });
    expect(error.message).to.contain('{"ok":1}');
  });

  it('is returned unchanged with `enableOverrides: false`, and for an unknown method', async () => {
    const wallet = standardWallet();
    wallet.results['stx_transferStx'] = null;
    wallet.results['some_method'] = null;
    expect(await ask(wallet, 'stx_transferStx', TRANSFER, { enableOverrides: false })).to.equal(
      null,
    );
    expect(await ask(wallet, 'some_method')).to.equal(null);
  });
});

describe('the answer of Leather to a Bitcoin message', () => {
  const address = addressOf('taproot');
  const message = 'hello';
  const GOOD = { address, signature: signBitcoinMessage('taproot', message), protocol: 'BIP322' };
  const WRONG: Readonly<Record<string, object>> = {
    'a signature that is not base64': { signature: '<>' },
    'no address': { address: undefined },
    'an address that is not of Bitcoin': { address: STX_ADDRESS },
    'another address': { address: addressOf('other') },
    'another message': { message: 'hello!' },
    'another protocol': { protocol: 'ECDSA' },
    'a signature of another text': { signature: signBitcoinMessage('taproot', 'hello!') },
    'a signature of another address': { signature: signBitcoinMessage('segwit', message) },
  };
  const answerTo = (answer: object): Promise<unknown> => {
    const wallet = EVERY_WALLET['Leather']!();
    wallet.request = async () => ({ jsonrpc: '2.0', id: '1', result: answer });
    return ask(wallet, 'signMessage', { message, address });
  };

  it('is returned if it is for the message and the address', async () => {
    expect(await answerTo(GOOD)).to.deep.equal({ ...GOOD, message });
  });

  for (const [what, wrong] of Object.entries(WRONG)) {
    it(`is an error with ${what}`, async () => {
      expect((await refusal(answerTo({ ...GOOD, ...wrong }))).code).to.equal(-32603);
    });
  }
});

describe('a result with an `error` field that is not an error', () => {
  const ANSWERS: Readonly<Record<string, (error: unknown) => unknown>> = {
    'in a JSON-RPC response': (error) => ({
      jsonrpc: '2.0',
      id: '1',
      result: { txid: TXID },
      error,
    }),
    'in { status, result }': (error) => ({ status: 'success', result: { txid: TXID }, error }),
    'as a bare result': (error) => ({ txid: TXID, error }),
  };
  for (const [how, answer] of Object.entries(ANSWERS)) {
    it(`is a success, ${how}`, async () => {
      for (const error of [null, undefined, false]) {
        const wallet = fakeWallet(() => answer(error));
        const result = await freshClient().request(
          { provider: wallet },
          'stx_transferStx',
          TRANSFER,
        );
        expect(result.txid).to.equal(TXID);
      }
    });
  }
});

describe('a wallet that did not send the transaction', () => {
  const send = (answer: unknown): Promise<SendResult> =>
    freshClient().request({ provider: fakeWallet(() => answer) }, 'stx_transferStx', TRANSFER);

  it('returns a proposal, for a multisig account of Leather', async () => {
    const { unsigned } = await transferOf(TRANSFER);
    for (const transaction of [unsigned, undefined]) {
      const proposal = { txid: '', transaction, proposalId: 'p1', status: 'proposed', more: 1 };
      expect(await send(proposal)).to.deep.equal({
        status: 'proposed',
        txid: '',
        proposalId: 'p1',
        ...(transaction && { proposedTransaction: transaction }),
      });
    }
  });

  it('returns a proposal of a PSBT, which is not read as signed', async () => {
    const hex = [...atob(PSBT)].map((c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join('');
    const wallet = fakeWallet(() => ({ hex, proposalId: 'p1', status: 'proposed' }));
    const params = { psbt: PSBT, signInputs: [0], broadcast: true };
    const result: SignPsbtResult = await freshClient().request(
      { provider: wallet },
      'signPsbt',
      params,
    );
    expect(result).to.deep.equal({
      status: 'proposed',
      txid: '',
      proposalId: 'p1',
      proposedPsbt: PSBT,
    });
  });

  it('returns a proposal of a transaction, which is not read as signed', async () => {
    for (const field of ['transaction', 'txHex']) {
      const wallet = fakeWallet(() => ({ [field]: UNSIGNED, txid: '', status: 'proposed' }));
      const options = { provider: wallet };
      const params = { transaction: UNSIGNED };
      const result = await freshClient().request(options, 'stx_signTransaction', params);
      expect(result).to.deep.equal({ status: 'proposed', txid: '', proposedTransaction: UNSIGNED });
    }
  });

  it('is not assumed if there is a txid, whatever the status is', async () => {
    const { transaction, txid } = await transferOf(TRANSFER);
    const result = await send({ txid, transaction, status: 'proposed' });
    expect(result).to.deep.equal({ txid, transaction });
  });

  it('returns a signed transaction, for a sponsored request', async () => {
    const { transaction, txid } = await transferOf({ ...TRANSFER, sponsored: true });
    const params = { ...TRANSFER, sponsored: true };
    // The id of a sponsored transaction is not final before its sponsor signs.
    for (const answer of [{ txid: '', transaction }, { transaction }, { txid, transaction }]) {
      const provider = fakeWallet(() => answer);
      const signed = { status: 'signed', txid: '', transaction };
      const result = await freshClient().request({ provider }, 'stx_transferStx', params);
      expect(result).to.deep.equal(signed);
    }
  });
});

describe('a wallet that signs, and broadcasts if it is asked to,', () => {
  const SIGNED = sign(psbtBytesFor(['taproot']), [0], ['taproot']);
  const ANSWERS: Readonly<Record<string, readonly [params: object, answer: object, id: string]>> = {
    signPsbt: [{ psbt: PSBT, signInputs: [0] }, { psbt: base64.encode(SIGNED) }, txidOf(SIGNED)],
    stx_signTransaction: [
      { transaction: UNSIGNED },
      { transaction: SIGNED_TRANSACTION, txHex: undefined },
      deserializeTransaction(SIGNED_TRANSACTION).txid(),
    ],
  };
  for (const [method, [params, answer, id]] of Object.entries(ANSWERS)) {
    it(`may have sent it, if it was asked to and returns no txid: ${method}`, async () => {
      for (const txid of [
        {},
        { txid: '' },
        { txid: '00' },
        { txid: null },
        { txid: 'undefined' },
        { txid: 5 },
      ]) {
        for (const status of [{}, { status: 'success' }]) {
          const wallet = standardWallet();
          wallet.results[method] = { ...answer, ...txid, ...status };
          const result = await ask(wallet, method, { ...params, broadcast: true });
          expect(result).to.include({ status: 'possibly-sent' });
          expect(result).not.to.have.property('txid');
        }
      }
      const wallet = standardWallet();
      wallet.results[method] = { ...answer, txid: id };
      const sent = await ask(wallet, method, { ...params, broadcast: true });
      expect(sent).to.include({ txid: id }).and.not.have.property('status');
    });

    it(`has sent nothing if it was asked not to, even if it returns the id of what it signed: ${method}`, async () => {
      const wallet = standardWallet();
      wallet.results[method] = { ...answer, txid: id };
      const client = freshClient().with({ provider: wallet });
      const sent: string[] = [];
      client.on('sent', ({ txid }) => sent.push(txid));
      const signed = await client.request(method, { ...params, broadcast: false });
      expect(signed).not.to.have.property('txid');
      expect(signed).not.to.have.property('status');
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(sent).to.deep.equal([]);
    });

    it(`keeps the id if the page did not say whether to broadcast, since a wallet may do so by default: ${method}`, async () => {
      const wallet = standardWallet();
      wallet.results[method] = { ...answer, txid: id };
      expect(await ask(wallet, method, params)).to.include({ txid: id });
    });

    it(`signed only, if it was asked only to sign: ${method}`, async () => {
      const wallet = standardWallet();
      wallet.results[method] = answer;
      expect(await ask(wallet, method, params)).not.to.have.property('status');
    });
  }
});

describe('an error together with a result', () => {
  const ERRORS: readonly unknown[] = [{}, [], true, 5, 'no', { code: -32603, message: 'no' }];

  it('says that the transaction may have been broadcast, if the method sends', async () => {
    for (const error of ERRORS) {
      for (const answer of [
        { jsonrpc: '2.0', id: '1', result: { txid: TXID }, error },
        { status: 'success', result: { txId: TXID }, error },
        { txid: TXID, error },
      ]) {
        for (const method of SENDS) {
          const request = ask(fakeAnswer(answer), method, PARAMS[method]);
          expect((await refusal(request)).message).to.contain('may have been broadcast');
        }
        const { message } = await refusal(
          ask(fakeAnswer(answer), 'stx_signMessage', PARAMS.stx_signMessage),
        );
        expect(message).not.to.contain('broadcast');
      }
    }
  });

  it('does not say so without a result', async () => {
    for (const rest of [{}, { result: null }, { jsonrpc: '2.0', id: '1' }, { status: 'error' }]) {
      const answer = { ...rest, error: { code: 4001, message: 'The user said no.' } };
      const { message } = await refusal(ask(fakeAnswer(answer), 'stx_transferStx', TRANSFER));
      expect(message).to.equal('The user said no.');
    }
  });
});

describe('a method that signs or sends', () => {
  const methods = STANDARD_METHODS.filter(
    (method) => !/^(stx_)?get(Addresses|Accounts|Networks)$/.test(method),
  );

  it('is sent once, whatever the wallet answers', async () => {
    const behaviour = fc.constantFrom<Behaviour>(
      () => Promise.reject({ code: -32002, message: 'Access denied.' }),
      () => ({ jsonrpc: '2.0', error: { code: -32002, message: 'Access denied.' } }),
      () => Promise.reject({ error: { code: 16, message: 'Reconnect the app.' } }),
      () => ({ status: 'error', error: { code: -32601, message: 'not supported' } }),
      () => undefined,
    );
    const wallets = fc.constantFrom(...Object.values(EVERY_WALLET));
    await fc.assert(
      fc.asyncProperty(
        behaviour,
        wallets,
        fc.constantFrom(...methods),
        async (act, make, method) => {
          const calls: string[] = [];
          const wallet = make();
          wallet.request = async (name, params) => {
            // A version that deploys what it is asked to.
            if (name === 'getInfo')
              return { jsonrpc: '2.0', id: '1', result: { version: '1.0.0' } };
            calls.push(name);
            return act({ method: name, params });
          };
          await refusal(ask(wallet, method, PARAMS[method]));
          expect(calls).to.deep.equal(calls.length ? [method] : []);
        },
      ),
    );
  });

  it('fails with -32002 if the wallet denies access, and is not sent again', async () => {
    const wallet = EVERY_WALLET['Xverse']!();
    const calls: string[] = [];
    wallet.request = async (name) => {
      calls.push(name);
      return { jsonrpc: '2.0', id: '1', error: { code: -32002, message: 'Access denied.' } };
    };
    const error = await refusal(ask(wallet, 'stx_transferStx', TRANSFER));
    expect(error.code).to.equal(-32002);
    expect(calls).to.deep.equal(['stx_transferStx']);
  });
});
