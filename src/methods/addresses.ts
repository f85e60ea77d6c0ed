import type { NetworkName } from './values.js';

/**
 * One address of a wallet. Addresses keep the wallet's order and its extra fields; `symbol` is always set.
 */
export interface AddressEntry {
  /** On Stacks c32 (`SP…`), on Bitcoin bech32 or base58. */
  readonly address: string;
  /** Hex. Empty if the wallet does not provide it. */
  readonly publicKey: string;
  /** The chain of the address: Stacks or Bitcoin. */
  readonly symbol: 'STX' | 'BTC';
  /** Leather: `p2wpkh` or `p2tr`. */
  readonly type?: string;
  /** Xverse: `stacks`, `payment` or `ordinals`. */
  readonly purpose?: string;
  /** Xverse: `stacks`, `p2sh`, `p2wpkh` or `p2tr`. */
  readonly addressType?: string;
  /** The path of the key in the wallet (BIP-32), if the wallet returns it. */
  readonly derivationPath?: string;
  /** Leather: of a Taproot address, the public key in its output (BIP-341), hex. */
  readonly tweakedPublicKey?: string;
}

/** The result of `getAddresses` and `stx_getAddresses`. */
export interface AddressesResult {
  /** The addresses of the account, in the wallet's order. */
  readonly addresses: readonly AddressEntry[];
}

/** One account of a wallet. `gaiaAppKey` is key material: it is returned to the caller and never stored. */
export interface AccountEntry extends AddressEntry {
  /** The URL of the account's storage in Gaia, if the wallet has one. */
  readonly gaiaHubUrl?: string;
  /** The key to that storage, hex. Keep it secret. */
  readonly gaiaAppKey?: string;
}

/** The result of `stx_getAccounts`: the same list as `addresses` and, as SIP-030 names it, as `accounts`. */
export interface AccountsResult {
  /** The accounts, in the wallet's order. */
  readonly addresses: readonly AccountEntry[];
  /** The same list. */
  readonly accounts: readonly AccountEntry[];
}

/** The result of `getLocalStorage()`. */
export interface StoredAddresses {
  readonly addresses: {
    readonly stx: readonly { readonly address: string }[];
    readonly btc: readonly { readonly address: string }[];
  };
}

export interface GetAccountsParams {
  network?: NetworkName | undefined;
}

export interface GetAddressesParams extends GetAccountsParams {
  /** A text of at most 80 characters that Xverse shows in its window. Other wallets ignore it. */
  message?: string | undefined;
}
