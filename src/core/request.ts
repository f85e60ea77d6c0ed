import { describe, isJsonRpcError, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { normalizeAddresses } from '../lib/address-rows.js';
import { abortable, isAbortOf } from '../lib/abort.js';
import { read } from '../lib/safe-access.js';
import { resolveNetwork } from '../lib/network.js';
import { methodOf } from '../methods/index.js';
import { addsNetwork, checkNetwork, unadjusted, walletFor, withNetwork } from '../wallets/index.js';
import type { RequestContext, Wallet, WireRequest } from '../wallets/wallet.js';
import { checkOptions, checkParams } from './check-params.js';
import { checkResult, withNote } from './check-result.js';
import { addressScope, type Call } from './connect-attempts.js';
import { encode } from './encode.js';
import { toJsonRpcError } from './normalize-error.js';
import { sendWire } from './request-raw.js';
import { askChosen } from './picking.js';
import { resolveProvider, type ProviderDeps } from './resolve-provider.js';
import type { Target } from './remembered-wallet.js';
import type { Session } from './session.js';
import { tellSent } from './tell-sent.js';
import type { RequestOptions, SentTransaction } from './types.js';
import { prepareVerification } from './verify-signed.js';
import { withWalletNetwork } from './wallet-network.js';

export interface RequestDeps extends ProviderDeps {
  /** The page's own wallet definitions. */
  readonly wallets: readonly Wallet[] | undefined;
  /** Called with each transaction that was sent. */
  readonly sent: Set<(sent: SentTransaction) => void>;
}

/**
 * The steps of a request: check, resolve the provider, adjust, encode, ask, read, remember.
 *
 * @throws JsonRpcError for every failure: -32602 for an invalid field, before any wallet is asked; -32000 if the
 *   user rejects in the wallet; -31001 if the user closes the picker. The signal's reason once the signal is
 *   aborted.
 */
export async function request(
  deps: RequestDeps,
  options: RequestOptions,
  call: Call,
): Promise<unknown> {
  const { signal } = options;
  const { method, params } = call;
  try {
    signal?.throwIfAborted();
    checkParams(method, params);
    checkOptions(method, options);
    const network = resolveNetwork(method, params, options.network);
    const ask = (target: Target, sending: AbortSignal | undefined) => {
      options.onAsk?.();
      return send(deps, options, { ...call, target, network, signal: sending });
    };
    const target = await abortable(resolveProvider(deps, method, options), signal);
    if (!target && !deps.page) {
      throw new JsonRpcError(
        JsonRpcErrorCode.UnknownError,
        `${method}: there is no wallet on a server. Call this in the browser, such as in a listener of an event.`,
      );
    }
    const answer = target ? ask(target, signal) : askChosen(deps, { options, call, ask });
    return await abortable(answer, signal);
  } catch (error) {
    throw isAbortOf(signal, error) ? error : toJsonRpcError(error);
  }
}

// Exported here, so that bundlers write one file for all code that a page needs from its first request on.
export { notifyDisconnect } from './notify-disconnect.js';
export { requestRaw } from './request-raw.js';

/** Loads in advance the modules that a request of this method needs. Rejects if that fails. */
export async function preload(method: string | undefined): Promise<void> {
  if (method !== undefined) await methodOf(method)?.preload?.();
}

interface Sending extends Call {
  readonly target: Target;
  readonly network: string | undefined;
  readonly signal: AbortSignal | undefined;
}

async function send(
  deps: RequestDeps,
  options: RequestOptions,
  { target, network, signal, ...call }: Sending,
): Promise<unknown> {
  const { method, params } = call;
  const asIs = options.enableOverrides === false;
  const wallet = asIs ? unadjusted : walletFor(target.provider, target.id, deps.wallets);
  const raw = (wire: WireRequest) =>
    sendWire(target.provider, wire, { signal, errorCodes: wallet.errorCodes });
  const ask = async (context: RequestContext) => {
    const sent = await outgoing(wallet, method, params, context, options.network);
    const wire = { __proto__: null, ...sent } as WireRequest;
    const encoded = { method: wire.method, params: await encode(wire.method, wire.params) };
    await deps.session.disconnectNotice;
    signal?.throwIfAborted();
    // The wallet may have reported another network while modules were loaded.
    const { walletNetwork } = contextOf(deps, target, network, isNamed);
    if (isCompared && walletNetwork !== known.walletNetwork) {
      checkNetwork(method, { ...context, walletNetwork });
    }
    return raw(encoded);
  };
  const isNamed = [options.network, read(params, 'network'), read(params, 'address')].some(Boolean);
  const known = contextOf(deps, target, network, isNamed);
  const isCompared = comparesNetwork(wallet, method, params, options.network);
  const context = isCompared ? await withWalletNetwork(deps.session, wallet, known, raw) : known;
  signal?.throwIfAborted();
  const verify = asIs ? undefined : await prepareVerification(method, params, context);
  const answer = await ask(context).catch(async (error: unknown) => {
    // Xverse requires permission first. A method that signs or sends is never sent twice.
    const gate = readsAddresses(method) && Object.hasOwn(wallet, 'gate') ? wallet.gate : undefined;
    if (!gate || !isJsonRpcError(error) || error.code !== gate.code)
      throw withNote(method, params, error);
    const opened = await raw(gate.request);
    const reported = wallet.reportedNetwork?.('getAddresses', opened);
    return ask({ ...context, walletNetwork: reported ?? context.walletNetwork });
  });
  options.onAnswer?.(answer);
  const result = await incoming(wallet, method, answer, params);
  if (!asIs) checkResult(method, params, result);
  verify?.(result);
  signal?.throwIfAborted();
  const reported = wallet.reportedNetwork?.(method, answer);
  remember(deps.session, call, target, { result, network: reported }, options);
  tellSent(deps.sent, method, result, context);
  return result;
}

function contextOf(
  { session }: RequestDeps,
  target: Target,
  network: string | undefined,
  isNamed: boolean,
): RequestContext {
  const { settled } = session;
  const { provider } = target;
  const own = settled.status === 'connected' && session.isOf(provider) ? settled : undefined;
  return {
    provider,
    network,
    isNamed,
    walletNetwork: own?.network,
    addresses: own?.addresses ?? [],
  };
}

type AnyStep = (value: unknown, other: unknown) => unknown;

async function outgoing(
  wallet: Wallet,
  method: string,
  params: unknown,
  context: RequestContext,
  network: string | undefined,
): Promise<WireRequest> {
  const step = ownStep(wallet.outgoing, method);
  if (step) return (await step(params ?? { __proto__: null }, context)) as WireRequest;
  if (comparesNetwork(wallet, method, params, network)) checkNetwork(method, context);
  return { method, params: withNetwork(method, params, network) };
}

/** True if the method has no field for the network in this wallet, so that the networks have to be compared. */
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

function incoming(wallet: Wallet, method: string, answer: unknown, params: unknown): unknown {
  const step = ownStep(wallet.incoming, method);
  return step ? step(answer, params ?? {}) : answer;
}

/** Only an own property: a method may have the name of one that every object inherits. */
function ownStep(table: object, method: string): AnyStep | undefined {
  return Object.hasOwn(table, method) ? (table as Record<string, AnyStep>)[method] : undefined;
}

/** The methods that only read addresses. They may be sent again once the wallet has given permission. */
function readsAddresses(method: string): boolean {
  return addressScope(method) !== undefined || method === 'stx_getAccounts';
}

/**
 * The last step of a request: updates the session.
 *
 * @throws JsonRpcError -32603 if a request to connect returned no address
 */
function remember(
  session: Session,
  { method, connectAttempt }: Call,
  target: Target,
  { result, network }: { readonly result: unknown; readonly network: string | undefined },
  options: RequestOptions,
): void {
  const addresses = connectAttempt && normalizeAddresses(read(result, 'addresses'));
  if (connectAttempt && addresses?.length) {
    connectAttempt.remember({
      target,
      addresses,
      network,
      persistWallet: options.persistWalletSelect !== false,
      persistAddresses: options.enableLocalStorage !== false,
    });
  } else if (connectAttempt?.scope === 'all') {
    throw new JsonRpcError(
      JsonRpcErrorCode.InternalError,
      `${method}: the wallet answered with no address: ${describe(result)}.`,
      { cause: result },
    );
  }
  if (connectAttempt?.scope !== 'all' && network !== undefined)
    session.reportNetwork(target, network);
}
