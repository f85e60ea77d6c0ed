import { request } from 'stacks-wallet-elements';
import 'stacks-wallet-elements/define';

const transfer = {
  recipient: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
  amount: '1000000', // micro-STX
};

export const sign = (message) => request('stx_signMessage', { message });
export const send = () => request('stx_transferStx', transfer);

/** The button of the app, which sends 1 STX. */
export function addButton(root) {
  const button = root.ownerDocument.createElement('wallet-request-button');
  Object.assign(button, { method: 'stx_transferStx', params: transfer, textContent: 'Pay' });
  root.append(button);
  return button;
}
