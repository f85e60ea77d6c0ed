import {
  cannotSend,
  invalidParams,
  JsonRpcError,
  JsonRpcErrorCode,
  type Refuse,
} from '../errors.js';
import { bareHex } from '../lib/bytes.js';
import { isPlain, read } from '../lib/safe-access.js';
import { loadModule } from '../lib/promises.js';
import { pickAddresses } from '../methods/addresses.js';
import { findMethod, prepareAnswer } from '../methods/index.js';
import type { Method } from '../methods/method.js';
import {
  getAddressFormat,
  type AddressFormat,
  canBeOn,
  getNetwork,
  normalizeNetwork,
} from '../stacks/address.js';
import type { Reordered } from '../stacks/tuple-order.js';
import { findWallet } from '../wallets/index.js';
import type { Wallet, WalletCall } from '../wallets/wallet.js';
import { checkSigner, checkSigningNetwork } from './check-signer.js';
import { findServiceUrl } from './services.js';
import type { Session } from './session.js';
import type { RequestOptions, PageWallet, WalletState } from './types.js';

export interface CallDeps {
  readonly session: Session;
  readonly getWallets: () => readonly Wallet[];
  /** Sends requests to services. Undefined: the browser's. */
  readonly getFetch: () => typeof globalThis.fetch | undefined;
}

/** Params that were checked, and are in the form of SIP-030, without the network of the options. */
export interface EncodedCall {
  readonly method: string;
  readonly known: Method<unknown, unknown> | undefined;
  /** `enableOverrides: false`: nothing is adjusted or compared. */
  readonly asIs: boolean;
  readonly params: unknown;
  /** The network of the params, else of the options, else of an address in the params. */
  readonly network: string | undefined;
  /** True if the caller named the network or the account. */
  readonly isNetworkNamed: boolean;
  /** The addresses in the params, and what else in them belongs to one network. Empty if nothing is adjusted. */
  readonly bound: readonly Bound[];
  /** The first tuple in the params that some wallets would write in another order. */
  readonly reordered: Reordered | undefined;
}

interface Bound {
  readonly field: string;
  readonly value: unknown;
  readonly format: AddressFormat;
  readonly what: string;
}

/** The fields whose principals may be of any network: a message only mentions them. */
const ANY_NETWORK: readonly string[] = ['message', 'domain'];

/** Without a prototype: a field that a page added to `Object.prototype` is none of the params. */
const NO_PARAMS = Object.create(null) as Readonly<Record<string, unknown>>;

/**
 * Checks params against the specification (known fields only, required fields, types and units), and brings them into
 * the form of SIP-030: amounts as digits; Clarity values, post-conditions and transactions read to their last byte and
 * written again as hex. What follows sees only that. Params of unknown methods are not checked.
 *
 * @param params a copy
 * @throws JsonRpcError -32602 with the name of the field, the value and what was expected; -31000 if the module that
 *   reads the values cannot be loaded
 */
export async function encodeParams(
  method: string,
  params: unknown,
  options: RequestOptions,
): Promise<EncodedCall> {
  const known = findMethod(method);
  // Leather never answers a method that is named like a property of every object (`toString`).
  if (!known && method in Object.prototype) {
    throw new JsonRpcError(
      JsonRpcErrorCode.InvalidParams,
      `The method must be the name of a request, such as getAddresses; got ${method}.`,
      { data: { field: 'method' } },
    );
  }
  const asIs = options.enableOverrides === false;
  const checked = known?.params(params, 'params', method, asIs);
  const fields = isPlain(params) ? params : NO_PARAMS;
  const inParams = fields['network'] ?? undefined;
  const named = typeof inParams === 'string' ? inParams : options.network;
  const addresses = listAddresses(fields);
  const resolved = resolveNetwork(method, named, addresses);
  const bound = known && !asIs ? [...addresses] : [];
  const read = known?.values && (await encodeValues(method, fields, known.values, asIs, bound));
  let encoded = known && !asIs ? checked : addNetwork(method, params, known, options.network);
  if (read) encoded = Object.assign(Object.create(null) as object, encoded, read.values);
  const isNetworkNamed = [options.network, inParams, fields['address']].some(Boolean);
  // Of an unknown method, only the network that was added is one that the wallet may ignore.
  const isAdded = options.network !== undefined && inParams === undefined;
  const network = known || isAdded ? resolved : undefined;
  const reordered = read?.reordered;
  return { method, known, asIs, params: encoded, network, isNetworkNamed, bound, reordered };
}

/**
 * The network of a request, in its usual case: the named one, else the first that an address or a value of it shows; undefined
 * if neither is known, which means mainnet. Nothing is checked against an unknown name.
 *
 * @throws JsonRpcError -32602 for an address or a value of another network
 */
export function resolveNetwork(
  method: string,
  named: string | undefined,
  bound: readonly Bound[],
): string | undefined {
  // Some formats are shared by all test networks.
  const network = named ?? bound.find(({ format }) => format.network !== 'test')?.format.network;
  if (network === undefined) return undefined;
  const wrong = bound.find(({ format }) => !canBeOn(format, network));
  if (wrong) throw invalidParams(method, wrong.field, wrong.value, `${wrong.what} ${network}`);
  return normalizeNetwork(network);
}

/** The addresses in params, also in those of unknown methods. */
export function listAddresses(params: Readonly<Record<string, unknown>>): readonly Bound[] {
  const shown: Bound[] = [];
  const add = (field: string, value: unknown) => {
    // The address at the beginning of a contract or asset identifier shows the network even if the rest is not valid.
    const format = typeof value === 'string' && getAddressFormat(value.split(/[.:]/, 1)[0]);
    if (format) shown.push({ field, value, format, what: 'an address on' });
  };
  for (const field of ['recipient', 'contract', 'asset', 'address']) add(field, params[field]);
  for (const list of ['recipients', 'signInputs']) {
    const entries: unknown = params[list];
    if (!Array.isArray(entries)) continue;
    entries.forEach((entry, index) => add(`${list}[${index}].address`, read(entry, 'address')));
  }
  return shown;
}

/**
 * The network of a request to an account: the named one, else one of the account's addresses or of the wallet. An address of
 * another network is refused; it does not choose the network. Without an account, the first that the params show.
 */
function findNetwork(
  { method, known, network: shown, isNetworkNamed, bound }: EncodedCall,
  { addresses, network: reported }: WalletState,
): string | undefined {
  if (bound.length === 0) return shown;
  const account = pickAddresses(addresses, known?.chain === 'bitcoin' ? 'BTC' : 'STX');
  const own = [...account.map(getNetwork), reported];
  const fitting = own.find((each) => each && bound.every(({ format }) => canBeOn(format, each)));
  const network = resolveNetwork(
    method,
    isNetworkNamed ? shown : (fitting ?? own[0] ?? shown),
    bound,
  );
  // Mainnet is the default of every wallet: an address of mainnet in the params adds no `network` to the request.
  return shown ?? (network === 'mainnet' ? undefined : network);
}

/** The network of the account, on which a request without a network is. */
function getOwnNetwork({ addresses, network }: WalletState): string {
  return network ?? getNetwork(pickAddresses(addresses, 'STX')[0]) ?? 'mainnet';
}

/** A URL without a network was given for this request. */
const findApi = (stacksApi: RequestOptions['stacksApi'], network: string) =>
  findServiceUrl('stacksApi', network, { stacksApi, network });

/** Sends the call as it is. */
const AS_IS: Pick<Wallet, 'request'> = {
  request: ({ method, params }, send) => send(method, params),
};

/** A call for one wallet. `request` and `explain` make it in the same way. */
export async function prepareCall(
  deps: CallDeps,
  options: RequestOptions,
  encoded: EncodedCall,
  { provider, id }: PageWallet,
  signal: AbortSignal | undefined,
): Promise<{
  readonly wallet: Pick<Wallet, 'request' | 'supports' | 'askAccount'>;
  readonly call: WalletCall;
  readonly readAnswer: (answer: unknown) => unknown;
}> {
  const { session } = deps;
  const { method, known, asIs, isNetworkNamed, reordered } = encoded;
  const state = session.getState(provider);
  const network = findNetwork(encoded, state);
  const hasNetwork = known && !asIs && !known.hasNoNetwork && network !== undefined;
  const params = hasNetwork
    ? Object.assign(Object.create(null) as object, encoded.params, { network })
    : encoded.params;
  const call = {
    isKnown: known !== undefined,
    method,
    params,
    network,
    isNetworkNamed,
    reordered,
    provider,
    addresses: state.addresses,
    reportedNetwork: () => session.getState(provider).network,
    reportsNetwork: session.hasNetworkEvents(provider),
    stacksApi: findApi(options.stacksApi, network ?? getOwnNetwork(state)),
    fetch: deps.getFetch(),
    signal,
  } as WalletCall;
  const signing = { method, known, params, network, addresses: state.addresses };
  checkSigner(signing);
  if (asIs) return { wallet: AS_IS, call, readAnswer: (answer) => answer };
  checkSigningNetwork(signing);
  const readAnswer = await prepareAnswer(call);
  return { wallet: findWallet(provider, id, deps.getWallets()), call, readAnswer };
}

/** Reads the values, and writes them again as hex. With `asIs`, hex is sent as it is. Adds what belongs to a network to `bound`. */
async function encodeValues(
  method: string,
  params: Readonly<Record<string, unknown>>,
  kinds: NonNullable<Method<unknown, unknown>['values']>,
  asIs: boolean,
  bound: Bound[],
): Promise<
  | { readonly values: Record<string, unknown>; readonly reordered: Reordered | undefined }
  | undefined
> {
  const fields = Object.entries(kinds).filter(([field]) => {
    const value = params[field];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  if (fields.length === 0) return undefined;
  const { readValue } = await loadModule(
    'encodes Clarity values and post-conditions',
    () => import('../stacks/stacks-transaction.js'),
  );
  const refuse: Refuse = (field, value, expected) => {
    throw invalidParams(method, field, value, expected);
  };
  const values: Record<string, unknown> = {};
  let reordered: Reordered | undefined;
  for (const [field, kind] of fields) {
    const encode = (value: unknown, at: string): string => {
      if (asIs && typeof value === 'string') return bareHex(value) ?? value;
      const { hex, network, principals, ...found } = readValue(kind, value, at, refuse);
      reordered ??= found.reordered;
      if (asIs || ANY_NETWORK.includes(field)) return hex;
      if (network) {
        const format = { chain: 'stacks', network } as const;
        bound.push({ field: at, value: hex, format, what: 'a transaction of' });
      }
      for (const [place, principal] of principals) {
        const format = getAddressFormat(principal.split('.', 1)[0]);
        if (format) bound.push({ field: place, value: principal, format, what: 'an address on' });
      }
      return hex;
    };
    const value = params[field];
    values[field] = Array.isArray(value)
      ? value.map((item, index) => encode(item, `${field}[${index}]`))
      : encode(value, field);
  }
  return { values, reordered };
}

/**
 * The params of a method that is not adjusted (an unknown one, or any with `enableOverrides: false`) with the network of
 * the options, unless they have their own.
 *
 * @throws JsonRpcError -32602 if they are not an object, or have a network that is not a name
 */
function addNetwork(
  method: string,
  params: unknown,
  known: Method<unknown, unknown> | undefined,
  network: string | undefined,
): unknown {
  if (network === undefined || known?.hasNoNetwork) return params;
  const own = isPlain(params) ? params['network'] : undefined;
  if (own !== undefined && own !== null) {
    if (typeof own === 'string' && own !== '') return params;
    throw invalidParams(method, 'network', own, 'the name of a network');
  }
  if (params !== undefined && params !== null && !isPlain(params)) {
    throw cannotSend(method, 'network', network, 'the params are not an object to add it to');
  }
  return Object.assign(Object.create(null) as object, params, {
    network: normalizeNetwork(network),
  });
}
