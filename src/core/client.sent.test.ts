import { expect } from '@open-wc/testing';
import { contract } from '../contracts/index.js';
import { installed, type Installed } from '../testing/element-helpers.js';
import { ADDRESSES, answering, BTC_ADDRESS, STX_ADDRESS } from '../testing/fake-wallet.js';
import { transferOf } from '../testing/transactions.js';
import { waitUntil } from '../testing/wait-until.js';
import { clearRecentTransactions, recentTransactions, trackSent } from '../transactions/index.js';
import { configure } from './configure.js';
import type { SentTransaction } from './types.js';

const TXID = 'ab'.repeat(32);
const TRANSFER = { recipient: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE', amount: 5n };

describe("client.on('sent')", () => {
  let page: Installed;
  afterEach(() => page.uninstall());

  async function listening(results: Readonly<Record<string, unknown>>) {
    page = await installed({
      connected: true,
      behaviour: answering({ getAddresses: { addresses: ADDRESSES }, ...results }),
    });
    const sent: SentTransaction[] = [];
    page.client.on('sent', (one) => sent.push(one));
    return { ...page, sent };
  }

  it('calls the listener with the id, chain, network and account of the sent transaction', async () => {
    const { client, sent } = await listening({
      stx_transferStx: { txid: TXID },
      sendTransfer: { txid: TXID },
    });
    const before = Date.now();
    await client.request('stx_transferStx', TRANSFER);
    await client.with({ network: 'mainnet' }).request('sendTransfer', {
      recipients: [{ address: BTC_ADDRESS, amount: 5n }],
    });
    await waitUntil(() => sent.length === 2);
    const common = { txid: TXID, network: 'mainnet' };
    expect(sent[0]).to.include({ ...common, chain: 'stacks', method: 'stx_transferStx' });
    expect(sent[0]!.account).to.equal(STX_ADDRESS);
    expect(sent[0]!.sentAt).to.be.within(before, Date.now());
    expect(sent[1]).to.include({ ...common, chain: 'bitcoin', account: BTC_ADDRESS });
  });

  it('has the exact amount of a transfer that was checked, and of nothing else', async () => {
    const { client, sent } = await listening({
      stx_transferStx: { txid: TXID },
      stx_transferSip10Ft: { txid: TXID },
      sendTransfer: { txid: TXID },
      stx_callContract: { txid: TXID },
    });
    const { recipient } = TRANSFER;
    const asset = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token::honey';
    const most = (2n ** 128n - 1n).toString();
    await client.request('stx_transferStx', { recipient, amount: 20_000_000 });
    await client.request('stx_transferSip10Ft', { recipient, amount: most, asset });
    await client.with({ network: 'mainnet' }).request('sendTransfer', {
      recipients: [
        { address: BTC_ADDRESS, amount: 700n },
        { address: BTC_ADDRESS, amount: '301' },
      ],
    });
    const call = { contract: asset.split('::')[0]! as `${string}.${string}`, functionName: 'burn' };
    await client.request('stx_callContract', call);
    const asIs = { enableOverrides: false } as const;
    await client.request(asIs, 'stx_transferStx', { recipient, amount: 5 });
    await waitUntil(() => sent.length === 5);
    expect(sent.map(({ amount }) => amount)).to.deep.equal([
      { value: '20000000', asset: 'stx' },
      { value: most, asset },
      { value: '1001', asset: 'btc' },
      undefined,
      undefined,
    ]);
  });

  it('has the label of the request, which the wallet does not get, for the list of recent transactions', async () => {
    clearRecentTransactions();
    const { client, sent, wallet } = await listening({
      stx_transferStx: { txid: TXID },
      stx_callContract: { txid: 'cd'.repeat(32) },
    });
    const end = trackSent(client, undefined, { network: 'devnet' });
    await client.request({ label: 'Tip' }, 'stx_transferStx', TRANSFER);
    const abi = {
      functions: [{ name: 'claim', access: 'public', args: [], outputs: { type: 'bool' } }],
    } as const;
    const { call } = contract(abi, { contract: `${STX_ADDRESS}.points`, client });
    await call.claim({}, { label: 'Claim points', postConditions: [] });
    await waitUntil(() => recentTransactions().length === 2);
    expect(sent.map(({ label }) => label)).to.deep.equal(['Tip', 'Claim points']);
    expect(
      recentTransactions()
        .map(({ label }) => label)
        .sort(),
    ).to.deep.equal(['Claim points', 'Tip']);
    expect(JSON.stringify(wallet.calls))
      .to.contain('claim')
      .and.not.contain('Tip')
      .and.not.contain('Claim points');
    for (const label of [5, {}]) {
      const error: unknown = await client
        .request({ label: label as never }, 'stx_transferStx', TRANSFER)
        .catch((thrown: unknown) => thrown);
      expect((error as Error).message)
        .to.contain('`label`')
        .and.contain('a string');
    }
    expect(() => configure({ label: 'x' } as never)).to.throw('`label`');
    end();
    clearRecentTransactions();
  });

  it('does not call the listener for what was only signed or is not a transaction', async () => {
    const { client, sent } = await listening({
      stx_transferStx: { txid: '', transaction: (await transferOf(TRANSFER)).transaction },
      stx_getAddresses: { addresses: ADDRESSES, txid: TXID },
      stx_unknown: { txid: TXID },
    });
    await client.request('stx_transferStx', TRANSFER);
    await client.request('stx_getAddresses');
    await client.request('stx_unknown');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent).to.deep.equal([]);
  });

  it('does not call a listener that was removed, and changes no result', async () => {
    const { client, sent } = await listening({ stx_transferStx: { txid: TXID, more: 1 } });
    let calls = 0;
    client.on('sent', () => (calls += 1))();
    expect(await client.request('stx_transferStx', TRANSFER)).to.deep.equal({
      txid: TXID,
    });
    expect(sent).to.deep.equal([]);
    await waitUntil(() => sent.length === 1);
    expect(calls).to.equal(0);
  });
});
