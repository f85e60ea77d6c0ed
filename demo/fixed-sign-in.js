/* Controllers of a sign-in with a fixed state, to look at `<wallet-sign-in>` in each state. */
import { CONNECTED, DISCONNECTED, fixedStateClient } from './fixed-clients.js';

const account = { chain: 'stacks:mainnet', address: CONNECTED.addresses[0].address };
const other = { chain: 'stacks:mainnet', address: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE' };

const READY = { status: 'ready', account };
const SIGNED_IN = { status: 'signed-in', account, other: undefined };
const failed = (code) => ({ status: 'failed', code, retry: true, account });

/** `answer`: the state after a press of the button. Default: the wallet does not answer. */
function fixed(state, answer = { status: 'signing', account }, wallet = CONNECTED) {
  const listeners = new Set();
  const set = async (next) => {
    controller.state = { ...next };
    for (const listener of listeners) listener();
  };
  const controller = {
    state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // The next element starts with this state.
        controller.state = state;
      };
    },
    prepare: async () => {},
    signIn: () => set(answer),
    signOut: () => set(READY),
    refresh: () => set(state),
    cancel() {},
  };
  return { controller, client: fixedStateClient(wallet) };
}

export const SIGN_IN_STATES = {
  'Before the server answers': fixed({ status: 'unknown', account: undefined }),
  'No wallet': fixed({ status: 'signed-out', account: undefined }, undefined, DISCONNECTED),
  Ready: fixed(READY),
  'Waiting for the wallet': fixed({ status: 'signing', account }),
  Verifying: fixed({ status: 'verifying', account }),
  'Signed in': fixed(SIGNED_IN),
  'Other account': fixed({ ...SIGNED_IN, other }),
  'Will be refused': fixed(READY, failed('user-rejected')),
  'Will fail': fixed(READY, failed('server-refused')),
  'Account that cannot': fixed(READY, { ...failed('multisig-unsupported'), retry: false }),
};
