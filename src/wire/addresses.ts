/**
 * One address of a wallet. Addresses keep the wallet's order and its extra fields; `symbol` is always set.
 */
export interface AddressEntry {
  readonly address: string;
  /** Hex. Empty if the wallet does not provide it. */
  readonly publicKey: string;
  readonly symbol: 'STX' | 'BTC';
  /** Leather: `p2wpkh` or `p2tr`. */
  readonly type?: string;
  /** Xverse: `stacks`, `payment` or `ordinals`. */
  readonly purpose?: string;
  /** Xverse: `stacks`, `p2sh`, `p2wpkh` or `p2tr`. */
  readonly addressType?: string;
  readonly derivationPath?: string;
  readonly tweakedPublicKey?: string;
}

/** The result of `getAddresses` and `stx_getAddresses`. */
export interface AddressesResult {
  readonly addresses: readonly AddressEntry[];
}

/** One account of a wallet. `gaiaAppKey` is key material: it is returned to the caller and never stored. */
export interface AccountEntry extends AddressEntry {
  readonly gaiaHubUrl?: string;
  readonly gaiaAppKey?: string;
}

/** The result of `stx_getAccounts`: the same list as `addresses` and, as SIP-030 names it, as `accounts`. */
export interface AccountsResult {
  readonly addresses: readonly AccountEntry[];
  readonly accounts: readonly AccountEntry[];
}

/** The result of `getLocalStorage()`. */
export interface StoredAddresses {
  readonly addresses: {
    readonly stx: readonly { readonly address: string }[];
    readonly btc: readonly { readonly address: string }[];
  };
}
