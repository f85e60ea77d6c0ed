/**
 * One address of a wallet (B2), with what wallets add to it. The wallet's order and its extra fields
 * are kept; `symbol` is always there.
 */
export interface AddressEntry {
  readonly address: string;
  /** Hex. Empty where a wallet gives none. */
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
  readonly [extra: string]: unknown;
}

/** The result of `getAddresses` and `stx_getAddresses`. */
export interface AddressesResult {
  readonly addresses: readonly AddressEntry[];
  readonly [extra: string]: unknown;
}

/** One account of a wallet (B3). `gaiaAppKey` is key material: it is handed to the caller and never stored. */
export interface AccountEntry extends AddressEntry {
  readonly gaiaHubUrl?: string;
  readonly gaiaAppKey?: string;
}

/** The result of `stx_getAccounts`: the same list under the name of spec B3 and under SIP-030's. */
export interface AccountsResult {
  readonly addresses: readonly AccountEntry[];
  readonly accounts: readonly AccountEntry[];
  readonly [extra: string]: unknown;
}

/** B1: what `getLocalStorage()` returns. */
export interface StoredAddresses {
  readonly addresses: {
    readonly stx: readonly { readonly address: string }[];
    readonly btc: readonly { readonly address: string }[];
  };
}
