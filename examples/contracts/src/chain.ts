/*
 * The contracts of these pages, except sBTC, exist only on the simulated chain that `npm start` of the repository serves.
 * A real app does not have this file.
 */
import { configure } from 'stacks-wallet-elements';

const chainUrl = import.meta.env.VITE_CHAIN as string | undefined;
if (chainUrl) {
  configure({ stacksApi: { mainnet: chainUrl, testnet: chainUrl } });
  const { installDevWallet } = await import('stacks-wallet-elements/dev-wallet');
  window.devWallet = installDevWallet({ chainUrl });
}
