import { createDAppKit } from '@mysten/dapp-kit-core';
import '@mysten/dapp-kit-core/web';
import { SuiGrpcClient } from '@mysten/sui/grpc';

const modal = document.querySelector('mysten-dapp-kit-connect-modal');
modal.instance = createDAppKit({
  networks: ['testnet'],
  createClient: (network) => new SuiGrpcClient({ network, baseUrl: 'https://fullnode.invalid' }),
  // Off, since it would load its description from another host.
  slushWalletConfig: null,
});
document.getElementById('open').onclick = () => modal.show();
performance.mark('usable');
