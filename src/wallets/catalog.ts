import { read } from '../lib/safe-access.js';
import type { WalletProvider } from '../wire/provider.js';
import type { Wallet } from './wallet.js';

/**
 * The wallets that this library knows, in the order of the picker, with what is needed before a request. Icons
 * come from the wallets; `elements/internal/wallet-marks.ts` has a mark for those that have given none. The rest of
 * each wallet is in its own file, loaded with the first request (`all.ts`).
 */
export const catalog = {
  leather: {
    info: {
      id: 'LeatherProvider',
      name: 'Leather',
      webUrl: 'https://leather.io/install-extension',
      chromeWebStoreUrl:
        'https://chromewebstore.google.com/detail/ldinpeekobnhjjdofggfgjlcehhmanlj',
      iOSAppStoreUrl: 'https://apps.apple.com/app/id6499127775',
      googlePlayStoreUrl: 'https://play.google.com/store/apps/details?id=io.leather.mobilewallet',
      openInWalletUrl: 'leather://browser?url={url}',
    },
  },
  xverse: {
    info: {
      id: 'XverseProviders.BitcoinProvider',
      name: 'Xverse',
      webUrl: 'https://xverse.app/download',
      chromeWebStoreUrl:
        'https://chromewebstore.google.com/detail/idnnbdplmphpflfnlkomgpfbpcgelopg',
      iOSAppStoreUrl: 'https://apps.apple.com/app/id1552272513',
      googlePlayStoreUrl: 'https://play.google.com/store/apps/details?id=com.secretkeylabs.xverse',
      openInWalletUrl: 'https://connect.xverse.app/browser?url={url}',
    },
  },
  fordefi: {
    info: {
      id: 'FordefiProviders.UtxoProvider',
      name: 'Fordefi',
      webUrl: 'https://fordefi.com',
      chromeWebStoreUrl:
        'https://chromewebstore.google.com/detail/hcmehenccjdmfbojapcbcofkgdpbnlle',
    },
  },
  asigna: {
    info: { id: 'AsignaProvider', name: 'Asigna', webUrl: 'https://asigna.io', webApp: true },
    create: createAsignaProvider,
  },
  okx: {
    info: {
      id: 'okxwallet.stacks',
      name: 'OKX Wallet',
      // It has the links of all stores. Every page loads this file, so the link of the app is in wallet-links.ts.
      webUrl: 'https://okx.com/download',
    },
    create: createOkxProvider,
  },
} satisfies Readonly<Record<string, Pick<Wallet, 'info' | 'create'>>>;

export type WalletName = keyof typeof catalog;

export const knownWallets = Object.entries<Pick<Wallet, 'info' | 'create'>>(catalog).map(
  ([, row]) => row,
);

/** A provider for OKX's object, which has functions of its own. Its code is loaded with the first request. */
function createOkxProvider(page: Window): WalletProvider | undefined {
  const stacks = read(read(page, 'okxwallet'), 'stacks');
  return stacks
    ? { request: async (...args) => (await import('./okx-provider.js')).askOkx(stacks, ...args) }
    : undefined;
}

/** Asigna's provider, if the page is in a frame. Its code is loaded with the first request. */
function createAsignaProvider(page: Window): WalletProvider | undefined {
  const top = read(page, 'top');
  if (!top || top === page.self) return undefined;
  let provider: WalletProvider | undefined;
  return {
    async request(method, params) {
      const { requireAsignaProvider } = await import('./asigna-provider.js');
      provider ??= requireAsignaProvider(page);
      return provider.request(method, params);
    },
  };
}
