/** What the form of an address alone tells. `test` stands for every network but mainnet. */
export interface AddressKind {
  readonly chain: 'stx' | 'btc';
  readonly network: 'mainnet' | 'testnet' | 'regtest' | 'test';
}

/**
 * c32 without I, L, O and U; 28 to 41 characters, as the metadata service has it. Then the name of a
 * contract: 40 characters at most, which is all that the chain reads, though SIP-005 says 128.
 */
export const STACKS_PRINCIPAL = /^S([PMTN])[0-9A-HJKMNP-TV-Z]{26,39}(\.[a-zA-Z][\w-]{0,39})?$/;
const BECH32 = /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}$/;
/** Base58: P2PKH and P2SH, on mainnet (1, 3) or elsewhere (m, n, 2). */
const BASE58 = /^([13mn2])[1-9A-HJ-NP-Za-km-z]{24,34}$/;

/**
 * The chain and network that the form of an address proves; of a contract principal, that of its
 * address. Undefined for anything else. Checksums are the wallet's business.
 */
export function addressKind(value: unknown): AddressKind | undefined {
  if (typeof value !== 'string' || value.length > 200) return undefined;
  const version = STACKS_PRINCIPAL.exec(value)?.[1];
  if (version) {
    return { chain: 'stx', network: version === 'P' || version === 'M' ? 'mainnet' : 'testnet' };
  }
  // Bech32 may be written in capitals, for QR codes; never in both.
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
