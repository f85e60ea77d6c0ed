import type { KnownWallet } from './wallet.js';

export const fordefiInfo: KnownWallet = {
  info: {
    id: 'FordefiProviders.UtxoProvider',
    name: 'Fordefi',
    webUrl: 'https://fordefi.com',
    chromeWebStoreUrl: 'https://chromewebstore.google.com/detail/hcmehenccjdmfbojapcbcofkgdpbnlle',
  },
};
