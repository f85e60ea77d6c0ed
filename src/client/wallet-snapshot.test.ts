import { expect } from '@open-wc/testing';
import { MemoryClient } from '../testing/memory-client.js';
import type { Connected } from './types.js';
import { walletSnapshot, watchWallet, type WalletSnapshot } from './wallet-snapshot.js';

const BTC = {
  address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  publicKey: '',
  symbol: 'BTC',
} as const;
const STX = {
  address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
  publicKey: '',
  symbol: 'STX',
} as const;
const CONNECTED: Connected = {
  status: 'connected',
  providerId: 'LeatherProvider',
  addresses: [BTC, STX],
  network: 'mainnet',
};
const NOTHING = {
  address: undefined,
  stxAddress: undefined,
  addresses: [],
  network: undefined,
  providerId: undefined,
};

describe('walletSnapshot(client)', () => {
  it('has the state in one object, which stays the same until the state changes', () => {
    const client = new MemoryClient(CONNECTED);
    const snapshot = walletSnapshot(client);
    expect(snapshot).to.deep.equal({
      ...CONNECTED,
      address: STX.address,
      stxAddress: STX.address,
    });
    expect(walletSnapshot(client)).to.equal(snapshot);
    client.state = { ...CONNECTED, addresses: [BTC] };
    expect(walletSnapshot(client)).to.include({ address: BTC.address, stxAddress: undefined });
  });

  it('is the previous connection while a connected user connects again', () => {
    const client = new MemoryClient(CONNECTED);
    const before = walletSnapshot(client);
    client.state = { status: 'connecting', previous: CONNECTED };
    expect(walletSnapshot(client)).to.equal(before);
    client.state = { status: 'connecting', previous: { status: 'disconnected' } };
    expect(walletSnapshot(client)).to.deep.equal({ ...NOTHING, status: 'connecting' });
  });
});

describe('watchWallet(listener)', () => {
  it('calls the listener immediately and after every change, until it is removed', () => {
    const client = new MemoryClient();
    const seen: WalletSnapshot['status'][] = [];
    const undo = watchWallet(({ status }) => seen.push(status), client);
    client.state = CONNECTED;
    client.state = { status: 'connecting', previous: CONNECTED };
    client.disconnect();
    undo();
    client.state = CONNECTED;
    expect(seen).to.deep.equal(['disconnected', 'connected', 'disconnected']);
    expect(client.followers).to.equal(0);
  });
});
