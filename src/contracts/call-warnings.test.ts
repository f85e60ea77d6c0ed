import { expect } from '@open-wc/testing';
import { standardWallet } from '../testing/emulated-wallets.js';
import { freshClient } from '../testing/every-wallet.js';
import { STX_ADDRESS, TXID } from '../testing/schema-wallet.js';
import { waitUntil } from '../testing/wait-until.js';
import { contract } from './index.js';

const outputs = { type: { response: { ok: 'bool', error: 'uint128' } } } as const;
const abi = {
  functions: [
    { name: 'pledge', access: 'public', args: [{ name: 'amount', type: 'uint128' }], outputs },
    { name: 'vote', access: 'public', args: [], outputs },
    { name: 'close', access: 'public', args: [], outputs },
  ],
} as const;

describe('a call without post-conditions', () => {
  const { warn } = console;
  afterEach(() => {
    console.warn = warn;
  });

  it('is warned of once for each function, unless the page says that nothing moves, or names a mode that allows it', async () => {
    const said: string[] = [];
    console.warn = (text: string) => said.push(text);
    const wallet = standardWallet();
    wallet.results['stx_callContract'] = { txid: TXID };
    const client = freshClient().with({ provider: wallet });
    await client.connect();
    const { call } = contract(abi, { contract: `${STX_ADDRESS}.crowdfunding`, client });
    await call.pledge({ amount: 5n });
    await call.pledge({ amount: 6n });
    await call.vote({}, { postConditionMode: 'deny' });
    await call.close({}, { postConditions: [] });
    await call.close({}, { postConditionMode: 'allow' });
    await waitUntil(() => said.length >= 3, 'the warnings');
    expect(said).to.have.length(3);
    // What warns loads when the wallet is asked, so one warning may be shown before another.
    const [close, pledge, vote] = said.sort();
    expect(pledge).to.match(/^pledge: has no post-conditions: .* aborts if .* moves .*`Pc`/);
    expect(pledge).to.contain('`postConditions: []`');
    expect(vote).to.match(/^vote: has no post-conditions: /);
    expect(close).to.match(/^close: with postConditionMode "allow"/);
  });
});
