import { describe, isJsonRpcError, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { getNetwork } from '../stacks/address.js';
import { normalizeAddresses } from '../stacks/address.js';
import { abortable } from '../lib/promises.js';
import { getMethodChain } from '../stacks/network.js';
import { read } from '../lib/safe-access.js';
import { methodOf } from '../methods/index.js';
import { checkNetwork } from '../wallets/index.js';
import { rowsIn } from '../wallets/networks.js';
import type { RequestContext, Wallet, WireRequest } from '../wallets/wallet.js';
import { checkCall } from './check-params.js';
import { checkResult, withNote } from './check-result.js';
import { isAbortOf, toJsonRpcError } from './normalize-error.js';
import { sendWire } from './request-raw.js';
import {
  builtCall,
  contextOf,
  ownStep,
  planRequest,
  verificationOf,
  wireOf,
  type PlanDeps,
} from './prepared-request.js';
import type { RequestOptions, SentTransaction, Target, Targeted } from './types.js';
import { getWallet, type ChoiceDeps } from './choice.js';
import type { Attempt, Session } from './session.js';
import { withWalletNetwork } from './wallet-network.js';

export interface RequestDeps extends ChoiceDeps, PlanDeps {
  /** Called with each transaction that was sent. */
  readonly sent: Set<(sent: SentTransaction) => void>;
}

/** The call of a method. `attempt` is set for a method that connects. */
export interface Call {
  readonly method: string;
  readonly params: unknown;
  readonly attempt: Attempt | undefined;
}

/**
 * The steps of a request: check, find the wallet, adjust, encode, ask, read, remember.
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
  return withJsonRpcErrors(signal, async () => {
    const network = checkCall(call.method, call.params, options);
    const ask = (target: Target, sending: AbortSignal | undefined) =>
      send(deps, options, { ...call, target, network, signal: sending });
    const { wallet, answer } = await getWallet(deps, call, options, call.attempt && ask);
    return answer ?? abortable(ask(wallet, signal), signal);
  });
}

/** The steps of a request to a known wallet. */
export function sendTo(
  deps: RequestDeps,
  options: RequestOptions,
  call: Call,
  target: Target,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  return withJsonRpcErrors(signal, async () => {
    const network = checkCall(call.method, call.params, options);
    return send(deps, options, { ...call, target, network, signal });
  });
}

async function withJsonRpcErrors<T>(
  signal: AbortSignal | undefined,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isAbortOf(signal, error) ? error : toJsonRpcError(error);
  }
}

// Exported here, so that bundlers write one file for all code that a page needs from its first request on.
export { notifyDisconnect, requestRaw } from './request-raw.js';
export { explain, supports } from './explain.js';
export { switchNetwork } from './switch-network.js';

/** Loads in advance the modules that a request of this method needs. Rejects if that fails. */
export async function preload(method: string | undefined): Promise<void> {
  const { preload: more, verify } = (method !== undefined && methodOf(method)) || {};
  await Promise.all([more?.(), verify?.load()]);
}

interface Sending extends Call, Targeted {
  readonly signal: AbortSignal | undefined;
}

async function send(
  deps: RequestDeps,
  options: RequestOptions,
  { signal, attempt, ...call }: Sending,
): Promise<unknown> {
  const { method, target } = call;
  const plan = await planRequest(deps, options, call);
  const { wallet, params, network, context: known } = plan;
  const raw = (wire: WireRequest) =>
    sendWire(target.provider, wire, { signal, errorCodes: wallet.errorCodes });
  let sent: WireRequest | undefined;
  const ask = async (context: RequestContext) => {
    sent = await wireOf(plan, context);
    await deps.session.disconnectNotice;
    signal?.throwIfAborted();
    // The wallet may have reported another network while modules were loaded.
    const { walletNetwork } = contextOf(deps, options, call);
    if (plan.comparesNetwork && walletNetwork !== known.walletNetwork) {
      checkNetwork(method, { ...context, walletNetwork });
    }
    return raw(sent);
  };
  const context = plan.comparesNetwork
    ? await withWalletNetwork(deps.session, wallet, known, raw)
    : known;
  signal?.throwIfAborted();
  const built = await builtCall(plan, context);
  if (built) {
    const signed = await send(deps, options, {
      ...call,
      network,
      ...built,
      signal,
      attempt,
    });
    return signedResult(signed);
  }
  const verify = await verificationOf(plan, context);
  attempt?.begin();
  const answer = await ask(context).catch(async (error: unknown) => {
    // Xverse requires permission first. A method that signs or sends is never sent twice.
    const isRead = methodOf(method)?.effect === 'reads addresses';
    const gate = isRead && Object.hasOwn(wallet, 'gate') ? wallet.gate : undefined;
    if (!gate || !isJsonRpcError(error) || error.code !== gate.code)
      throw withNote(method, params, error);
    const opened = await raw(gate.request);
    const reported = wallet.reportedNetwork?.('getAddresses', opened);
    return ask({ ...context, walletNetwork: reported ?? context.walletNetwork });
  });
  options.onAnswer?.(answer);
  const given = await incoming(wallet, method, answer, params);
  if (!plan.asIs) checkResult(method, params, given, sent?.params, answer);
  const result = verify ? verify(given, answer) : given;
  signal?.throwIfAborted();
  const reported = wallet.reportedNetwork?.(method, answer);
  remember(deps.session, { method, params, attempt }, target, { result, network: reported }, options); // prettier-ignore
  notifySent(deps.sent, method, result, context);
  return result;
}

/** The result of a sponsored transaction that was built here: it is signed, and its sponsor sends it. */
function signedResult(signed: unknown): unknown {
  const [first] = (read(signed, 'transactions') ?? []) as readonly unknown[];
  return { status: 'signed', txid: '', transaction: read(signed, 'transaction') ?? first };
}

function incoming(wallet: Wallet, method: string, answer: unknown, params: unknown): unknown {
  const step = ownStep(wallet.incoming, method);
  return step ? step(answer, params ?? {}) : answer;
}

/**
 * The last step of a request: updates the session.
 *
 * @throws JsonRpcError -32603 if a request to connect returned no address
 */
function remember(
  session: Session,
  { method, attempt }: Call,
  target: Target,
  { result, network }: { readonly result: unknown; readonly network: string | undefined },
  options: RequestOptions,
): void {
  const addresses = attempt && normalizeAddresses(rowsIn(result));
  if (attempt && addresses?.length) {
    attempt.connect({
      wallet: target,
      addresses,
      network,
      persistsWallet: options.persistWalletSelect !== false,
      persistsAddresses: options.enableLocalStorage !== false,
      isPartial: method !== 'getAddresses',
    });
  } else if (method === 'getAddresses') {
    throw new JsonRpcError(
      JsonRpcErrorCode.InternalError,
      `${method}: the wallet answered with no address: ${describe(result)}.`,
      { cause: result },
    );
  }
  if (network !== undefined) session.reportNetwork(target, network);
}

/**
 * Calls the listeners of `sent` if the result has a transaction id. Calls each in a later task, so that no listener
 * delays the request, and code that awaits the request can still add a listener.
 */
function notifySent(
  listeners: ReadonlySet<(sent: SentTransaction) => void>,
  method: string,
  result: unknown,
  { network, walletNetwork, addresses }: RequestContext,
): void {
  const txid = read(result, 'txid') || read(result, 'txId');
  if (typeof txid !== 'string' || !methodOf(method)?.effect.startsWith('sends')) return;
  const chain = getMethodChain(method);
  const account = addresses.find(({ symbol }) => symbol.toLowerCase() === chain)?.address;
  const sent: SentTransaction = {
    txid,
    chain,
    network: network ?? walletNetwork ?? getNetwork(account),
    method,
    account,
    sentAt: Date.now(),
  };
  setTimeout(() => [...listeners].forEach((listener) => setTimeout(listener, 0, sent)));
}
