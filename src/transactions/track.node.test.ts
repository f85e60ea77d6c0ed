import { assert } from '@esm-bundle/chai';
import {
  freshTxid,
  mined,
  PENDING,
  SENDER_ROW,
  transactionsService,
} from '../testing/transactions-service.js';
import { TransactionError, trackTransaction } from './index.js';

describe('trackTransaction', () => {
  it('reads other transactions after a listener has stopped a handle that follows its replacement', async () => {
    const { network, rows } = transactionsService();
    const [id, replacement, other] = [freshTxid(), freshTxid(), freshTxid()];
    const isReplaced = { tx_status: 'dropped_replace_by_fee', replaced_by_tx_id: replacement };
    rows.set(id, { ...SENDER_ROW, ...isReplaced });
    rows.set(replacement, PENDING);
    rows.set(other, mined('success'));
    const handle = trackTransaction(id, { network, followReplacement: true });
    handle.subscribe(() => {
      if (handle.state.status === 'replaced') handle.stop();
    });
    const error: unknown = await handle.until('confirmed').catch((reason: unknown) => reason);
    assert.instanceOf(error, TransactionError);
    assert.strictEqual(error.code, 'stopped');
    const { status } = await trackTransaction(other, { network }).until('confirmed', {
      timeout: 10_000,
    });
    assert.strictEqual(status, 'confirmed');
  });
});
