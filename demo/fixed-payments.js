/* Watchers of a payment with a fixed state, to look at `<wallet-pay-button>` in each state. */
import { CONNECTED, DISCONNECTED, fixedStateClient } from './fixed-clients.js';

const txid = `0x${'5a'.repeat(32)}`;
const failed = (code, more) => ({
  ...{ status: 'failed', code, error: undefined, txid: undefined, retry: true },
  ...more,
});
const SENT = { txid, retry: false };

/** `answer`: the state after a press. Default: the wallet does not answer. */
function fixed(state, answer = { status: 'confirming' }, wallet = CONNECTED) {
  const listeners = new Set();
  const watcher = {
    state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // The next element starts with this state.
        watcher.state = state;
      };
    },
    async pay() {
      watcher.state = { ...answer };
      for (const listener of listeners) listener();
    },
    prepare: async () => {},
  };
  return { watcher, client: fixedStateClient(wallet) };
}

const IDLE = { status: 'idle' };

export const PAYMENT_STATES = {
  Ready: fixed(IDLE),
  'No wallet': fixed(IDLE, undefined, DISCONNECTED),
  'Several assets': {
    ...fixed(IDLE, undefined, DISCONNECTED),
    attributes: { accepts: 'sbtc:2500 stx:5000000 usdcx:990000' },
  },
  'Several assets, connected': {
    ...fixed(IDLE),
    attributes: { accepts: 'sbtc:2500 stx:5000000 usdcx:990000' },
  },
  'Waiting for the wallet': fixed({ status: 'confirming' }),
  Sent: fixed({ status: 'sent', txid }),
  Seen: fixed({ status: 'seen', txid }),
  Paid: fixed({ status: 'paid', txid }),
  'Will be refused': fixed(IDLE, failed('user-rejected')),
  'Will fail': fixed(IDLE, failed('wallet-failed', { error: new Error('Not enough STX.') })),
  'Failed on the network': fixed(failed('failed', { ...SENT, retry: true })),
  'Another amount': fixed(failed('wrong-amount', SENT)),
  'Too late': fixed(failed('expired', SENT)),
  'Time is over': { attributes: { expires: '2025-01-01T00:00Z' }, ...fixed(IDLE) },
};
