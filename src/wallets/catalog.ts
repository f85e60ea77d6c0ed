import type { ProviderDescriptor } from '../wire/provider.js';

/** The wallets that this library knows, for a picker: where to get each. Icons come from the wallets. */
export const LEATHER: ProviderDescriptor = {
  id: 'LeatherProvider',
  name: 'Leather',
  webUrl: 'https://leather.io',
  chromeWebStoreUrl:
    'https://chrome.google.com/webstore/detail/hiro-wallet/ldinpeekobnhjjdofggfgjlcehhmanlj',
  mozillaAddOnsUrl: 'https://leather.io/install-extension',
  iOSAppStoreUrl: 'https://leather.io',
  googlePlayStoreUrl: 'https://leather.io',
};

export const XVERSE: ProviderDescriptor = {
  id: 'XverseProviders.BitcoinProvider',
  name: 'Xverse',
  webUrl: 'https://xverse.app',
  chromeWebStoreUrl:
    'https://chrome.google.com/webstore/detail/xverse-wallet/idnnbdplmphpflfnlkomgpfbpcgelopg',
  mozillaAddOnsUrl: 'https://xverse.app/download',
  iOSAppStoreUrl: 'https://apps.apple.com/app/xverse-bitcoin-web3-wallet/id1552272513',
  googlePlayStoreUrl: 'https://play.google.com/store/apps/details?id=com.secretkeylabs.xverse',
  openInWalletUrl: 'https://connect.xverse.app/browser?url={url}',
};

export const FORDEFI: ProviderDescriptor = {
  id: 'FordefiProviders.UtxoProvider',
  name: 'Fordefi',
  webUrl: 'https://fordefi.com',
  chromeWebStoreUrl:
    'https://chromewebstore.google.com/detail/fordefi/hcmehenccjdmfbojapcbcofkgdpbnlle',
};

export const ASIGNA: ProviderDescriptor = {
  id: 'AsignaProvider',
  name: 'Asigna',
  webUrl: 'https://asigna.io',
  webApp: true,
};
