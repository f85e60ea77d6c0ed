import { read } from '../lib/safe-access.js';
import { defineWallet } from './standard.js';
import { satsConnect } from './xverse.js';

/** Publishes no schema. Treated like Xverse until more is known. */
export const fordefi = defineWallet({
  order: 3,
  info: {
    id: 'FordefiProviders.UtxoProvider',
    name: 'Fordefi',
    webUrl: 'https://fordefi.com',
    chromeWebStoreUrl: 'https://chromewebstore.google.com/detail/hcmehenccjdmfbojapcbcofkgdpbnlle',
  },
  ...satsConnect,
  isOwn: (provider) => read(provider, 'isFordefi') === true,
});
