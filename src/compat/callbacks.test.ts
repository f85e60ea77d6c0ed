import { expect } from '@open-wc/testing';
import { Cl, deserializeTransaction } from '@stacks/transactions';
import { openCompatPage, paramsOf, type CompatPage } from '../testing/compat-page.js';
import { psbtBytesFor, signedIndexes } from '../testing/psbts.js';
import { signStacksMessage } from '../testing/messages.js';
import { STX_ADDRESS, TXID } from '../testing/schema-wallet.js';
import { SIGNED_TRANSACTION, UNSIGNED } from '../testing/transactions.js';
import { bytesToBase64, bytesToHex, hexToBytes } from '../lib/bytes.js';
import {
  connect,
  JsonRpcErrorCode,
  openContractCall,
  openContractDeploy,
  openProfileUpdateRequestPopup,
  openPsbtRequestPopup,
  openSignatureRequestPopup,
  openSignTransaction,
  openStructuredDataSignatureRequestPopup,
  openSTXTransfer,
  showContractCall,
  showSTXTransfer,
  SignatureHash,
  type ContractCallRegularOptions,
  type FinishedTxData,
  type JsonRpcError,
} from './index.js';

let page: CompatPage;
beforeEach(() => (page = openCompatPage()));
afterEach(() => {
  expect(page.leather.violations).to.deep.equal([]);
  page.close();
});

const CALL: ContractCallRegularOptions = {
  contractAddress: STX_ADDRESS,
  contractName: 'counter',
  functionName: 'count',
  functionArgs: [Cl.uint(1)],
};
const PSBT = psbtBytesFor(['segwit', 'segwit']);

/** Calls a function with callbacks, and returns the calls of both in order. */
async function called(open: (callbacks: object) => Promise<void>) {
  const calls: [name: string, argument: unknown][] = [];
  await open({
    onFinish: (data: unknown) => calls.push(['onFinish', data]),
    onCancel: (error: unknown) => calls.push(['onCancel', error]),
  });
  return calls;
}
async function finished(open: (callbacks: object) => Promise<void>): Promise<FinishedTxData> {
  const calls = await called(open);
  expect(calls.map(([name]) => name)).to.deep.equal(['onFinish']);
  return calls[0]?.[1] as FinishedTxData;
}
async function canceled(open: (callbacks: object) => Promise<void>): Promise<JsonRpcError> {
  const calls = await called(open);
  expect(calls.map(([name]) => name)).to.deep.equal(['onCancel']);
  expect(calls[0]?.[1]).to.be.an.instanceof(Error);
  return calls[0]?.[1] as JsonRpcError;
}

describe('a function with callbacks', () => {
  it('lets the user choose a wallet if none is remembered, and then uses that one', async () => {
    await openContractCall(CALL);
    await showContractCall(CALL);
    expect(page.opened).to.equal(1);
    expect(page.leather.calls).to.have.length(2);
  });

  it('calls onFinish with txId, txid, txRaw and the transaction', async () => {
    const data = await finished((callbacks) => openContractCall({ ...CALL, ...callbacks }));
    const id = `0x${deserializeTransaction(data.txRaw).txid()}`;
    expect(data).to.include({ txId: id, txid: id });
    const transaction = data.stacksTransaction as ReturnType<typeof deserializeTransaction>;
    expect(`0x${transaction.txid()}`).to.equal(id);
  });

  it('calls onFinish although the result has no transaction', async () => {
    page.leather.results['stx_callContract'] = { txid: TXID };
    const data = await finished((callbacks) => openContractCall({ ...CALL, ...callbacks }));
    expect(data.txId).to.equal(TXID);
    expect(data.stacksTransaction).to.equal(undefined);
  });

  it('calls the callback before its promise resolves', async () => {
    const order: string[] = [];
    await openContractCall({ ...CALL, onFinish: () => order.push('onFinish') });
    order.push('resolved');
    expect(order).to.deep.equal(['onFinish', 'resolved']);
  });

  it('calls onCancel once with the error if the user closes the list', async () => {
    page.choice = undefined;
    const error = await canceled((callbacks) => openContractCall({ ...CALL, ...callbacks }));
    expect(error.code).to.equal(JsonRpcErrorCode.UserCanceled);
    expect(error.message).to.contain('canceled').and.to.contain('cancelled');
  });

  it('calls onCancel with the error of the wallet', async () => {
    page.leather.request = () =>
      Promise.reject({ jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'User denied' } });
    const error = await canceled((callbacks) =>
      openSTXTransfer({ amount: 1n, recipient: STX_ADDRESS, ...callbacks }),
    );
    expect([error.code, error.message]).to.deep.equal([4001, 'User denied']);
  });

  it('calls onCancel for an amount that is not exact, before any wallet is asked', async () => {
    const options = { amount: '1.5', recipient: STX_ADDRESS };
    const error = await canceled((callbacks) => openSTXTransfer({ ...options, ...callbacks }));
    expect(error.data).to.include({ field: 'amount' });
    expect(page.leather.calls).to.deep.equal([]);
  });

  it('calls onCancel for post-conditions of a transfer, which the wallet would drop', async () => {
    const options = {
      amount: 1n,
      recipient: STX_ADDRESS,
      postConditions: [
        { type: 'stx-postcondition', address: STX_ADDRESS, condition: 'eq', amount: 1n },
      ],
    } as const;
    const error = await canceled((callbacks) =>
      openSTXTransfer({ ...options, postConditions: [...options.postConditions], ...callbacks }),
    );
    expect(error.data).to.include({ field: 'postConditions' });
  });

  it('never throws and never rejects, whatever it is called with', async () => {
    const open = openContractCall as (options?: unknown) => Promise<void>;
    const { error } = console;
    let logged = 0;
    console.error = () => logged++;
    try {
      for (const options of [undefined, null, 'call', {}]) await open(options);
    } finally {
      console.error = error;
    }
    expect(logged).to.equal(4);
  });

  it('does not call onCancel if onFinish throws', async () => {
    const { reportError } = window;
    const reported: unknown[] = [];
    window.reportError = (error) => reported.push(error);
    const failure = new Error('in the app');
    try {
      const calls = await called((callbacks) =>
        openContractCall({
          ...CALL,
          ...callbacks,
          onFinish: () => {
            throw failure;
          },
        }),
      );
      expect(calls).to.deep.equal([]);
      expect(reported).to.deep.equal([failure]);
    } finally {
      window.reportError = reportError;
    }
  });

  it('uses the provider that is passed second, but not one of the older kind', async () => {
    await openContractCall(CALL, page.leather);
    expect(page.opened).to.equal(0);
    await connect();
    const legacy = { transactionRequest: () => undefined };
    await openContractCall(CALL, legacy as never);
    expect(page.leather.calls.map(({ method }) => method)).to.deep.equal([
      'stx_callContract',
      'getAddresses',
      'stx_callContract',
    ]);
  });
});

describe('each function with callbacks', () => {
  it('openContractDeploy sends the name and the code', async () => {
    const options = { contractName: 'counter', codeBody: '(print 1)', clarityVersion: 3 };
    const data = await finished((callbacks) => openContractDeploy({ ...options, ...callbacks }));
    expect(paramsOf(page.leather, 'stx_deployContract')).to.include({
      name: 'counter',
      clarityCode: '(print 1)',
      clarityVersion: 3,
    });
    expect(data.stacksTransaction).to.have.property('payload');
  });

  it('openSTXTransfer sends the amount exactly', async () => {
    const options = { amount: '9007199254740991', recipient: STX_ADDRESS, memo: 'Thanks' };
    await showSTXTransfer(options);
    expect(paramsOf(page.leather, 'stx_transferStx')).to.include(options);
  });

  it('openSignTransaction returns the signed transaction, and does not broadcast', async () => {
    const data = await finished((callbacks) =>
      openSignTransaction({ txHex: UNSIGNED, ...callbacks }),
    );
    expect(paramsOf(page.leather, 'stx_signTransaction')).not.to.have.property('broadcast');
    expect(data.txRaw).to.equal(SIGNED_TRANSACTION);
    expect(data.stacksTransaction).to.have.property('payload');
  });

  it('openSignatureRequestPopup returns the signature as the wallet wrote it', async () => {
    const data = await finished((callbacks) =>
      openSignatureRequestPopup({ message: 'Hi', ...callbacks }),
    );
    expect(data).to.include(signStacksMessage('Hi'));
  });

  it('openStructuredDataSignatureRequestPopup sends the message and the domain', async () => {
    const domain = Cl.tuple({
      name: Cl.stringAscii('app'),
      version: Cl.stringAscii('1'),
      'chain-id': Cl.uint(1),
    });
    const data = await finished((callbacks) =>
      openStructuredDataSignatureRequestPopup({ message: Cl.uint(1), domain, ...callbacks }),
    );
    expect((data as unknown as { signature: string }).signature).to.match(/^[0-9a-f]{130}$/);
    expect(paramsOf(page.leather, 'stx_signStructuredMessage')).to.include({
      message: Cl.serialize(Cl.uint(1)),
      domain: Cl.serialize(domain),
    });
  });

  it('openPsbtRequestPopup signs the named inputs and returns hex', async () => {
    const options = {
      hex: bytesToHex(PSBT),
      signAtIndex: 1,
      allowedSighash: [SignatureHash.ALL],
    };
    const data = await finished((callbacks) => openPsbtRequestPopup({ ...options, ...callbacks }));
    const { hex } = data as unknown as { hex: string };
    expect(signedIndexes(bytesToBase64(hexToBytes(hex)))).to.deep.equal([1]);
  });

  it('openPsbtRequestPopup refuses an empty list of inputs, which Leather reads as all', async () => {
    const options = { hex: bytesToHex(PSBT), signAtIndex: [] };
    const error = await canceled((callbacks) => openPsbtRequestPopup({ ...options, ...callbacks }));
    expect(error.data).to.include({ field: 'signInputs' });
  });

  it('openProfileUpdateRequestPopup returns the profile', async () => {
    const profile = { '@type': 'Person', name: 'A' };
    page.choice = undefined;
    const data = await finished((callbacks) =>
      openProfileUpdateRequestPopup(
        { profile, ...callbacks },
        {
          request: () => Promise.resolve({ jsonrpc: '2.0', id: '1', result: { profile } }),
        },
      ),
    );
    expect(data).to.deep.equal(profile);
  });
});
