/**
 * `mainnet`, `testnet`, `devnet` or `regtest`, in upper or lower case, or any name that the wallet supports.
 * Default: mainnet. A wallet whose requests have no field for the network must report that it is on this one.
 */
export type NetworkName = 'mainnet' | 'testnet' | 'devnet' | 'regtest' | (string & {});

/** What an address shows by its format alone. `test`: any network except mainnet. */
export interface AddressFormat {
  readonly chain: 'stacks' | 'bitcoin';
  readonly network: 'mainnet' | 'testnet' | 'regtest' | 'test';
}

/**
 * The second letter is the version of the address. Then 26 to 39 more digits of c32 (no I, L, O or U), as in the
 * metadata service, and perhaps a contract name of at most 40 characters: nodes accept no more, although SIP-005
 * allows 128.
 */
const STACKS_PRINCIPAL = /^S([PMTN])[0-9A-HJKMNP-TV-Z]{26,39}(\.[a-zA-Z][\w-]{0,39})?$/;
const BECH32 = /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}$/;
/** Base58: P2PKH and P2SH, on mainnet (1, 3) or on a test network (m, n, 2). */
const BASE58 = /^([13mn2])[1-9A-HJ-NP-Za-km-z]{24,34}$/;

/** By the letters of {@link STACKS_PRINCIPAL} and the prefixes of Bech32 and Base58. */
const NETWORKS: Readonly<Record<string, AddressFormat['network']>> = {
  P: 'mainnet',
  M: 'mainnet',
  T: 'testnet',
  N: 'testnet',
  bc: 'mainnet',
  tb: 'testnet',
  bcrt: 'regtest',
  '1': 'mainnet',
  '3': 'mainnet',
  m: 'test',
  n: 'test',
  '2': 'test',
};

/** Unlike `toLowerCase()`, it leaves letters of other scripts as they are: the Kelvin sign (U+212A) would become `k`. */
export const toAsciiLowerCase = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * The chain and network of an address or contract principal, from its format. Undefined for anything else.
 * Does not verify the checksum.
 */
export function getAddressFormat(value: unknown): AddressFormat | undefined {
  if (typeof value !== 'string' || value.length > 200) return undefined;
  const version = STACKS_PRINCIPAL.exec(value)?.[1];
  if (version !== undefined) return { chain: 'stacks', network: NETWORKS[version]! };
  // Bech32 may be written in upper case, for QR codes, but not in mixed case.
  const oneCase = /[a-z]/.test(value) ? value : toAsciiLowerCase(value);
  const prefix = BECH32.exec(oneCase)?.[1] ?? BASE58.exec(value)?.[1];
  return prefix === undefined ? undefined : { chain: 'bitcoin', network: NETWORKS[prefix]! };
}

/** A bech32 address in lower case. Upper case is the same address, but wallets compare the letters. */
export function canonicalAddress(address: string): string {
  return /^(BC|TB|BCRT)1/.test(address) ? toAsciiLowerCase(address) : address;
}

/** The network of an address. A Base58 address of a test network may be on any of them: `testnet`. */
export function getNetwork(address: unknown): 'mainnet' | 'testnet' | 'regtest' | undefined {
  const network = getAddressFormat(address)?.network;
  return network === 'test' ? 'testnet' : network;
}

/**
 * True if an address alone shows that no single key signs for it: a multisig one of Stacks, or P2WSH. A P2SH address
 * does not show what its script is.
 */
export const isMultisig = (address: string): boolean =>
  /^(?:S[MN]|(?:bc|tb|bcrt)1q.{58}$)/.test(address);

/**
 * The bytes that show the network of an address, with one key and with several, and of a transaction: its version and
 * chain id, in hex (SIP-005). All test networks share those of testnet, except that a chain of one's own may have
 * another chain id.
 */
export const NETWORK_BYTES = {
  mainnet: { single: 22, several: 20, header: '0000000001' },
  testnet: { single: 26, several: 21, header: '8080000000' },
} as const;

/** The digits of c32. The version of an address is its second character. */
export const C32_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The hex of digits of c32, without leading zeros. Four digits of c32 are five of hex: 20 bits. Not bigint, which takes ten
 * times as long: an answer may have thousands of addresses.
 */
export function c32ToHex(digits: string): string {
  let hex = '';
  for (let end = digits.length; end > 0; end -= 4) {
    let bits = 0;
    for (let at = Math.max(end - 4, 0); at < end; at++) {
      bits = bits * 32 + C32_DIGITS.indexOf(digits.charAt(at));
    }
    hex = bits.toString(16).padStart(5, '0') + hex;
  }
  return hex.replace(/^0+/, '');
}

/**
 * True if the same keys sign for two Stacks addresses, which may be of two networks. Does not verify checksums, which
 * differ between networks.
 */
export function isSameSigner(first: string, second: string): boolean {
  // The last four bytes are the checksum.
  const hash = (address: string) => c32ToHex(address.slice(2)).slice(0, -8);
  return (
    first === second || (isMultisig(first) === isMultisig(second) && hash(first) === hash(second))
  );
}

/** The parts of a principal or an asset identifier. */
interface PrincipalParts {
  readonly address: string;
  /** The contract name; undefined for an address alone. */
  readonly contract: string | undefined;
  /** The asset name; undefined for a principal. */
  readonly asset: string | undefined;
}

/**
 * Splits `<address>`, `<address>.<contract-name>` or `<address>.<contract-name>::<asset-name>` into its parts.
 * Undefined if the whole value has none of these forms. Does not verify the checksum of the address.
 */
export function parsePrincipal(value: unknown): PrincipalParts | undefined {
  if (typeof value !== 'string' || value.length > 250) return undefined;
  const [principal = '', asset, ...more] = value.split('::', 3);
  const [address = '', contract] = principal.split('.', 2);
  const isAsset = contract !== undefined && more.length === 0 && isAssetName(asset);
  return STACKS_PRINCIPAL.test(principal) && (asset === undefined || isAsset)
    ? { address, contract, asset }
    : undefined;
}

/** What a contract name and an asset name must be, for errors. */
export const CONTRACT_NAME =
  'a contract name: a letter, then at most 39 letters, digits, hyphens or underscores';
export const ASSET_NAME =
  'a name: a letter, then at most 127 letters, digits or characters of `-_!?+<>=/*`';

/** True for a letter followed by at most 39 letters, digits, hyphens or underscores. */
export function isContractName(value: unknown): value is string {
  return typeof value === 'string' && /^[a-zA-Z][\w-]{0,39}$/.test(value);
}

/** True for a Clarity name that begins with a letter, as all names that a contract defines do (SIP-005). */
export function isAssetName(value: unknown): value is string {
  return typeof value === 'string' && /^[a-zA-Z][\w!?+<>=/*-]{0,127}$/.test(value);
}

type NetworkFamily = 'mainnet' | 'testnet' | 'regtest';
/** The known networks. Networks with the same format of Bitcoin addresses form a family. */
const FAMILIES: Readonly<Record<NetworkFamily, string>> = {
  mainnet: 'mainnet',
  testnet: 'testnet testnet4 signet sbtcTestnet',
  regtest: 'regtest devnet mocknet sbtcDevenv',
};

/** By name, in lower case. */
const KNOWN = new Map(
  Object.entries(FAMILIES).flatMap(([family, names]) =>
    names
      .split(' ')
      .map((name) => [name.toLowerCase(), { name, family: family as NetworkFamily }] as const),
  ),
);

/** The names of the known networks, in their usual case. */
export const KNOWN_NETWORKS: readonly string[] = [...KNOWN.values()].map(({ name }) => name);

/** A known name in its usual case; an unknown name unchanged. */
export function normalizeNetwork(network: string): string {
  return KNOWN.get(toAsciiLowerCase(network))?.name ?? network;
}

/** The family of a network name, in upper or lower case. Undefined for an unknown name. */
export function getNetworkFamily(network: string): NetworkFamily | undefined {
  return KNOWN.get(toAsciiLowerCase(network))?.family;
}

/** True unless the format of the address is that of another network. */
export const canBeOn = (format: AddressFormat, network: string): boolean =>
  isOfFamily(format, getNetworkFamily(network));

/** The same for a family of networks. Undefined: a network that is not known, which has any format. */
export function isOfFamily(format: AddressFormat, family: NetworkFamily | undefined): boolean {
  if (family === undefined) return true;
  if (format.network === 'mainnet' || family === 'mainnet') return format.network === family;
  // All test networks share one format for Stacks addresses, and one for base58 addresses of Bitcoin.
  return format.chain === 'stacks' || format.network === 'test' || format.network === family;
}

/**
 * The network of an address or a contract: the first of these that it can be on, else the one that its format shows.
 * Undefined for anything else.
 */
export function chooseNetwork(
  address: unknown,
  ...names: readonly (string | undefined)[]
): string | undefined {
  const format = getAddressFormat(address);
  return format && (names.find((name) => name && canBeOn(format, name)) ?? getNetwork(address));
}

/**
 * True if a request for `requested` can be sent to a wallet that is on `reported` and whose requests have no
 * field for the network. Also true if either is unknown. Test networks are only distinguished as public or
 * local: a wallet reports one name for two chains, whose names may differ (Bitcoin's signet is used with
 * Stacks' testnet).
 */
export function isSameNetwork(
  requested: string | undefined,
  reported: string | undefined,
): boolean {
  if (reported === undefined || requested === undefined) return true;
  const getKind = (network: string) => getNetworkFamily(network) ?? toAsciiLowerCase(network);
  return getKind(requested) === getKind(reported);
}

/**
 * The public Stacks APIs, which also have the metadata of tokens. Their rate limits: site/guide/tokens.md. A local chain
 * has none: the nonces and transactions of another chain would be wrong there.
 */
export const STACKS_APIS = {
  mainnet: 'https://api.hiro.so',
  testnet: 'https://api.testnet.hiro.so',
  regtest: undefined,
} as const;

/** The public Stacks API of a network, if it has one. */
export function getStacksApi(network: string): string | undefined {
  const family = getNetworkFamily(network);
  return family && STACKS_APIS[family];
}

/** The URL of mempool.space for a Bitcoin network; undefined if it does not have the network. */
export function getMempoolSpaceUrl(network: string): string | undefined {
  return /^(?:mainnet|testnet4?|signet)$/.test(network)
    ? `https://mempool.space${network === 'mainnet' ? '' : `/${network}`}`
    : undefined;
}

/** The chain of the transactions that a method sends. Stacks for an unknown method, and without one. */
export function getMethodChain(method: string | undefined): 'stacks' | 'bitcoin' {
  return method === 'sendTransfer' || method === 'signPsbt' ? 'bitcoin' : 'stacks';
}
