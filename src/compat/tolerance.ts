import type { RequestOptions } from '../core/types.js';
import { isRecord, read } from '../lib/safe-access.js';
import { isUsableProvider } from '../wallets/legacy.js';
import { isKnownNetwork, networkOf } from './network.js';

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

/** Names that apps put among the params, but no wallet reads: options, and fields of the callback functions. */
const NO_PARAMS = new Set<string>([
  ...OPTIONS,
  ...['provider', 'walletConnect', 'walletConnectProjectId'],
  ...['appDetails', 'userSession', 'onFinish', 'onCancel', 'authOrigin', 'redirectTo'],
  ...['manifestPath', 'sendToSignIn', 'anchorMode', 'attachment', 'senderKey', 'stxAddress'],
  ...['contractAddress', 'contractName'],
]);

/** Methods that only read. An unknown network is left out of their params. */
const READS = /^(?:stx_)?get/;
const MAX_DEPTH = 64;

/** The options of version 8 as the core takes them. A provider of the older kind, without JSON-RPC, is ignored. */
export function toOptions(given: unknown): RequestOptions {
  const options: Fields = {};
  for (const name of OPTIONS) options[name] = toPlain(read(given, name));
  const provider = read(given, 'provider');
  if (isUsableProvider(provider)) options['provider'] = provider;
  const signal = read(given, 'signal');
  if (signal instanceof AbortSignal) options['signal'] = signal;
  const network = networkOf(read(given, 'network'));
  if (isKnownNetwork(network)) options['network'] = network;
  return options;
}

/**
 * The params as the core takes them: without functions, symbols and fields that no wallet reads, the network by
 * its name, and one `contract`. Amounts and inputs are not changed: the core refuses what is not exact.
 */
export function toParams(method: string, given: unknown): unknown {
  if (!isRecord(given)) return given ?? undefined;
  const params: Fields = {};
  for (const [name, value] of Object.entries(given)) {
    if (value != null && !NO_PARAMS.has(name) && !isLeftOut(value)) params[name] = toPlain(value);
  }
  const { contractAddress, contractName } = given;
  if (params['contract'] === undefined && isText(contractAddress) && isText(contractName)) {
    params['contract'] = `${contractAddress}.${contractName}`;
  }
  if ('network' in given) setNetwork(method, params, given['network']);
  setAddress(params, params['address'] ?? given['stxAddress']);
  return params;
}

function setNetwork(method: string, params: Fields, given: unknown): void {
  const network = networkOf(given);
  delete params['network'];
  if (network === undefined || (READS.test(method) && !isKnownNetwork(network))) return;
  params['network'] = toPlain(network);
}

/** The address is only a suggestion to the wallet: one of another network is left out. */
function setAddress(params: Fields, address: unknown): void {
  delete params['address'];
  if (!isText(address)) return;
  const network = isText(params['network']) ? params['network'] : networkIn(params);
  const own = networkOfAddress(address);
  if (
    network === undefined ||
    own === undefined ||
    (network === 'mainnet') === (own === 'mainnet')
  ) {
    params['address'] = address;
  }
}

const networkIn = ({ recipient, contract, asset }: Fields) =>
  networkOfAddress(recipient ?? contract ?? asset);

/** Reads only the first characters: the request that follows checks the rest. */
function networkOfAddress(address: unknown): 'mainnet' | 'testnet' | undefined {
  const version = /^S([PMTN])/.exec(String(address))?.[1];
  if (version === undefined) return undefined;
  return version === 'P' || version === 'M' ? 'mainnet' : 'testnet';
}

/**
 * A copy in plain objects, as JSON would represent it, but with bigints and bytes, and without the functions and
 * symbols in objects. What is nested too deeply, or contains itself, is left for the core to refuse.
 */
function toPlain(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (Array.isArray(value))
    return [...(value as unknown[])].map((item) => toPlain(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => !isLeftOut(inner))
      .map(([name, inner]) => [name, toPlain(inner, depth + 1)]),
  );
}

const isLeftOut = (value: unknown) => typeof value === 'function' || typeof value === 'symbol';
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
