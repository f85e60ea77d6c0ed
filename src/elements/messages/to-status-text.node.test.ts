import { expect } from '@esm-bundle/chai';
import type { TransactionState } from '../../transactions/types.js';
import { toStatusText } from './index.js';
import { locales } from './registry.js';

const mined = { block: { height: 1 }, depth: 1, final: false };
const failed = (reason: 'response' | 'post-condition' | 'skipped'): TransactionState => ({
  ...{ status: 'failed', reason },
  ...mined,
});
const replaced = (byState: TransactionState | undefined): TransactionState => ({
  status: 'replaced',
  byState,
});
/** The English text of each state. */
const STATES: readonly (readonly [TransactionState, string])[] = [
  [{ status: 'submitted', since: 0 }, 'Sent, not seen by the network yet'],
  [{ status: 'submitted', since: 0, notFound: true }, 'Sent, but not found by the network'],
  [{ status: 'pending', since: 0 }, 'Pending'],
  [{ status: 'confirmed', ...mined }, 'Confirmed'],
  [failed('response'), 'Failed: the contract refused it'],
  [failed('post-condition'), 'Not executed: it would have moved more than allowed'],
  [failed('skipped'), 'Failed: it was not executed'],
  [replaced(undefined), 'Replaced by another transaction'],
  [
    replaced({ status: 'confirmed', ...mined }),
    'Replaced by another transaction, which is confirmed',
  ],
  [{ status: 'dropped', reason: 'expired' }, 'Dropped by the network'],
  [{ status: 'unknown', raw: 'x' }, 'Status unknown'],
  [{ status: 'untracked', reason: 'no-txid' }, 'Can\u2019t be tracked: it has no transaction ID'],
];

describe('toStatusText(state, locale)', () => {
  it('has the text that <wallet-transaction> shows of every state', async () => {
    for (const [state, text] of STATES) {
      expect(await toStatusText(state), JSON.stringify(state)).to.equal(text);
    }
  });

  it('has another text for every state in every language', async () => {
    for (const locale of Object.keys(locales)) {
      const texts = await Promise.all(STATES.map(([state]) => toStatusText(state, locale)));
      expect(new Set([...texts, ...STATES.map(([, text]) => text)]).size, locale).to.equal(24);
    }
    expect(await toStatusText('pending', 'de-CH')).to.equal(await toStatusText('pending', 'de'));
    expect(await toStatusText('pending', 'nl')).to.equal('Pending');
  });

  it('says of a status alone what is true for each of its states', async () => {
    expect(await toStatusText('pending')).to.equal('Pending');
    expect(await toStatusText('failed')).to.equal(
      'The transaction failed. Only the network fee was charged.',
    );
  });

  it('is empty before something is sent', async () => {
    expect(await toStatusText(undefined)).to.equal('');
    expect(await toStatusText(null)).to.equal('');
  });

  it('says of anything else that it does not know it', async () => {
    for (const other of ['toString', '__proto__', 5, {}, { status: 'failed', reason: 'valueOf' }]) {
      const text = await toStatusText(other as never);
      expect(text).to.match(/^(?:Status unknown|The transaction failed\..*)$/);
    }
  });
});
