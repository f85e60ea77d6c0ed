import type { KnownWallet } from './wallet.js';

export const xverseInfo: KnownWallet = {
  info: {
    id: 'XverseProviders.BitcoinProvider',
    name: 'Xverse',
    webUrl: 'https://xverse.app/download',
    chromeWebStoreUrl: 'https://chromewebstore.google.com/detail/idnnbdplmphpflfnlkomgpfbpcgelopg',
    iOSAppStoreUrl: 'https://apps.apple.com/app/id1552272513',
    googlePlayStoreUrl: 'https://play.google.com/store/apps/details?id=com.secretkeylabs.xverse',
    openInWalletUrl: 'https://connect.xverse.app/browser?url={url}',
  },
};

export const fordefiInfo: KnownWallet = {
  info: {
    id: 'FordefiProviders.UtxoProvider',
    name: 'Fordefi',
    webUrl: 'https://fordefi.com',
    chromeWebStoreUrl: 'https://chromewebstore.google.com/detail/hcmehenccjdmfbojapcbcofkgdpbnlle',
  },
};
