import { JsonRpcError, JsonRpcErrorCode, mustBe } from '../errors.js';
import { copyPlainData, isRecord, read } from '../lib/safe-access.js';
import * as option from '../lib/read-options.js';
import type { Wallet } from '../wallets/wallet.js';
import {
  A_NETWORK,
  checkServiceUrls,
  serviceUrl,
  suggestNetwork,
  type ServiceUrls,
} from './services.js';
import type { StoragePort } from './storage.js';
import type { Picker, PriceSource, RequestOptions, ServiceUrl } from './types.js';
import type { NetworkName } from '../stacks/address.js';
import type { Fetch } from '../lib/web-types.js';

/** How transactions are read and stored. */
export interface TransactionSettings {
  /** Keeps recent transactions in `localStorage`. Default: true. */
  readonly store?: boolean | undefined;
  /** Multiplies the pauses between reads: for a chain of your own. Default: 1. */
  readonly pace?: number | undefined;
  /** Requests a minute to each service: for a chain of your own. Default: 12 to all together. */
  readonly perMinute?: number | undefined;
}

/** The settings of a page, see {@link configure}. All are optional. */
export interface Settings
  extends
    Omit<
      RequestOptions,
      'provider' | 'providerId' | 'ignoreUnknownFields' | 'opener' | 'label' | 'signal'
    >,
    ServiceUrls {
  /**
   * The base URL of a Stacks API: for balances, names, contracts, the status of transactions and nonces. Default: that of Hiro
   * for mainnet or testnet.
   */
  readonly stacksApi?: ServiceUrl | undefined;
  /** The base URL of an Esplora API: for Bitcoin transactions. Default: mempool.space. */
  readonly bitcoinApi?: ServiceUrl | undefined;
  /** The base URL of the service with the metadata of tokens. Default: that of Hiro for mainnet or testnet. */
  readonly metadataApi?: ServiceUrl | undefined;
  /**
   * Origins, besides that of the page, to which `<wallet-sign-in>` and `fetchSignIn` may send a proof of a sign-in: those of
   * your servers, such as `https://auth.example.com`. No attribute can name one. Default: none.
   */
  readonly signInOrigins?: readonly string[] | undefined;
  /** Sends every request to a service. Default: the browser's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** How transactions are read and stored. */
  readonly transactions?: TransactionSettings | undefined;
  /** Definitions of further wallets. They are tried before those of this library; the first match is used. */
  readonly wallets?: readonly Wallet[] | undefined;
  /** Where the connection is kept. Default: the window's `localStorage`. */
  readonly storage?: StoragePort | undefined;
  /** Shows the user the wallets to choose from. Default: `<wallet-select-modal>`, if its module was imported. */
  readonly picker?: Picker | undefined;
  /** Gets the prices for amounts with `fiat`. Default: none; such amounts show no value. Nothing that is signed depends on it. */
  readonly prices?: PriceSource | undefined;
}

/** The options of a request that a client, or {@link configure}, can set for all requests. */
export const REQUEST_DEFAULTS = {
  forceWalletSelect: option.flag,
  persistWalletSelect: option.flag,
  enableOverrides: option.flag,
  enableLocalStorage: option.flag,
  defaultProviders: option.custom('a list of wallets', Array.isArray),
  approvedProviderIds: option.texts('a list of ids of wallets'),
  network: option.someText,
  stacksApi: serviceUrl,
};

const REQUEST_OPTIONS: option.OptionTable<RequestOptions> = {
  provider: option.shared(
    'an object; the id of a wallet is `providerId`',
    (value) => Object(value) === value,
  ),
  providerId: option.someText,
  ...REQUEST_DEFAULTS,
  ignoreUnknownFields: option.flag,
  opener: option.element,
  label: option.text,
  signal: option.signal,
};

/** Definitions of wallets of the page. */
export const WALLETS = option.shared(
  'a list of wallet definitions: objects with `info` and `request`',
  (value) =>
    Array.isArray(value) &&
    value.every(
      (wallet) => typeof read(wallet, 'request') === 'function' && isRecord(read(wallet, 'info')),
    ),
);

const SETTINGS: option.OptionTable<Settings> = {
  ...REQUEST_DEFAULTS,
  bitcoinApi: serviceUrl,
  metadataApi: serviceUrl,
  signInOrigins: option.origins,
  fetch: option.func,
  transactions: option.custom('an object', isRecord),
  wallets: WALLETS,
  storage: option.object,
  picker: option.func,
  prices: option.func,
};

const TRANSACTIONS: option.OptionTable<TransactionSettings> = {
  store: option.flag,
  pace: option.number(0.001, 1_000),
  perMinute: option.integer(1, 1_000_000),
};

/** Shared by all copies of this version in a page. */
const KEY = Symbol.for('stacks-wallet-elements/settings@1');
const shared = globalThis as { [KEY]?: Settings };

export function getSettings(): Settings {
  return (shared[KEY] ??= readOptions('configure', undefined, SETTINGS));
}

/**
 * Sets what the functions, the elements and the modules for frameworks use on this page. Settings that are left out stay as
 * they are. Applies to what is called afterwards. A client from `createWalletClient` has its own options.
 *
 * A URL of a service without a network, as here, is that of `network`, else of mainnet: what is read on another network uses
 * the default of that network, or fails. `{ mainnet: '…', testnet: '…' }` sets it for several networks.
 *
 * @throws JsonRpcError -32602 with the name of the setting, the value and what was expected
 * @example
 * ```ts
 * import { configure } from 'stacks-wallet-elements';
 *
 * configure({ network: 'testnet', stacksApi: 'https://api.testnet.hiro.so' });
 * ```
 */
export function configure(settings: Settings): void {
  const current = getSettings();
  const changed = readOptions('configure', settings, SETTINGS);
  const network = changed.network ?? current.network;
  checkUrls('configure', { ...changed, network }, network ?? 'mainnet');
  checkNetwork('configure', changed, current);
  const transactions =
    changed.transactions &&
    option.withDefaults(
      readOptions('configure', changed.transactions, TRANSACTIONS),
      current.transactions,
    );
  shared[KEY] = option.withDefaults({ ...changed, transactions }, current);
}

/** @throws JsonRpcError -32602 with the name of the field */
function checkUrls(
  caller: string,
  options: ServiceUrls & Pick<RequestOptions, 'network'>,
  urlNetwork: NetworkName | undefined,
): void {
  checkServiceUrls(options, urlNetwork, (field, message, expected) =>
    refuse(caller, field, message, expected),
  );
}

function refuse(caller: string, field: string, message: string, expected: string): never {
  const data = { field, expected };
  throw new JsonRpcError(JsonRpcErrorCode.InvalidParams, `${caller}: ${message}`, { data });
}

/**
 * Refuses a network that is almost a public one.
 *
 * @throws JsonRpcError -32602 with the name of the field, the value and what was meant
 */
function checkNetwork(caller: string, options: Settings, defaults: Settings | undefined): void {
  const { network } = options;
  const hint = network && suggestNetwork(network, options, defaults);
  if (hint)
    refuse(caller, 'network', `${mustBe('network', network, A_NETWORK)} ${hint}`, A_NETWORK);
}

/**
 * Reads the options of a request, or of a client for its requests.
 *
 * @param defaults those of the client
 * @throws JsonRpcError -32602 with the name of the option, the value and what was expected
 */
export function readRequestOptions(
  caller: string,
  options: RequestOptions | undefined,
  defaults: RequestOptions | undefined,
): RequestOptions {
  const copy = readOptions(caller, options, REQUEST_OPTIONS);
  const { stacksApi } = copy;
  const otherServices = { bitcoinApi: undefined, metadataApi: undefined };
  checkUrls(
    caller,
    { stacksApi, ...otherServices, network: copy.network ?? defaults?.network },
    copy.network,
  );
  checkNetwork(caller, copy, defaults);
  return copy;
}

/**
 * Copies the params when the function is called, so that later changes by the page (while the user chooses a
 * wallet) do not change what is checked and sent.
 *
 * @throws JsonRpcError -32602 with the name of the field that is not plain data or cannot be read
 */
export function copyParams(method: string, params: unknown): unknown {
  const invalid = (field: string, reason: string, cause?: unknown) =>
    new JsonRpcError(
      JsonRpcErrorCode.InvalidParams,
      `${method}: \`${field}\` must be plain data: ${reason}.`,
      { data: { field, expected: 'plain data' }, cause },
    );
  try {
    return copyPlainData(params, 'params', (field, reason) => {
      throw invalid(field, reason);
    });
  } catch (error) {
    if (error instanceof JsonRpcError) throw error;
    // A proxy may throw anything.
    throw invalid('params', 'reading it failed', error);
  }
}

/** Reads the options of a function that throws JsonRpcError -32602. */
export function readOptions<T extends object>(
  caller: string,
  options: T | undefined,
  table: option.OptionTable<T>,
): T {
  return option.readOptions(
    caller,
    options,
    table,
    (message, field, expected) =>
      new JsonRpcError(JsonRpcErrorCode.InvalidParams, message, { data: { field, expected } }),
  );
}

/**
 * The property of a result with the wallet's own answer, for the drop-in, whose results have its form. A global symbol: the
 * client may be that of another copy of this package.
 */
export const ANSWER = Symbol.for('stacks-wallet-elements/answer@1');
