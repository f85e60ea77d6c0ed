import { connectedState } from '../core/session.js';
import { expect } from '@open-wc/testing';
import { configure } from '../core/configure.js';
import { MemoryClient } from '../testing/memory-client.js';
import { freshTxid } from '../testing/transactions-service.js';
import { waitUntil } from '../testing/wait-until.js';
import { useTransaction } from './svelte.js';

const connected = (address: string, network?: string) =>
  connectedState([{ symbol: 'STX', address, publicKey: '' }], 'LeatherProvider', network);
const MAIN = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TEST = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
const NETWORKS = ['mainnet', 'testnet', 'devnet', 'mocknet'];

/** A client whose options contain a `network`. */
class ClientOfNetwork extends MemoryClient {
  readonly network = 'devnet';
}
const ON_TESTNET = new MemoryClient(connected(TEST, 'testnet')).asClient();

describe('useTransaction: the network that is read', () => {
  const read: string[] = [];
  before(() =>
    configure({
      fetch: (href) => {
        read.push(String(href));
        return Promise.resolve(Response.json({}));
      },
      stacksApi: Object.fromEntries(NETWORKS.map((name) => [name, `https://${name}.test-network`])),
      transactions: { pace: 0.01, perMinute: 100_000 },
    }),
  );

  const sent = () => ({
    txid: freshTxid(),
    network: 'mocknet',
    chain: 'stacks',
    sentAt: Date.now(),
  });
  for (const [what, expected, transaction, options] of [
    [
      'is mainnet without a wallet',
      'mainnet',
      freshTxid(),
      { client: new MemoryClient().asClient() },
    ],
    ['is that of the connected wallet', 'testnet', { txid: freshTxid() }, { client: ON_TESTNET }],
    [
      'is that of the address, if the wallet reports none',
      'testnet',
      freshTxid(),
      { client: new MemoryClient(connected(TEST)).asClient() },
    ],
    [
      'is that of the client’s options rather than that of the wallet',
      'devnet',
      freshTxid(),
      { client: new ClientOfNetwork(connected(MAIN, 'mainnet')).asClient() },
    ],
    ['is that of the event `sent`', 'mocknet', sent(), { client: ON_TESTNET }],
    ['is that of the options', 'devnet', sent(), { client: ON_TESTNET, network: 'devnet' }],
  ] as const) {
    it(what, async () => {
      const id = typeof transaction === 'string' ? transaction : transaction.txid;
      const hosts = () =>
        read.filter((href) => href.includes(id)).map((href) => new URL(href).hostname);
      const undo = useTransaction(transaction, { store: false, ...options }).subscribe(() => {});
      await waitUntil(() => hosts().length > 0);
      undo();
      expect([...new Set(hosts())]).to.deep.equal([`${expected}.test-network`]);
    });
  }

  it('is not that of a polluted Object.prototype', async () => {
    const pollution = Object.prototype as Record<string, unknown>;
    Object.assign(pollution, { network: 'mocknet', sentAt: 1_700_000_000_000 });
    const id = freshTxid();
    const hosts = () => read.filter((href) => href.includes(id));
    const undo = useTransaction({ txid: id }, { store: false, client: ON_TESTNET }).subscribe(
      () => {},
    );
    delete pollution['network'];
    delete pollution['sentAt'];
    await waitUntil(() => hosts().length > 0);
    undo();
    expect(new URL(hosts()[0]!).hostname).to.equal('testnet.test-network');
  });
});
