import type { RequestOptions } from '../core/types.js';
import { invalidParams, isJsonRpcError, type Refuse } from '../errors.js';
import { isRecord } from '../lib/safe-access.js';
import type { MethodName } from '../methods/index.js';
import { isUsableProvider } from '../core/discovery.js';
import { isKnownNetwork, readNetworkName } from './app-network.js';
import {
  fieldNames,
  FIELDS,
  hasOnlyFields,
  readField,
  toJsonValue,
  toPlain,
  unboxed,
} from './plain.js';

type Fields = Record<string, unknown>;

/** The options of a request that version 8 and this library have in common. All others are ignored. */
const OPTIONS = [
  'forceWalletSelect',
  'persistWalletSelect',
  'enableOverrides',
  'enableLocalStorage',
  'defaultProviders',
  'approvedProviderIds',
] as const satisfies (keyof RequestOptions)[];

/**
 * Names that apps put among the params, but no wallet reads: options, and fields of the callback functions. The last line
 * is of fields that {@link toParams} sets itself.
 */
const NOT_COPIED: readonly string[] = [
  ...OPTIONS,
  ...['provider', 'walletConnect', 'walletConnectProjectId'],
  ...['appDetails', 'userSession', 'onFinish', 'onCancel', 'authOrigin', 'redirectTo'],
  ...['manifestPath', 'sendToSignIn', 'anchorMode', 'attachment', 'senderKey'],
  ...['stxAddress', 'contractAddress', 'contractName', 'network'],
];

/** The fields of params. A method of a class with one of the last three names is left out, not refused: see `FIELDS`. */
const PARAMS: readonly string[] = [...FIELDS, 'allowPolicyAccounts', 'name', 'protocol'];

/** What `address` is in each known method: the Stacks account that signs, something of Bitcoin, or no field. */
const ADDRESSES: Readonly<Record<MethodName, 'account' | 'bitcoin' | undefined>> = {
  getAddresses: undefined,
  sendTransfer: 'bitcoin',
  signMessage: 'bitcoin',
  signPsbt: 'bitcoin',
  stx_getAddresses: undefined,
  stx_getAccounts: undefined,
  stx_getNetworks: undefined,
  stx_transferStx: 'account',
  stx_transferSip10Ft: 'account',
  stx_transferSip9Nft: 'account',
  stx_callContract: 'account',
  stx_deployContract: 'account',
  stx_signTransaction: undefined,
  stx_signTransactions: undefined,
  stx_signMessage: undefined,
  stx_signStructuredMessage: undefined,
  stx_updateProfile: undefined,
};
const isKnownMethod = (method: string): method is MethodName => Object.hasOwn(ADDRESSES, method);

/** Methods that only read. An unknown network is left out of their params. */
const READS = /^(?:stx_)?get/;

/**
 * The call as the core takes it.
 *
 * @throws JsonRpcError -32602 with the name of the field that cannot be sent with the same meaning
 */
export function toCall(
  method: string,
  givenOptions: unknown,
  givenParams: unknown,
): { options: RequestOptions; params: unknown } {
  const refuse: Refuse = (field, value, expected) => {
    throw invalidParams(method, field, value, expected);
  };
  const { options, params } = readable(refuse, () => {
    const read = toOptions(method, givenOptions, refuse);
    const isChecked = isKnownMethod(method) && read.enableOverrides !== false;
    return { options: read, params: toParams(method, givenParams, isChecked, refuse) };
  });
  const network = isRecord(params) ? params['network'] : undefined;
  if (options.network !== undefined && network !== undefined && network !== options.network) {
    refuse('network', network, `that of the options, ${options.network}`);
  }
  return { options, params };
}

/** What a proxy throws is an error of the params. */
function readable<T>(refuse: Refuse, readAll: () => T): T {
  try {
    return readAll();
  } catch (error) {
    if (isJsonRpcError(error)) throw error;
    return refuse('params', error, 'values that can be read');
  }
}

/** A provider of the older kind, without JSON-RPC, is ignored. */
function toOptions(method: string, appOptions: unknown, refuse: Refuse): RequestOptions {
  const options: Fields = { ignoreUnknownFields: true };
  for (const name of OPTIONS)
    options[name] = toPlain(readField(appOptions, name, refuse), name, refuse);
  const provider = readField(appOptions, 'provider', refuse);
  if (isUsableProvider(provider)) options['provider'] = provider;
  const signal = readField(appOptions, 'signal', refuse);
  if (signal instanceof AbortSignal) options['signal'] = signal;
  options['network'] = networkFor(method, readField(appOptions, 'network', refuse), refuse);
  return options;
}

/**
 * The params without fields that no wallet reads, with the network by its name, and one `contract`. Amounts and inputs
 * are not changed: the core refuses what is not exact. `isChecked`: the core checks the names of the fields.
 */
function toParams(method: string, appParams: unknown, isChecked: boolean, refuse: Refuse): unknown {
  if (!isRecord(appParams)) return appParams ?? undefined;
  if (!hasOnlyFields(appParams)) return refuse('params', appParams, 'a plain object');
  const names = fieldNames(appParams);
  const getField = (name: string) => {
    const value = unboxed(names.has(name) ? readField(appParams, name, refuse) : undefined);
    return value ?? undefined;
  };
  const params = Object.create(null) as Fields;
  for (const name of names) {
    if (NOT_COPIED.includes(name)) continue;
    const value = getField(name);
    if (value === undefined || isCallback(name, value)) continue;
    const copy = name === 'profile' ? toJsonValue : toPlain;
    // The core reads only the name of another field: it leaves it out, with a warning, or refuses it as misspelled. The value
    // may have no copy, such as a date.
    params[name] = isChecked && !PARAMS.includes(name) ? null : copy(value, name, refuse);
  }
  const network = networkFor(method, getField('network'), refuse);
  if (network !== undefined) params['network'] = network;
  setContract(method, params, getField, refuse);
  setAddress(method, params, getField('stxAddress'), refuse);
  return params;
}

/** No wallet reads such a field. */
const isCallback = (name: string, value: unknown) =>
  typeof value === 'function' && /^on[A-Z]/.test(name);

/** The name of a network, or undefined for one that is not sent. */
function networkFor(method: string, value: unknown, refuse: Refuse): string | undefined {
  const network = readNetworkName(value);
  if (network === undefined) return undefined;
  if (typeof network !== 'string') {
    return refuse('network', value, 'a name or an object of @stacks/network of one known network');
  }
  return isKnownNetwork(network) || !READS.test(method) ? network : undefined;
}

/** Apps pass `contractAddress` and `contractName`, as to the callback functions, beside or instead of the one name. */
function setContract(
  method: string,
  params: Fields,
  getField: (name: string) => unknown,
  refuse: Refuse,
): void {
  const isCall = method === 'stx_callContract';
  if (!isCall && method !== 'stx_deployContract') return;
  const address = isCall ? getField('contractAddress') : undefined;
  const name = getField('contractName');
  if (isCall && params['contract'] === undefined && isText(address) && isText(name)) {
    params['contract'] = `${address}.${name}`;
    return;
  }
  const whole = isCall ? params['contract'] : params['name'];
  if (!isText(whole)) return;
  const parts = whole.split('.');
  const check = (field: string, value: unknown, part: unknown) => {
    if (value !== undefined && value !== part) refuse(field, value, `the same as in "${whole}"`);
  };
  check('contractAddress', address, parts[0]);
  check('contractName', name, parts.at(-1));
}

/** The address is only a suggestion to the wallet: one of another network, or that the method does not have, is left out. */
function setAddress(method: string, params: Fields, stxAddress: unknown, refuse: Refuse): void {
  // A method that is not known may have one.
  const kind = isKnownMethod(method) ? ADDRESSES[method] : 'account';
  const suggested = kind === 'account' ? stxAddress : undefined;
  const address = kind === undefined ? undefined : (params['address'] ?? suggested);
  if (suggested !== undefined && suggested !== address) {
    refuse('stxAddress', stxAddress, 'the same as `address`');
  }
  delete params['address'];
  if (address === undefined || address === '' || isOfAnotherNetwork(params, address)) return;
  params['address'] = toPlain(address, 'address', refuse);
}

function isOfAnotherNetwork(params: Fields, address: unknown): boolean {
  const network = isText(params['network']) ? params['network'] : networkIn(params);
  const addressNetwork = networkOfAddress(address);
  return (
    network !== undefined &&
    addressNetwork !== undefined &&
    (network === 'mainnet') !== (addressNetwork === 'mainnet')
  );
}

const networkIn = ({ recipient, contract, asset }: Fields) =>
  networkOfAddress(recipient ?? contract ?? asset);

/** Reads only the first characters: the request that follows checks the rest. */
function networkOfAddress(address: unknown): 'mainnet' | 'testnet' | undefined {
  const version = isText(address) ? /^S([PMTN])/.exec(address)?.[1] : undefined;
  if (version === undefined) return undefined;
  return version === 'P' || version === 'M' ? 'mainnet' : 'testnet';
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
