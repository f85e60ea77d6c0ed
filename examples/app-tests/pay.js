import { request } from 'stacks-wallet-elements';
import 'stacks-wallet-elements/define';
import { trackTransaction } from 'stacks-wallet-elements/transactions';

const transfer = {
  recipient: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
  amount: '1000000', // micro-STX
};

export const sign = (message) => request('stx_signMessage', { message });
export const send = () => request('stx_transferStx', transfer);

/** The page of the app: a button that connects, and one that sends 1 STX. Says when it is in a block. */
export function showApp(root) {
  root.innerHTML = `
    <wallet-connect-button></wallet-connect-button>
    <wallet-request-button method="stx_transferStx">Pay</wallet-request-button>
    <output></output>`;
  const button = root.querySelector('wallet-request-button');
  button.params = transfer;
  button.addEventListener('wallet-request-success', async ({ result }) => {
    await trackTransaction(result).until('confirmed');
    root.querySelector('output').textContent = 'Paid';
  });
}
