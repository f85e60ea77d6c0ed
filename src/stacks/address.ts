/** The chain and network of an address, known from its format alone. `test`: any network except mainnet. */
export interface AddressKind {
  readonly chain: 'stx' | 'btc';
  readonly network: 'mainnet' | 'testnet' | 'regtest' | 'test';
}

/** The network of an address. A Base58 address of a test network may be on any of them: `testnet`. */
export function networkOfKind(kind: AddressKind | undefined): string | undefined {
  return kind?.network === 'test' ? 'testnet' : kind?.network;
}

/**
 * 28 to 41 characters of c32 (no I, L, O or U), as in the metadata service. Then an optional contract name of
 * at most 40 characters: nodes accept no more, although SIP-005 allows 128.
 */
export const STACKS_PRINCIPAL = /^S([PMTN])[0-9A-HJKMNP-TV-Z]{26,39}(\.[a-zA-Z][\w-]{0,39})?$/;
const BECH32 = /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}$/;
/** Base58: P2PKH and P2SH, on mainnet (1, 3) or on a test network (m, n, 2). */
const BASE58 = /^([13mn2])[1-9A-HJ-NP-Za-km-z]{24,34}$/;

/**
 * The chain and network of an address or contract principal, from its format. Undefined for anything else.
 * Does not verify the checksum; the wallet does.
 */
export function addressKind(value: unknown): AddressKind | undefined {
  if (typeof value !== 'string' || value.length > 200) return undefined;
  const version = STACKS_PRINCIPAL.exec(value)?.[1];
  if (version) {
    return { chain: 'stx', network: version === 'P' || version === 'M' ? 'mainnet' : 'testnet' };
  }
  // Bech32 may be written in upper case, for QR codes, but not in mixed case.
  const bech32 = BECH32.exec(value === value.toUpperCase() ? value.toLowerCase() : value)?.[1];
  if (bech32) {
    return {
      chain: 'btc',
      network: bech32 === 'bc' ? 'mainnet' : bech32 === 'tb' ? 'testnet' : 'regtest',
    };
  }
  const base58 = BASE58.exec(value)?.[1];
  if (base58) return { chain: 'btc', network: '13'.includes(base58) ? 'mainnet' : 'test' };
  return undefined;
}
