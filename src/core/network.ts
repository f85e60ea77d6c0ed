import { pickAddresses } from '../accounts/addresses.js';
import { invalidParams } from '../errors.js';
import { read } from '../lib/safe-access.js';
import { withRemedy } from '../wallets/network-remedy.js';
import {
  getAddressFormat,
  getNetwork,
  getNetworkFamily,
  isOfFamily,
  normalizeNetwork,
  type AddressFormat,
} from '../stacks/address.js';
import type { RequestState } from './session.js';

/** A part of the params that shows of which network it is, or of which of several: an address, or a transaction. */
export interface NetworkHint {
  readonly field: string;
  readonly value: unknown;
  readonly format: AddressFormat;
  /** What it is, for errors: "an address on". */
  readonly what: string;
}

/** The places that a network may come from, in their order; see {@link resolveNetwork}. */
export interface NetworkPlaces {
  readonly method: string;
  /** 1. The `network` of the params. */
  readonly params: string | undefined;
  /** 2. The options: of the request, else of the client, the context or `configure()`. */
  readonly options: string | undefined;
  /** 3. The addresses in the params: recipient, contract, asset, signer. */
  readonly addresses: readonly NetworkHint[];
  /**
   * 4. The addresses of the account on the chain of the method. They, 5 and 6 count only if something in the params depends on
   * the network, or a contract is deployed, and the request names neither a network nor an account: the named account may be
   * another one.
   */
  readonly account: readonly string[];
  /** The addresses of the account: the user can mend that they are of another network, by another choice in the wallet. */
  readonly ownAddresses: readonly string[];
  /** 5. What the wallet reported. For a deployment, it comes before 4. */
  readonly wallet: string | undefined;
  /** 6. For a deployment, and also before 4: what it reported before the page was loaded, which is stored with the account. */
  readonly stored: string | undefined;
  /** 7. The other values in the params: principals in arguments and post-conditions, transactions. */
  readonly values: readonly NetworkHint[];
}

/**
 * The network of a request, in its usual case: that of the first place that shows one and counts. Undefined if none does:
 * wallets use mainnet. Nothing in the params may be of another network; if the caller names neither the network nor the account,
 * nothing may be of another one than the account, either.
 *
 * @throws JsonRpcError -32602 for an address or a value of another network
 */
export function resolveNetwork(places: NetworkPlaces): string | undefined {
  const { method, params, options, addresses, values, ownAddresses } = places;
  const hints = [...addresses, ...values];
  const isNetworkNamed = params !== undefined || options !== undefined;
  const isAccountNamed = addresses.some(({ field }) => field === 'address');
  const countsAccount = !isNetworkNamed && !isAccountNamed;
  const accountNetwork = countsAccount ? findAccountNetwork(places, hints) : undefined;
  const explicit = params ?? options ?? showNetwork(addresses);
  const network = explicit ?? accountNetwork ?? showNetwork(values);
  for (const name of [network, accountNetwork]) {
    if (name === undefined) continue;
    const conflict = findConflict(hints, name);
    if (conflict) {
      const { field, value, what } = conflict;
      const isOfAccount = name === accountNetwork && name !== explicit;
      const source = isOfAccount ? 'the network of the connected account' : nameSource(places);
      const error = invalidParams(method, field, value, `${what} ${name}, ${source}`);
      const shown = conflict.format.network === 'test' ? 'testnet' : conflict.format.network;
      // The user can choose another account or network. Another mistake of the page only the page can mend.
      if (isOfAccount) throw withRemedy(error, { network: shown, current: name });
      const isOwn = ownAddresses.includes(getAddress(String(value)));
      throw isOwn ? withRemedy(error, { network: name, current: shown }) : error;
    }
  }
  // Mainnet is the default of every wallet: the account adds no `network` to the request for it.
  const isDefault = explicit === undefined && network === 'mainnet';
  return network === undefined || isDefault ? undefined : normalizeNetwork(network);
}

/** Where the network of a request comes from, for the developer who has to change it or the value. */
function nameSource({ params, options }: NetworkPlaces): string {
  if (params !== undefined) return 'the `network` of the params';
  return options === undefined
    ? 'as another value of the params'
    : 'the network of `configure({ network })`, of the `client` or of the options';
}

/**
 * The network of the account and its wallet. If they are on several, it is the first that nothing contradicts, else the
 * first. Undefined if none is known, and if nothing in the params depends on it.
 */
function findAccountNetwork(
  { method, account, wallet, stored }: NetworkPlaces,
  hints: readonly NetworkHint[],
): string | undefined {
  const isDeployment = method === 'stx_deployContract';
  if (hints.length === 0 && !isDeployment) return undefined;
  // Leather deploys on mainnet without a network. An address does not show which test network the wallet is on.
  const networks = (isDeployment ? [wallet, stored, ...account] : [...account, wallet]).filter(
    (network) => network !== undefined,
  );
  return networks.find((network) => !findConflict(hints, network)) ?? networks[0];
}

/** The network that the first of these shows. Some formats are shared by all test networks, and show none. */
const showNetwork = (hints: readonly NetworkHint[]): string | undefined =>
  hints.find(({ format }) => format.network !== 'test')?.format.network;

/** The first that cannot be on a network. Any can be on a network whose name is not known. */
const findConflict = (hints: readonly NetworkHint[], network: string): NetworkHint | undefined => {
  const family = getNetworkFamily(network);
  return hints.find(({ format }) => !isOfFamily(format, family));
};

/** The places that are known once the wallet is: its account, and what it reported, now or before. */
export function getWalletPlaces(
  { addresses, network, storedNetwork }: RequestState,
  chain: 'stacks' | 'bitcoin' | undefined,
): Pick<NetworkPlaces, 'account' | 'ownAddresses' | 'wallet' | 'stored'> {
  const onChain = pickAddresses(addresses, chain === 'bitcoin' ? 'BTC' : 'STX');
  return {
    account: onChain.flatMap((address) => getNetwork(address) ?? []),
    ownAddresses: addresses.map(({ address }) => address),
    wallet: network,
    stored: storedNetwork,
  };
}

/** The network of the account, on which a request without a network is. */
export function getAccountNetwork({ addresses, network }: RequestState): string {
  return network ?? getNetwork(pickAddresses(addresses, 'STX')[0]) ?? 'mainnet';
}

/** The addresses in params, also in those of unknown methods. */
export function listAddresses(params: Readonly<Record<string, unknown>>): readonly NetworkHint[] {
  const hints: NetworkHint[] = [];
  const add = (field: string, value: unknown) => {
    const hint = typeof value === 'string' ? toHint(field, value) : undefined;
    if (hint) hints.push(hint);
  };
  for (const field of ['recipient', 'contract', 'asset', 'address']) add(field, params[field]);
  for (const list of ['recipients', 'signInputs']) {
    const entries: unknown = params[list];
    if (!Array.isArray(entries)) continue;
    entries.forEach((entry, index) => add(`${list}[${index}].address`, read(entry, 'address')));
  }
  return hints;
}

/** The address of a principal or an asset identifier. */
const getAddress = (value: string): string => value.split(/[.:]/, 1)[0]!;

/** The address at the beginning of a principal or asset identifier shows the network even if the rest is not valid. */
export function toHint(field: string, value: string): NetworkHint | undefined {
  const format = getAddressFormat(getAddress(value));
  return format && { field, value, format, what: 'an address on' };
}
