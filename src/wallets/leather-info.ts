import type { KnownWallet } from './wallet.js';

export const leatherInfo: KnownWallet = {
  info: {
    id: 'LeatherProvider',
    name: 'Leather',
    webUrl: 'https://leather.io/install-extension',
    chromeWebStoreUrl: 'https://chromewebstore.google.com/detail/ldinpeekobnhjjdofggfgjlcehhmanlj',
    iOSAppStoreUrl: 'https://apps.apple.com/app/id6499127775',
    googlePlayStoreUrl: 'https://play.google.com/store/apps/details?id=io.leather.mobilewallet',
    openInWalletUrl: 'leather://browser?url={url}',
  },
};
