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
  /** A pattern of the addresses, without contracts. Their checksums are checked with the signature. */
  readonly address: string;
}

/** c32 has no I, L, O or U, and Bech32 no 1, b, i or o after its first `1`: a confusable letter is no address. */
const c32 = (versions: string) => `S[${versions}][0-9A-HJKMNP-TV-Z]{26,39}`;
const bitcoinAddress = (bech32: string, base58: string) =>
  `${bech32}1[02-9ac-hj-np-z]{6,87}|[${base58}][1-9A-HJ-NP-Za-km-z]{24,34}`;

const chain = (name: ChainFormat['name'], id: string, address: string): ChainFormat => ({
  name,
  id,
  address,
});

/** By their names. */
export const CHAINS: Readonly<Record<SignInChain, ChainFormat>> = {
  'stacks:mainnet': chain('Stacks', '1', c32('PM')),
  'stacks:testnet': chain('Stacks', '2147483648', c32('TN')),
  'bitcoin:mainnet': chain(
    'Bitcoin',
    '000000000019d6689c085ae165831e93',
    bitcoinAddress('bc', '13'),
  ),
  'bitcoin:testnet': chain(
    'Bitcoin',
    '000000000933ea01ad0ee984209779ba',
    bitcoinAddress('tb', 'mn2'),
  ),
  'bitcoin:signet': chain(
    'Bitcoin',
    '00000008819873e925422c1ff0f99f7c',
    bitcoinAddress('tb', 'mn2'),
  ),
  'bitcoin:regtest': chain(
    'Bitcoin',
    '0f9188f13cb7b2c71f2a335e3a4fc328',
    bitcoinAddress('bcrt', 'mn2'),
  ),
};

const entries = Object.entries(CHAINS) as [SignInChain, ChainFormat][];

/** A regular expression of the names of the chains. */
export const CHAIN_NAMES = entries.map(([name]) => name).join('|');

const isOn = (chain: ChainFormat, address: string) =>
  new RegExp(`^(?:${chain.address})$`).test(address);

/** The chains, by name, on which an address is written in this way. Test networks of Bitcoin share addresses. */
export const chainsOf = (address: string): readonly SignInChain[] =>
  entries.flatMap(([name, each]) => (isOn(each, address) ? name : []));

/** The chain whose message has this name and this `Chain ID`. */
export function chainOf(name: string, id: string): SignInChain | undefined {
  return entries.find(([, chain]) => chain.name === name && chain.id === id)?.[0];
}

/** True if the address is written as on one of the networks of `name`. */
export function isAddressOf(name: string, address: string): boolean {
  return entries.some(([, chain]) => chain.name === name && isOn(chain, address));
}

/**
 * True if an address alone shows that no single key signs for it: a multisig one of Stacks, or P2WSH. A P2SH address
 * does not show what its script is.
 */
export const isMultisig = (address: string): boolean =>
  /^(?:S[MN]|(?:bc|tb|bcrt)1q.{58}$)/.test(address);
