import { findWallet, type FoundWallet } from '../wallets/index.js';
import type { Wallet, WalletCall } from '../wallets/wallet.js';
import { checkCall } from '../methods/index.js';
import { checkSigner, checkSigningNetwork } from './check-signer.js';
import { getAccountNetwork, getWalletPlaces, resolveNetwork } from './network.js';
import type { CheckedParams } from './params.js';
import { findServiceUrl } from './services.js';
import type { Session } from './session.js';
import type { PageWallet, RequestOptions } from './types.js';
import { bare } from '../lib/safe-access.js';

export interface WalletCallDeps {
  readonly session: Session;
  readonly getWallets: () => readonly Wallet[];
  /** Sends requests to services. Undefined: the browser's. */
  readonly getFetch: () => typeof globalThis.fetch | undefined;
}

type AskedWallet = Pick<FoundWallet, 'request' | 'supports' | 'askAccount'>;

/** A wallet, and the call that it gets. */
export interface WalletAndCall {
  readonly wallet: AskedWallet;
  readonly call: WalletCall;
}

/** Sends the call as it is. */
const AS_IS: AskedWallet = {
  request: ({ method, params }, send) => send(method, params),
  supports: undefined,
  askAccount: undefined,
};

/** A URL without a network was given for this request. */
const findApi = (stacksApi: RequestOptions['stacksApi'], network: string) =>
  findServiceUrl('stacksApi', network, { stacksApi, network });

/**
 * The call for one wallet: its network and account are known now, and nothing may contradict them. `request` and `explain`
 * make it in the same way.
 *
 * @throws JsonRpcError -32602 for what must not be sent
 */
export async function createCall(
  { session, getWallets, getFetch }: WalletCallDeps,
  options: RequestOptions,
  checked: CheckedParams,
  { provider, id }: PageWallet,
  signal: AbortSignal | undefined,
): Promise<WalletAndCall> {
  const { method, definition, asIs, isAdjusted, isNetworkOrAccountNamed, reordered } = checked;
  const state = session.getStateForRequest(provider);
  const walletPlaces = getWalletPlaces(state, definition?.chain);
  const network = isAdjusted
    ? resolveNetwork({ ...checked.networkPlaces, ...walletPlaces })
    : checked.requestNetwork;
  const hasNetwork =
    network !== undefined && !definition?.hasNoNetwork && (isAdjusted || checked.isNetworkAdded);
  const params = hasNetwork ? bare({ ...(checked.params as object), network }) : checked.params;
  // The compiler does not know that `isKnown` is right for `method` and `params`.
  const call = {
    isKnown: definition !== undefined,
    method,
    params,
    network,
    isNetworkOrAccountNamed,
    reordered,
    provider,
    addresses: state.addresses,
    reportedNetwork: () => session.getStateForRequest(provider).network,
    isReportedNetworkCurrent: session.hasNetworkEvents(provider),
    stacksApi: findApi(options.stacksApi, network ?? getAccountNetwork(state)),
    fetch: getFetch(),
    signal,
  } as WalletCall;
  const signing = { method, definition, params, network, addresses: state.addresses };
  checkSigner(signing);
  if (asIs) return { wallet: AS_IS, call };
  checkSigningNetwork(signing);
  await checkCall(call);
  return { wallet: findWallet(provider, id, getWallets()), call };
}
