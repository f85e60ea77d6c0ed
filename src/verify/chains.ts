/** A network on which an account signs in. */
export type SignInChain =
  | 'stacks:mainnet'
  | 'stacks:testnet'
  | 'bitcoin:mainnet'
  | 'bitcoin:testnet'
  | 'bitcoin:signet'
  | 'bitcoin:regtest';

interface ChainFormat {
  /** The word in the first line of a message. */
  readonly name: 'Stacks' | 'Bitcoin';
  /**
   * The line `Chain ID`: of Stacks, the id of its transactions; of Bitcoin, the reference of CAIP-2 (`bip122`), the
   * first 32 hex digits of the hash of the first block. Bitcoin has no standard for this line: it is ours.
   */
  readonly id: string;
  /** The CAIP-2 namespace. */
  readonly namespace: 'stacks' | 'bip122';
  /** The form of the addresses, without contracts. Their checksums are checked with the signature. */
  readonly address: RegExp;
}

const stacks = (id: string, address: RegExp): ChainFormat => ({
  name: 'Stacks',
  namespace: 'stacks',
  id,
  address,
});
const bitcoin = (id: string, address: RegExp): ChainFormat => ({
  name: 'Bitcoin',
  namespace: 'bip122',
  id,
  address,
});

const TEST_ADDRESS = /^(?:tb1[02-9ac-hj-np-z]{6,87}|[mn2][1-9A-HJ-NP-Za-km-z]{24,34})$/;

/** c32 has no I, L, O or U, and Bech32 no 1, b, i or o after its first `1`: a confusable letter is no address. */
export const CHAINS: Readonly<Record<SignInChain, ChainFormat>> = {
  'stacks:mainnet': stacks('1', /^S[PM][0-9A-HJKMNP-TV-Z]{26,39}$/),
  'stacks:testnet': stacks('2147483648', /^S[TN][0-9A-HJKMNP-TV-Z]{26,39}$/),
  'bitcoin:mainnet': bitcoin(
    '000000000019d6689c085ae165831e93',
    /^(?:bc1[02-9ac-hj-np-z]{6,87}|[13][1-9A-HJ-NP-Za-km-z]{24,34})$/,
  ),
  'bitcoin:testnet': bitcoin('000000000933ea01ad0ee984209779ba', TEST_ADDRESS),
  'bitcoin:signet': bitcoin('00000008819873e925422c1ff0f99f7c', TEST_ADDRESS),
  'bitcoin:regtest': bitcoin(
    '0f9188f13cb7b2c71f2a335e3a4fc328',
    /^(?:bcrt1[02-9ac-hj-np-z]{6,87}|[mn2][1-9A-HJ-NP-Za-km-z]{24,34})$/,
  ),
};

const entries = Object.entries(CHAINS) as [SignInChain, ChainFormat][];

/** The chain whose message has this name and this `Chain ID`. */
export function chainOf(name: string, id: string): SignInChain | undefined {
  return entries.find(([, chain]) => chain.name === name && chain.id === id)?.[0];
}

/** True if the address is written as on one of the networks of `name`. */
export function isAddressOf(name: string, address: string): boolean {
  return entries.some(([, chain]) => chain.name === name && chain.address.test(address));
}

/** A multisig address of Stacks: the hash of a script, so no single key signs for it. */
export const isStacksMultisig = (address: string): boolean => /^S[MN]/.test(address);

/**
 * True if an address alone shows that no single key signs for it: a multisig one of Stacks, or P2WSH. A P2SH address
 * does not show what its script is.
 */
export const isMultisig = (address: string): boolean =>
  isStacksMultisig(address) || /^(?:bc|tb|bcrt)1q.{58}$/.test(address);
