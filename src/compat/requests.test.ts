import { expect } from '@open-wc/testing';
import { Cl } from '@stacks/transactions';
import { standardWallet } from '../testing/emulated-wallets.js';
import { LEATHER, openCompatPage, OTHER, type CompatPage } from '../testing/compat-page.js';
import { signStacksMessage } from '../testing/messages.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';
import { addressOf } from '../testing/psbts.js';
import { refusal } from '../testing/every-wallet.js';
import {
  clearLocalStorage,
  clearSelectedProviderId,
  connect,
  disconnect,
  getLocalStorage,
  getSelectedProvider,
  getSelectedProviderId,
  isConnected,
  JsonRpcError,
  JsonRpcErrorCode,
  request,
  requestRaw,
  setSelectedProviderId,
} from './index.js';

let page: CompatPage;
beforeEach(() => (page = openCompatPage()));
afterEach(() => {
  expect([...page.leather.violations, ...page.xverse.violations]).to.deep.equal([]);
  page.close();
});

const stored = () => {
  const hex = localStorage.getItem('@stacks/connect') ?? '';
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
};
const storeAsVersion8 = (record: object) =>
  localStorage.setItem(
    '@stacks/connect',
    [...new TextEncoder().encode(JSON.stringify(record))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join(''),
  );

describe('connect', () => {
  it('returns the addresses in the order of the wallet, each with a symbol, and stores them first', async () => {
    const { addresses } = await connect();
    expect(addresses.map(({ symbol }) => symbol)).to.deep.equal(['BTC', 'BTC', 'STX']);
    expect(addresses[2]?.address).to.equal(STX_ADDRESS);
    expect(isConnected()).to.equal(true);
    expect(getLocalStorage()?.addresses.stx[0]?.address).to.equal(STX_ADDRESS);
    expect(localStorage.getItem('STX_PROVIDER')).to.equal(LEATHER);
    expect(stored()).to.include({ version: '0.0.1' });
  });

  it('asks again although a wallet is connected, and connects the other one', async () => {
    await connect();
    page.choice = OTHER;
    await connect();
    expect(page.opened).to.equal(2);
    expect(getSelectedProviderId()).to.equal(OTHER);
  });

  it('keeps the connection when the user closes the list', async () => {
    await connect();
    page.choice = undefined;
    const error = await refusal(connect());
    expect(error).to.be.instanceOf(JsonRpcError);
    expect(error.code).to.equal(JsonRpcErrorCode.UserCanceled);
    expect(isConnected()).to.equal(true);
    expect(getSelectedProviderId()).to.equal(LEATHER);
  });

  it('spells a cancellation both ways', async () => {
    page.choice = undefined;
    const { message } = await refusal(connect());
    expect(message).to.contain('canceled').and.to.contain('cancelled');
    expect(message).to.match(/^User canceled the request/);
  });

  it('keeps the code 4001 and the message of a wallet in which the user rejects', async () => {
    page.leather.request = () =>
      Promise.reject({
        jsonrpc: '2.0',
        id: '1',
        error: { code: 4001, message: 'User rejected request' },
      });
    const error = await refusal(connect());
    expect(error.code).to.equal(4001);
    expect(error.message).to.equal('User rejected request');
  });

  it('rejects if disconnect() is called at once', async () => {
    const failed = refusal(connect());
    disconnect();
    expect((await failed).code).to.equal(JsonRpcErrorCode.UserCanceled);
    expect(isConnected()).to.equal(false);
  });
});

describe('request', () => {
  it('returns txid and txId', async () => {
    const result = await request('stx_transferStx', { amount: 1n, recipient: STX_ADDRESS });
    expect(result).to.include({ txId: result.txid });
    expect(result.txid).to.match(/^0x[0-9a-f]{64}$/);
  });

  it('returns a signature in the form of the wallet', async () => {
    expect((await request('stx_signMessage', { message: 'Hi' })).signature).to.equal(
      signStacksMessage('Hi').signature,
    );
    const provider = standardWallet();
    const prefixed = await request({ provider }, 'stx_signMessage', { message: 'Hi' });
    expect(prefixed.signature).to.equal(`0x${signStacksMessage('Hi').signature}`);
  });

  it('returns every address of stx_getAddresses in the order of the wallet', async () => {
    const { addresses } = await request('stx_getAddresses');
    expect(addresses.map(({ symbol }) => symbol)).to.deep.equal(['BTC', 'BTC', 'STX']);
  });

  it('refuses a tuple that the wallet would sort in another order than the chain', async () => {
    await connect();
    const params = {
      contract: `${STX_ADDRESS}.swap` as const,
      functionName: 'f',
      functionArgs: [Cl.tuple({ amount_in: Cl.uint(1), 'amount-out': Cl.uint(2) })],
    };
    const calls = page.leather.calls.length;
    const error = await refusal(request('stx_callContract', params));
    expect(error).to.include({ code: -32602 });
    expect(error.message).to.contain('amount-out').and.to.contain('amount_in');
    expect(page.leather.calls).to.have.length(calls);
  });

  it('names the field, the value and what was expected', async () => {
    const error = await refusal(
      request('stx_transferStx', { amount: 1.5, recipient: STX_ADDRESS }),
    );
    expect(error.code).to.equal(JsonRpcErrorCode.InvalidParams);
    expect(error.message).to.contain('`amount`').and.to.contain('1.5').and.to.contain('whole');
    expect(error.data).to.include({ field: 'amount' });
    expect(page.opened).to.equal(0);
  });

  for (const amount of ['', ' ', 'abc', '1e3', '0x10', '-1', 2 ** 53, Number.NaN, null, true, {}]) {
    it(`refuses the amount ${JSON.stringify(amount)}, which version 8 would round or read as another`, async () => {
      const params = { amount: amount as number, recipient: STX_ADDRESS };
      const error = await refusal(request('stx_transferStx', params));
      expect(error).to.be.instanceOf(JsonRpcError);
      expect(error.data).to.include({ field: 'amount' });
      const recipients = [{ address: addressOf('segwit'), amount: amount as number }];
      const other = await refusal(request('sendTransfer', { recipients }));
      expect(other.data).to.include({ field: 'recipients[0].amount' });
      expect(page.leather.calls).to.deep.equal([]);
    });
  }
});

describe('requestRaw', () => {
  it('returns the result of the envelope', async () => {
    const result = await requestRaw(page.leather, 'stx_signMessage', { message: 'Hi' });
    expect(result.signature).to.equal(signStacksMessage('Hi').signature);
  });

  it('rejects with a JsonRpcError', async () => {
    const provider = { request: () => Promise.reject(new Error('broken')) };
    const error = await refusal(requestRaw(provider, 'getAddresses'));
    expect(error).to.be.instanceOf(JsonRpcError);
    expect(error.message).to.equal('broken');
    expect(error.code).to.equal(JsonRpcErrorCode.UnknownError);
  });
});

describe('the storage', () => {
  const STX = { address: STX_ADDRESS, symbol: 'STX' };
  const RECORD = { addresses: { stx: [STX], btc: [] }, version: '0.0.1', updatedAt: 5 };

  it('of version 8 counts as a connection, and is read as it was written', () => {
    storeAsVersion8(RECORD);
    expect(isConnected()).to.equal(true);
    expect(getLocalStorage()).to.deep.equal(RECORD);
  });

  it('has the record that version 8 would write', async () => {
    await connect();
    const { addresses, version, updatedAt } = getLocalStorage()!;
    expect(Object.keys(getLocalStorage()!).sort()).to.deep.equal([
      'addresses',
      'updatedAt',
      'version',
    ]);
    expect(addresses.stx).to.deep.equal([STX]);
    expect(addresses.btc.map((entry) => Object.keys(entry))).to.deep.equal([
      ['symbol', 'type', 'address'],
      ['symbol', 'type', 'address'],
    ]);
    expect([version, typeof updatedAt]).to.deep.equal(['0.0.1', 'number']);
  });

  it('that is corrupt is not a connection', () => {
    localStorage.setItem('@stacks/connect', 'zz');
    expect(getLocalStorage()).to.equal(null);
    expect(isConnected()).to.equal(false);
  });

  it('has the current account first after a switch', async () => {
    storeAsVersion8({
      ...RECORD,
      addresses: { stx: [{ address: 'SP000000000000000000002Q6VF78' }], btc: [] },
    });
    await connect();
    expect(getLocalStorage()?.addresses.stx).to.deep.equal([STX]);
  });

  it('has no addresses after clearLocalStorage, but still the wallet', async () => {
    await connect();
    clearLocalStorage();
    expect(isConnected()).to.equal(false);
    expect(getSelectedProviderId()).to.equal(LEATHER);
  });

  it('keeps the addresses after clearSelectedProviderId, as in version 8', async () => {
    await connect();
    clearSelectedProviderId();
    expect(getSelectedProviderId()).to.equal(null);
    expect(isConnected()).to.equal(true);
    await request('stx_callContract', {
      contract: `${STX_ADDRESS}.counter`,
      functionName: 'count',
      functionArgs: [Cl.int(3)],
    });
    expect(page.opened).to.equal(2);
  });

  it('has the wallet that setSelectedProviderId names, so that no list is opened', async () => {
    setSelectedProviderId(LEATHER);
    expect(getSelectedProvider()).to.equal(page.leather);
    await request('getAddresses');
    expect(page.opened).to.equal(0);
    expect(isConnected()).to.equal(true);
  });
});
