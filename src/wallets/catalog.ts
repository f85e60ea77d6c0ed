import { read } from '../lib/safe-access.js';
import { callOkx } from './okx-provider.js';
import type { WalletProvider, KnownWallet } from './wallet.js';

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

export const asignaInfo: KnownWallet = {
  info: { id: 'AsignaProvider', name: 'Asigna', webUrl: 'https://asigna.io', webApp: true },
  /** Asigna injects nothing: it shows the page in a frame, and answers messages. */
  create(page) {
    const top = read(page, 'top');
    if (!top || top === page.self) return undefined;
    let provider: WalletProvider | undefined;
    return {
      async request(method, params) {
        // 0.9 kB, which only pages in Asigna's frame need.
        const { asignaProvider } = await import('./asigna-provider.js');
        provider ??= asignaProvider(page);
        if (!provider) throw new Error('The page that contains this frame has no origin.');
        return provider.request(method, params);
      },
    };
  },
};

export const okxInfo: KnownWallet = {
  info: {
    id: 'okxwallet.stacks',
    name: 'OKX Wallet',
    // A page with the links of all stores, which are also in RainbowKit's okxWallet.ts (2026-05).
    webUrl: 'https://okx.com/download',
    chromeWebStoreUrl: 'https://chromewebstore.google.com/detail/mcohilncbfahbmgdjkbpemcciiolgcge',
    iOSAppStoreUrl: 'https://apps.apple.com/app/id1327268470',
    googlePlayStoreUrl: 'https://play.google.com/store/apps/details?id=com.okinc.okex.gp',
    // Contains the encoded link of the app, `okx://wallet/dapp/url?dappUrl=`, so that the page is encoded twice.
    openInWalletUrl:
      'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3D%7Burl%7D',
  },
  // OKX's object has no `request`.
  create(page) {
    const stacks = read(read(page, 'okxwallet'), 'stacks');
    return stacks ? { request: (name, params) => callOkx(stacks, name, params) } : undefined;
  },
};

/**
 * The known wallets, in the order of the picker. Pages load this before the first request; the rest of a wallet loads with
 * the first request. Icons come from the wallets; `elements/internal/wallet-mark.ts` has a mark for those that have given none.
 */
export const knownWallets: readonly KnownWallet[] = [
  leatherInfo,
  xverseInfo,
  fordefiInfo,
  asignaInfo,
  okxInfo,
];
