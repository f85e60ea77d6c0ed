import { ANSWER } from '../core/configure.js';
import type { RequestOptions } from '../core/types.js';
import {
  normalizeAddresses,
  pickAddresses,
  rowsIn,
  type AddressEntry,
} from '../accounts/addresses.js';
import { bareHex } from '../lib/bytes.js';
import { loadModule, loadOnce } from '../lib/promises.js';
import { isRecord, read } from '../lib/safe-access.js';
import { getDefaultClient } from './client.js';
import { toError } from './errors.js';
import type {
  GetAddressesResult,
  MethodParams,
  MethodParamsRaw,
  MethodResult,
  MethodResultRaw,
  Methods,
  MethodsRaw,
} from './methods.js';
import type { ConnectNetwork } from './app-network.js';
import type { StacksProvider, WbipProvider } from './providers.js';
import { toCall } from './tolerance.js';

/** The options of `request` and `connect`. Unknown ones are ignored. */
export interface ConnectRequestOptions {
  /** Use this provider. The list of wallets is not shown. */
  provider?: StacksProvider | undefined;
  /** Let the user choose even if a wallet is remembered. Default: false. */
  forceWalletSelect?: boolean | undefined;
  /** Remember the chosen wallet. Default: true. */
  persistWalletSelect?: boolean | undefined;
  /** Apply the adjustments for each wallet. Default: true. */
  enableOverrides?: boolean | undefined;
  /** Store the addresses. Default: true. */
  enableLocalStorage?: boolean | undefined;
  /** Wallets that the list offers to install. */
  defaultProviders?: WbipProvider[] | undefined;
  /** Offer and use only wallets with these ids. */
  approvedProviderIds?: string[] | undefined;
  /** @deprecated Ignored: this library does not include WalletConnect. */
  walletConnectProjectId?: string | undefined;
  /** @deprecated Ignored: this library does not include WalletConnect. */
  // oxlint-disable-next-line typescript/no-explicit-any
  walletConnect?: any;
}

/**
 * Asks the user which wallet to use and stores its addresses, also if a wallet is already connected. If the user
 * cancels, the previous connection stays.
 *
 * @throws JsonRpcError -31001 if the user closes the list of wallets; -32000, or 4001 of Leather, if they reject
 *   in the wallet
 */
export function connect(
  options?: ConnectRequestOptions & { network?: ConnectNetwork | undefined },
): Promise<GetAddressesResult> {
  return send(options, 'getAddresses', undefined, { forceWalletSelect: true });
}

/**
 * Sends a request to the remembered wallet, or to the one that the user chooses: `request(method, params?)` or
 * `request(options, method, params?)`.
 *
 * @throws JsonRpcError -32602 with the name of the field, before any wallet is asked; the wallet's own error
 */
export function request<M extends keyof Methods>(
  method: M,
  params?: MethodParams<M>,
): Promise<MethodResult<M>>;
export function request<M extends keyof Methods>(
  options: ConnectRequestOptions | undefined,
  method: M,
  params?: MethodParams<M>,
): Promise<MethodResult<M>>;
export function request(...args: unknown[]): Promise<unknown> {
  const [options, method, params] = typeof args[0] === 'string' ? [undefined, ...args] : args;
  return send(options, method as string, params);
}

/** Sends a request to a provider without changing it. */
export async function requestRaw<M extends keyof MethodsRaw>(
  provider: StacksProvider,
  method: M,
  params?: MethodParamsRaw<M>,
): Promise<MethodResultRaw<M>> {
  try {
    return (await getDefaultClient().requestRaw(provider, method, params)) as MethodResultRaw<M>;
  } catch (error) {
    throw toError(error);
  }
}

/** True from the time a wallet has returned addresses until `disconnect()`, including after a reload. */
export function isConnected(): boolean {
  return getDefaultClient().isConnected();
}

/** Only requests with a PSBT need it. */
export const loadPsbt = loadOnce(() => loadModule('reads PSBTs', () => import('./psbt.js')));

/** Sends the requests of all functions of this package except `requestRaw`. */
export async function send<T>(
  options: unknown,
  method: string,
  params: unknown,
  overrides: RequestOptions = {},
): Promise<T> {
  try {
    const call = toCall(method, options, params);
    const sent =
      method === 'signPsbt' && isRecord(call.params)
        ? (await loadPsbt()).withOwnSighash(call.params)
        : call.params;
    const result: unknown = await getDefaultClient().request(
      { ...call.options, ...overrides },
      method,
      sent,
    );
    return toResult(method, result) as T;
  } catch (error) {
    throw toError(error);
  }
}

/**
 * The result as apps of version 8 read it: with `txid` and `txId`, a signature in the form that the wallet wrote
 * it, since verifiers refuse `0x`, and every address in the wallet's order.
 */
function toResult(method: string, result: unknown): unknown {
  if (!isRecord(result)) return result;
  const answer: unknown = Reflect.get(result, ANSWER);
  const { txid } = result;
  const changed: Record<string, unknown> = txid ? { ...result, txId: txid } : { ...result };
  if (/^stx_sign(?:Structured)?Message$/.test(method)) {
    const signature = read(answer, 'signature');
    const inHex = (value: unknown) => bareHex(value)?.toLowerCase();
    if (inHex(signature) === inHex(changed['signature'])) changed['signature'] = signature;
  }
  if (method === 'stx_getAddresses') {
    // Of the Stacks addresses, those that were verified.
    const verified = pickAddresses(result['addresses'] as readonly AddressEntry[], 'STX');
    const rows = normalizeAddresses(rowsIn(answer));
    const isIncluded = ({ symbol, address }: AddressEntry) =>
      symbol === 'BTC' || verified.includes(address);
    if (rows) changed['addresses'] = rows.filter(isIncluded);
  }
  return changed;
}
