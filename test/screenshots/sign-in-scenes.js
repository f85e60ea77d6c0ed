/* Every state of the button that signs in. */
import '/src/elements/wallet-sign-in/define.ts';
import { SIGN_IN_STATES } from '/demo/fixed-sign-in.js';
import { row } from './row.js';

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

function add(state, properties) {
  const element = document.createElement('wallet-sign-in');
  Object.assign(element, SIGN_IN_STATES[state], properties);
  row().append(element);
  return element;
}

async function each(state) {
  for (const size of ['s', 'm', 'l']) {
    for (const variant of ['filled', 'outlined', 'plain']) add(state, { size, variant });
  }
  add(state, { disabled: true });
  await wait(800);
}

async function one(state) {
  add(state);
  await wait(800);
}

/* The element ignores untrusted clicks, so its controller is called. */
async function pressed(state) {
  const element = add(state);
  await element.updateComplete;
  await element.controller.signIn();
  await wait(600);
}

export const signInScenes = {
  'sign-in-signed-out': () => each('No wallet'),
  'sign-in-ready': () => each('Ready'),
  'sign-in-waiting': () => each('Waiting for the wallet'),
  'sign-in-verifying': () => one('Verifying'),
  'sign-in-refused': () => pressed('Will be refused'),
  'sign-in-failed': () => pressed('Will fail'),
  'sign-in-signed-in': () => one('Signed in'),
  'sign-in-other-account': () => one('Other account'),
};
