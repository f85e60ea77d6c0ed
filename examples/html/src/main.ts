import { configure, getDefaultClient } from 'stacks-wallet-elements';
import 'stacks-wallet-elements/define/ft-metadata-card';
import 'stacks-wallet-elements/define/wallet-connect-button';
import 'stacks-wallet-elements/define/wallet-request-button';
import 'stacks-wallet-elements/define/wallet-sign-in';
import 'stacks-wallet-elements/reserve.css';
import { NETWORK, TOKEN, transferToken } from './token';

configure({ network: NETWORK });

// The development wallet: a production build leaves it out.
if (import.meta.env.DEV) void import('stacks-wallet-elements/dev-wallet/install');

document.querySelector('ft-metadata-card')!.principal = TOKEN;

const client = getDefaultClient();
const hint = document.querySelector<HTMLElement>('#hint')!;
const transfer = document.querySelector<HTMLElement>('#transfer')!;

/** The transfer has the sender in its params, so it needs the connected account. */
function show() {
  const { stxAddress } = client.state;
  hint.hidden = Boolean(stxAddress);
  transfer.hidden = !stxAddress;
  if (stxAddress)
    transfer.querySelector('wallet-request-button')!.params = transferToken(stxAddress);
}
client.subscribe(show);
show();
