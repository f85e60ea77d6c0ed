import { attempt, bare, isRecord, read } from '../lib/safe-access.js';
import { canBeOn, getAddressFormat, isSameSigner, normalizeNetwork } from '../stacks/address.js';
import type { NetworkName } from '../stacks/address.js';

/**
 * One address of a wallet. Results keep the wallet's order and its extra fields; `symbol` is always set. The state of a client
 * has only these fields.
 */
export interface AddressEntry {
  /** On Stacks c32 (`SP…`), on Bitcoin bech32 or base58. */
  readonly address: string;
  /** Hex. Empty if the wallet does not provide it. */
  readonly publicKey: string;
  /** The chain of the address: Stacks or Bitcoin. */
  readonly symbol: 'STX' | 'BTC';
  /** Leather: `p2wpkh`, `p2tr`, or `p2wsh` for a multisig account, which has no public key. */
  readonly type?: string;
  /** Xverse: `stacks`, `payment` or `ordinals`. */
  readonly purpose?: string;
  /** Xverse: `stacks`, `p2sh`, `p2wpkh` or `p2tr`. */
  readonly addressType?: string;
  /** Xverse: `software` or `ledger`. */
  readonly walletType?: string;
  /** The path of the key in the wallet (BIP-32), if the wallet returns it. */
  readonly derivationPath?: string;
  /** Leather: of a Taproot address, the public key in its output (BIP-341), hex. */
  readonly tweakedPublicKey?: string;
  /** Leather after 6.107: `single-sig` or, for a Stacks account of several keys, `multisig`. */
  readonly kind?: string;
  /** Of `multisig`: how many of its keys must sign. */
  readonly threshold?: number;
  /** Of `multisig`: its public keys, hex, in their order. */
  readonly publicKeys?: readonly string[];
  /** Leather after 6.107: the descriptor of a Bitcoin address, which `signPsbt` needs for a multisig account. */
  readonly descriptor?: string;
}

/** The result of `getAddresses` and `stx_getAddresses`. */
export interface AddressesResult {
  /** The addresses of the account, in the wallet's order: at most 200. */
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

export interface GetStacksAddressesParams extends GetAccountsParams {
  /** A text of at most 80 characters that Xverse shows in its window. Other wallets ignore it. */
  message?: string | undefined;
}

export interface GetAddressesParams extends GetStacksAddressesParams {
  /**
   * Whether the user may choose a multisig account (a "policy account" of Leather), which then is the only address in the
   * result: Bitcoin with the type `p2wsh`, or Stacks with the kind `multisig`. The extension of Leather reads it, after
   * 6.107 (experimental). Default: false.
   */
  allowPolicyAccounts?: boolean | undefined;
}

/**
 * The most addresses of an answer or an event, and of each chain in the stored record. Of one account, Leather returns three and
 * Xverse five; this is enough for a hundred accounts, which SIP-030 allows. A list of 100,000 would keep a page busy for
 * seconds.
 */
export const MAX_ADDRESSES = 200;

/**
 * The addresses that a wallet returned, in its order and with its extra fields, each with `symbol` and
 * `publicKey`. Leaves out addresses of other chains (Xverse lists Spark and Starknet) and invalid entries. Verifies no
 * checksum: see `readAccount`. Undefined if `rows` is not an array, or has more than {@link MAX_ADDRESSES} entries.
 */
export function normalizeAddresses(rows: unknown): readonly AddressEntry[] | undefined {
  return Array.isArray(rows) && rows.length <= MAX_ADDRESSES
    ? (rows as unknown[]).flatMap((row) => attempt(() => toEntry(row)) ?? [])
    : undefined;
}

function toEntry(row: unknown): AddressEntry | undefined {
  const { address, publicKey, threshold, publicKeys, ...others } = bare<Record<string, unknown>>(
    typeof row === 'string' ? { address: row } : isRecord(row) ? row : {},
  );
  const format = getAddressFormat(address);
  return (
    format && {
      ...others,
      ...readKeys(threshold, publicKeys),
      address: address as string,
      publicKey: typeof publicKey === 'string' ? publicKey : '',
      symbol: format.chain === 'stacks' ? 'STX' : 'BTC',
    }
  );
}

/** More keys than a multisig account of Stacks has. */
const MAX_KEYS = 100;
const PUBLIC_KEY = /^(?:0[23][\da-f]{64}|04[\da-f]{128})$/i;

/** The keys of a multisig account, and how many of them must sign. Both, or neither. */
function readKeys(
  threshold: unknown,
  publicKeys: unknown,
): Required<Pick<AddressEntry, 'threshold' | 'publicKeys'>> | undefined {
  if (!Array.isArray(publicKeys) || publicKeys.length > MAX_KEYS) return undefined;
  const isKey = (key: unknown) => typeof key === 'string' && PUBLIC_KEY.test(key);
  const isCount = Number.isInteger(threshold) && (threshold as number) > 0;
  return isCount && (threshold as number) <= publicKeys.length && publicKeys.every(isKey)
    ? { threshold: threshold as number, publicKeys: [...(publicKeys as string[])] }
    : undefined;
}

/** The fields that are texts. */
const TEXTS = [
  'address',
  'publicKey',
  'symbol',
  'type',
  'purpose',
  'addressType',
  'walletType',
  'derivationPath',
  'tweakedPublicKey',
  'kind',
  'descriptor',
] as const satisfies readonly (keyof AddressEntry)[];

/** A frozen entry with the known fields only: a wallet may add secrets, such as the key of an app. */
export function keepKnownFields(entry: AddressEntry): AddressEntry {
  const texts = TEXTS.map((field) => [field, read(entry, field)] as const).filter(
    ([, value]) => typeof value === 'string',
  );
  const keys = readKeys(read(entry, 'threshold'), read(entry, 'publicKeys'));
  return Object.freeze({
    ...(Object.fromEntries(texts) as unknown as AddressEntry),
    ...(keys && { ...keys, publicKeys: Object.freeze(keys.publicKeys) }),
  });
}

/**
 * The entries, each with the fields that the row of the same address has. The same list if they have them already. Fields that a
 * row leaves out are kept.
 */
export function mergeRows(
  entries: readonly AddressEntry[],
  rows: readonly AddressEntry[],
): readonly AddressEntry[] {
  const merged = entries.map((entry) => {
    const row = rows.find(({ address }) => address === entry.address);
    const fields = row ? keepKnownFields(row) : entry;
    const isNew = TEXTS.some((field) => fields[field] && fields[field] !== entry[field]);
    const publicKey = fields.publicKey || entry.publicKey;
    return isNew ? { ...entry, ...fields, publicKey } : entry;
  });
  return merged.some((entry, index) => entry !== entries[index]) ? merged : entries;
}

export const pickAddresses = (
  entries: readonly AddressEntry[],
  symbol: AddressEntry['symbol'],
): readonly string[] => entries.flatMap((entry) => (entry.symbol === symbol ? entry.address : []));

/**
 * True if the addresses are of one account: the same key signs on Stacks or, if one of them has no address there, they have
 * a Bitcoin address in common.
 */
export function isSameAccount(
  entries: readonly AddressEntry[],
  others: readonly AddressEntry[],
): boolean {
  const [first, second] = [pickAddresses(entries, 'STX'), pickAddresses(others, 'STX')];
  return first.length > 0 && second.length > 0
    ? isSameSigner(first[0]!, second[0]!)
    : entries.some(({ address }) => others.some((entry) => entry.address === address));
}

/**
 * The entry that represents an account: the first of the chain, or else the first of all. Prefers a Bitcoin address
 * for payments to one for ordinals, which is not meant for receiving money.
 */
export function findMainEntry(
  entries: readonly AddressEntry[],
  symbol: AddressEntry['symbol'] = 'STX',
): AddressEntry | undefined {
  const onChain = entries.filter((entry) => entry.symbol === symbol);
  const forPayments = onChain.filter((entry) => !holdsOrdinals(entry));
  return [...forPayments, ...onChain, ...entries][0];
}

const holdsOrdinals = (entry: AddressEntry) =>
  /ordinals|p2tr/.test(
    String(read(entry, 'purpose') ?? read(entry, 'type') ?? read(entry, 'addressType')),
  );

/**
 * The network in a wallet's answer or event, under the name that this package uses: `active` of SIP-030, or
 * Xverse's `network: { stacks: { name }, bitcoin: { name } }`, with or without the outer key. In its `networks`
 * (sats-connect 0.17), the user has chosen `name`, and `mode` is the network.
 */
export function networkIn(data: unknown): string | undefined {
  const network = read(data, 'network') ?? data;
  const name = [
    read(data, 'active'),
    read(read(read(data, 'networks'), 'stacks'), 'mode'),
    read(read(network, 'stacks'), 'name'),
    read(read(network, 'bitcoin'), 'name'),
    network,
  ].find((candidate) => typeof candidate === 'string' && /^[\w-]{1,32}$/.test(candidate));
  return typeof name === 'string' ? normalizeNetwork(name) : undefined;
}

/**
 * The network of the addresses in an answer: `named` if they can be on it, else the network of the Stacks
 * address or, without one, of the first address. The addresses decide because Xverse 0.54 reports the name of
 * its Bitcoin network for Stacks, too. Undefined if there is no address.
 */
export function provenNetwork(rows: unknown, named: string | undefined): string | undefined {
  const formats = normalizeAddresses(rows)?.flatMap(
    ({ address }) => getAddressFormat(address) ?? [],
  );
  const format = formats?.find(({ chain }) => chain === 'stacks') ?? formats?.[0];
  if (!format || (named !== undefined && canBeOn(format, named))) return format && named;
  return format.network === 'test' ? 'testnet' : format.network;
}

/**
 * The network that a wallet reports with an answer that has addresses or networks. Without a name, a mainnet address
 * shows that it is mainnet; an address of a test network does not show which one.
 */
export function reportedNetwork(result: unknown): string | undefined {
  const named = networkIn(result);
  const proven = provenNetwork(rowsIn(result), named);
  return named === undefined && proven !== 'mainnet' ? undefined : (proven ?? named);
}

/** The list of addresses in an answer or an event, if it has one. */
export function rowsIn(data: unknown): unknown {
  return Array.isArray(data) ? data : (read(data, 'addresses') ?? read(data, 'accounts'));
}

/** What is known of a request besides its params. */
export interface RequestContext {
  readonly method: string;
  /** The addresses of the wallet in the session. Empty if it is not connected. */
  readonly addresses: readonly AddressEntry[];
  /** The network of the request; undefined if no network is named. */
  readonly network: string | undefined;
}
