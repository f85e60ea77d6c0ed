import { pickAddresses } from '../accounts/addresses.js';
import { invalidParams } from '../errors.js';
import { read } from '../lib/safe-access.js';
import {
  getAddressFormat,
  getNetwork,
  getNetworkFamily,
  isOfFamily,
  normalizeNetwork,
  type AddressFormat,
} from '../stacks/address.js';
import type { RequestState } from './session.js';

/** An address in the params, or a transaction: it is of one network, or of one kind of networks. */
export interface NetworkHint {
  readonly field: string;
  readonly value: unknown;
  readonly format: AddressFormat;
  /** What it is, for errors: "an address on". */
  readonly what: string;
}

/** Where the network of a request may come from, in this order. */
export interface NetworkSources {
  readonly method: string;
  /** 1. The `network` of the params. */
  readonly inParams: string | undefined;
  /** 2. That of the options: of the request, else of the client, the context or `configure()`. */
  readonly inOptions: string | undefined;
  /** 3. The addresses in the params. */
  readonly addresses: readonly NetworkHint[];
  /** 4. The account: the networks of its addresses on the chain of the method, then what the wallet reported. */
  readonly account?: readonly (string | undefined)[] | undefined;
  /** 5. The values in the params: arguments, post-conditions, transactions. */
  readonly values?: readonly NetworkHint[] | undefined;
}

/**
 * The network of a request, in its usual case: the first source that says something, which nothing may contradict. Undefined
 * if nothing names it: wallets use mainnet.
 *
 * @throws JsonRpcError -32602 for an address or a value of another network
 */
export function resolveNetwork({
  method,
  inParams,
  inOptions,
  addresses,
  account = [],
  values = [],
}: NetworkSources): string | undefined {
  const hints = [...addresses, ...values];
  const assertOn = (network: string) => {
    const other = findOther(hints, network);
    if (other) throw invalidParams(method, other.field, other.value, `${other.what} ${network}`);
  };
  const named = inParams ?? inOptions ?? showNetwork(addresses);
  if (named !== undefined) assertOn(named);
  if (hints.length === 0) return named === undefined ? undefined : normalizeNetwork(named);
  // The caller may name another account than the connected one, whose network then says nothing.
  const isAccountNamed = addresses.some(({ field }) => field === 'address');
  const fitting = account.find((each) => each && findOther(hints, each) === undefined);
  const accountNetwork = isAccountNamed ? undefined : (fitting ?? account[0]);
  const implied = accountNetwork ?? showNetwork(hints);
  const isCompared = implied === undefined || implied === fitting;
  if (inParams === undefined && inOptions === undefined && !isCompared) assertOn(implied);
  if (named !== undefined) return normalizeNetwork(named);
  // Mainnet is the default of every wallet: it adds no `network` to the request.
  return implied === undefined || implied === 'mainnet' ? undefined : normalizeNetwork(implied);
}

/** The network that addresses show. Some formats are shared by all test networks. */
const showNetwork = (hints: readonly NetworkHint[]): string | undefined =>
  hints.find(({ format }) => format.network !== 'test')?.format.network;

/** Nothing is compared with a network whose name is not known. */
const findOther = (hints: readonly NetworkHint[], network: string) => {
  const family = getNetworkFamily(network);
  return hints.find(({ format }) => !isOfFamily(format, family));
};

/** The networks of an account. */
export function listAccountNetworks(
  { addresses, network }: RequestState,
  chain: 'stacks' | 'bitcoin' | undefined,
): readonly (string | undefined)[] {
  const onChain = pickAddresses(addresses, chain === 'bitcoin' ? 'BTC' : 'STX');
  return [...onChain.map(getNetwork), network];
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

/** The address at the beginning of a principal or asset identifier shows the network even if the rest is not valid. */
export function toHint(field: string, value: string): NetworkHint | undefined {
  const format = getAddressFormat(value.split(/[.:]/, 1)[0]);
  return format && { field, value, format, what: 'an address on' };
}
