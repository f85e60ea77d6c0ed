import { loadModule } from '../lib/promises.js';
import { mergeOptions } from '../lib/read-options.js';
import { read } from '../lib/safe-access.js';
import { getServiceUrl } from './configure.js';
import { networkField, type TransactionParams } from '../methods/transaction.js';
import { addsNetwork, checkNetwork, unadjusted, walletFor, withNetwork } from '../wallets/index.js';
import { cannot, ownStacksAddress } from '../wallets/outgoing.js';
import type { RequestContext, Wallet, WireRequest } from '../wallets/wallet.js';
import { encode } from './encode.js';
import { readValues } from './read-values.js';
import type { Session } from './session.js';
import type { RequestOptions, Targeted } from './types.js';
import { prepareVerification } from './verify-signed.js';

export interface PlanDeps {
  readonly session: Session;
  /** The page's own wallet definitions. */
  readonly wallets: readonly Wallet[] | undefined;
}

/** What is known of a request before a wallet is asked. `request` and `explain` make it in the same way. */
export interface Plan extends Targeted {
  readonly wallet: Wallet;
  /** `enableOverrides: false`: nothing is adjusted or compared. */
  readonly asIs: boolean;
  readonly options: RequestOptions;
  readonly context: RequestContext;
  /** True if the method has no field for the network in this wallet, so that the networks have to be compared. */
  readonly comparesNetwork: boolean;
}

/**
 * Reads the values in the params (see `readValues`), and plans the request.
 *
 * @throws JsonRpcError -32602 for a value that is not valid, -31000 if the module that reads them cannot be loaded
 */
export async function planRequest(
  deps: PlanDeps,
  options: RequestOptions,
  call: Targeted,
): Promise<Plan> {
  const { addresses } = contextOf(deps, options, call);
  const own = addresses.flatMap(({ symbol, address }) => (symbol === 'STX' ? [address] : []));
  const read = await readValues(call, own, options.enableOverrides === false);
  return planOf(deps, options, { ...call, ...read });
}

/** Plans a request whose params hold no values that are still to be read. */
export function planOf(deps: PlanDeps, options: RequestOptions, call: Targeted): Plan {
  const { method, params, target } = call;
  const asIs = options.enableOverrides === false;
  const wallet = asIs ? unadjusted : walletFor(target.provider, target.id, deps.wallets);
  return {
    ...call,
    wallet,
    asIs,
    options,
    context: contextOf(deps, options, call),
    comparesNetwork: comparesNetwork(wallet, method, params, options.network),
  };
}

/** The current data of the session that the request can use. */
export function contextOf(
  { session }: PlanDeps,
  options: RequestOptions,
  { params, target: { provider }, network }: Targeted,
): RequestContext {
  const { state } = session;
  const own = state.status === 'connected' && session.isOf(provider) ? state : undefined;
  return {
    provider,
    network,
    isNamed: [options.network, read(params, 'network'), read(params, 'address')].some(Boolean),
    walletNetwork: own?.network,
    addresses: own?.addresses ?? [],
  };
}

/**
 * The method that replaces a sponsored one, if this wallet would make the user pay or broadcast before the sponsor
 * signs: the transaction is built here, and the wallet only signs it. Undefined if the request is sent as it is.
 *
 * @throws JsonRpcError -32602 if it cannot be built, -31000 if the nonce or the module cannot be loaded
 */
export async function builtCall(
  { wallet, method, params, options }: Plan,
  context: RequestContext,
): Promise<Pick<Targeted, 'method' | 'params'> | undefined> {
  const isAsked = read(params, 'sponsored') === true && Object.hasOwn(wallet, 'signsSponsored');
  const signs = isAsked
    ? wallet.signsSponsored?.(method, params as TransactionParams, context)
    : undefined;
  if (!signs) return undefined;
  const { createSponsoredTransaction } = await loadModule(
    'builds sponsored transactions',
    () => import('../stacks/unsigned-transaction.js'),
  );
  const network = context.network ?? 'mainnet';
  const readNonce = async (account: string): Promise<bigint> => {
    const { fetchNextNonce } = await loadModule(
      'reads the nonce of an account',
      () => import('../stacks/next-nonce.js'),
    );
    const { stacksApi, signal } = options;
    const apiUrl = getServiceUrl(stacksApi, network);
    return fetchNextNonce({ method, sender: account, network, apiUrl, signal });
  };
  const transaction = await createSponsoredTransaction(
    method,
    params as object,
    { sender: ownStacksAddress(context), nextNonce: readNonce },
    (...refused) => {
      throw cannot(method, ...refused);
    },
  );
  const on = networkField(read(params, 'network') as string | undefined);
  return signs === 'stx_signTransaction'
    ? { method: signs, params: mergeOptions<object>({ transaction }, on) }
    : { method: signs, params: mergeOptions<object>({ transactions: [transaction] }, on) };
}

/** Checks what is to be signed. Returns a function that checks the answer; undefined if nothing is compared. */
export async function verificationOf({ asIs, method, params }: Plan, context: RequestContext) {
  return asIs ? undefined : prepareVerification(method, params, context);
}

/**
 * The request in the form that the wallet receives.
 *
 * @throws JsonRpcError -32602 for what the wallet would drop, misread or never answer
 */
export async function wireOf(
  { wallet, method, params, options, comparesNetwork }: Plan,
  context: RequestContext,
): Promise<WireRequest> {
  const step = ownStep(wallet.outgoing, method);
  let sent: WireRequest;
  if (step) sent = (await step(params ?? { __proto__: null }, context)) as WireRequest;
  else {
    if (comparesNetwork) checkNetwork(method, context);
    if (Object.hasOwn(wallet, 'checkUnknown')) wallet.checkUnknown?.(method, context);
    sent = { method, params: withNetwork(method, params, options.network) };
  }
  const wire = { __proto__: null, ...sent } as WireRequest;
  return { method: wire.method, params: encode(wire.method, wire.params) };
}

function comparesNetwork(
  { silentNetwork, outgoing: table }: Wallet,
  method: string,
  params: unknown,
  network: string | undefined,
): boolean {
  return (
    silentNetwork?.unless.test(method) === false &&
    (Object.hasOwn(table, method) || addsNetwork(method, params, network))
  );
}

type AnyStep = (value: unknown, other: unknown) => unknown;

/** Only an own property: a method may be named like a property that every object inherits. */
export function ownStep(table: object, method: string): AnyStep | undefined {
  return Object.hasOwn(table, method) ? (table as Record<string, AnyStep>)[method] : undefined;
}
