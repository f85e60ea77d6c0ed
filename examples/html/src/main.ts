import { getDefaultClient } from 'stacks-wallet-elements';
import 'stacks-wallet-elements/define/ft-metadata-card';
import 'stacks-wallet-elements/define/wallet-account';
import 'stacks-wallet-elements/define/wallet-connect-button';
import 'stacks-wallet-elements/define/wallet-context';
import 'stacks-wallet-elements/define/wallet-request-button';
import 'stacks-wallet-elements/define/wallet-sign-in';
import 'stacks-wallet-elements/reserve.css';
import { transferToken } from './token';

// The development wallet: a production build leaves it out.
if (import.meta.env.DEV) void import('stacks-wallet-elements/dev-wallet/install');

const client = getDefaultClient();
const address = document.querySelector('[data-testid=address]')!;
const transfer = document.querySelector('wallet-request-button')!;

/** The transfer has the sender in its params, so it needs the connected account. */
function show() {
  const { stxAddress } = client.state;
  address.textContent = stxAddress ?? '';
  transfer.disabled = !stxAddress;
  if (stxAddress) transfer.params = transferToken(stxAddress);
}
client.subscribe(show);
show();
