import { isJsonRpcError, JsonRpcError, JsonRpcErrorCode, withDocs } from '../errors.js';
import { attempt, isRecord, read } from '../lib/safe-access.js';
import type { Unsubscribe } from '../lib/store.js';
import {
  findMethod,
  findNearMethod,
  noteBroadcast,
  OtherSignerError,
  unexpectedAnswer,
} from '../methods/index.js';
import { getNetwork, normalizeNetwork } from '../stacks/address.js';
import {
  normalizeAddresses,
  pickAddresses,
  reportedNetwork,
  rowsIn,
} from '../methods/addresses.js';
import { findWallet } from '../wallets/index.js';
import type { AboutRequest, Send, Wallet, WalletCall } from '../wallets/wallet.js';
import { assertAccount, confirmAccount } from './check-signer.js';
import type { AskWallet, ChoiceDeps } from './choice.js';
import { ANSWER } from './configure.js';
import { encodeParams, prepareCall, type CallDeps, type EncodedCall } from './prepare-call.js';
import { isAbortReason, sendRaw, toJsonParams, toJsonRpcError } from './raw.js';
import { findRequestedWallet, type PendingConnect } from './session.js';
import type { ConnectionStorage } from './storage.js';
import type { RequestOptions, SentTransaction, PageWallet } from './types.js';

export interface RequestDeps extends ChoiceDeps, CallDeps {
  /** Called with each transaction that was sent. */
  readonly sent: Set<(sent: SentTransaction) => void>;
}

/** The call of a method. */
export interface Call {
  readonly method: string;
  /** A copy. */
  readonly params: unknown;
  /** Set for a method that connects. */
  readonly connecting: PendingConnect | undefined;
  /** To be called when a wallet is asked: the picker does not open. */
  readonly opened: () => void;
}

/**
 * The steps of a request: check and encode; then for a wallet: let it send, read and verify the answer, remember.
 *
 * @returns asks a wallet
 * @throws JsonRpcError for every failure: -32602 for an invalid field, before any wallet is asked; -32000 if the user
 *   rejects in the wallet. The signal's reason once the signal is aborted.
 */
export async function prepareRequest(
  deps: RequestDeps,
  options: RequestOptions,
  { method, params, connecting, opened }: Call,
): Promise<AskWallet> {
  const { session, sent } = deps;
  const encoded = await encodeParams(method, params, options);
  return async (target, signal) => {
    let answered: Unsubscribe | undefined;
    const { addresses } = session.getState(target.provider);
    try {
      const { wallet, call, readAnswer } = await prepareCall(
        deps,
        options,
        encoded,
        target,
        signal,
      );
      opened();
      answered = connecting?.begin();
      const send = createSend(target, encoded, signal);
      const confirmed = await confirmAccount(session, target, wallet, call, send);
      const answer = await wallet.request(confirmed, (...request) => {
        assertAccount(session, target, call);
        return send(...request);
      });
      const result = readAnswer(answer);
      if (isRecord(result) && result !== answer) {
        // Without a prototype: a polluted one would have a getter.
        const own = { __proto__: null, value: answer } as PropertyDescriptor;
        Reflect.defineProperty(result, ANSWER, own);
      }
      signal?.throwIfAborted();
      const reports = encoded.known?.kind === 'addresses' || encoded.known?.kind === 'read';
      const network = reports ? reportedNetwork(answer) : undefined;
      const connected = (connecting && normalizeAddresses(rowsIn(result))) ?? [];
      if (connecting && connected.length > 0) {
        connecting.connect({
          wallet: target,
          addresses: connected,
          network,
          persistsWallet: options.persistWalletSelect !== false,
          persistsAddresses: options.enableLocalStorage !== false,
          isPartial: method !== 'getAddresses',
        });
      } else if (method === 'getAddresses') throw unexpectedAnswer(call, answer);
      if (network !== undefined) session.reportNetwork(target, network);
      notifySent(sent, call, result);
      return result;
    } catch (error) {
      if (error instanceof OtherSignerError) session.accountLeft(target, addresses);
      throw isAbortReason(signal, error) ? error : toJsonRpcError(error);
    } finally {
      answered?.();
    }
  };
}

/** Sends what the wallet expects, as JSON. */
function createSend(
  { provider }: PageWallet,
  { method, params }: EncodedCall,
  signal: AbortSignal | undefined,
): Send {
  return async (name, given, about) => {
    const { errorCodes } = { __proto__: null, ...about } as AboutRequest;
    const sent = toJsonParams(name, given);
    try {
      return await sendRaw(provider, name, sent, signal, errorCodes);
    } catch (error) {
      throw withNote(method, params, error);
    }
  };
}

// Exported here, so that bundlers write one file for all code that a page needs from its first request on.
export { explain, supports } from './explain.js';
export { requestRaw } from './raw.js';

/** Loads in advance the modules that a request of this method needs. Rejects if that fails. */
export async function preload(method: string | undefined): Promise<void> {
  const known = method === undefined ? undefined : findMethod(method);
  await Promise.all([
    known?.values && import('../stacks/stacks-transaction.js'),
    known?.verify?.load(),
  ]);
}

/** Tells a wallet that the page has disconnected, without waiting for an answer, which may never come. */
export function notifyDisconnect({ provider, id }: PageWallet, wallets: readonly Wallet[]): void {
  const send: Send = (method, params) => sendRaw(provider, method, params, undefined);
  void attempt(() => findWallet(provider, id, wallets).disconnect?.(send));
}

/** Asks the wallet to change to another network, and connects its account there. */
export async function switchNetwork(
  deps: RequestDeps & { readonly storage: ConnectionStorage },
  options: RequestOptions,
  network: string,
): Promise<void> {
  const target = findRequestedWallet(deps, 'switchNetwork', options);
  if (!target) {
    const message = 'switchNetwork: no wallet is connected; call `connect()` first.';
    throw new JsonRpcError(JsonRpcErrorCode.UnknownError, withDocs(message, -31000));
  }
  const { session, storage } = deps;
  const { signal } = options;
  const name = normalizeNetwork(network);
  const wallet = findWallet(target.provider, target.id, deps.getWallets());
  if (!wallet.changeNetwork) {
    const instead = `ask the user to choose ${name} in the wallet, or pass \`network\` with each request`;
    throw new JsonRpcError(
      JsonRpcErrorCode.MethodNotFound,
      `switchNetwork: ${wallet.info.name} cannot be asked to change its network: ${instead}.`,
      { data: { network: name, instead } },
    );
  }
  const answer = await wallet.changeNetwork(name, (method, params) =>
    sendRaw(target.provider, method, toJsonParams(method, params), signal),
  );
  if (session.getState(target.provider).status !== 'connected') return;
  const addresses = normalizeAddresses(rowsIn(answer)) ?? [];
  if (addresses.length === 0) return session.reportNetwork(target, name);
  const connecting = session.startConnect(signal);
  connecting.connect({
    wallet: target,
    addresses,
    network: reportedNetwork(answer) ?? name,
    persistsWallet: session.providerId === target.id,
    persistsAddresses: storage.read().addresses.length > 0,
    isPartial: false,
  });
  connecting.end();
}

/**
 * The same error, with what the caller has to know: that a transaction may have been sent nevertheless, or the method that
 * was probably meant.
 */
function withNote(method: string, params: unknown, error: unknown): unknown {
  if (!isJsonRpcError(error)) return error;
  const { code, message, data } = error;
  const cause = read(error, 'cause');
  const isMissing = code === JsonRpcErrorCode.MethodNotFound;
  // Xverse sends several transactions one by one: some may be sent before it reports a failure.
  const isSentInPart =
    Array.isArray(read(params, 'transactions')) && !isMissing && cause !== undefined;
  const hasResult = ['result', 'txid', 'txId'].some((field) => read(cause, field));
  const near = isMissing && findNearMethod(method);
  const note =
    isSentInPart || hasResult ? noteBroadcast(method, params) : near && ` Did you mean "${near}"?`;
  if (!note) return error;
  return new JsonRpcError(code, `${message.replace(/\.?$/, '.')}${note}`, { data, cause });
}

/**
 * Calls the listeners of `sent` if the result has a transaction id. Calls each in a later task, so that no listener
 * delays the request, and code that awaits the request can still add a listener.
 */
function notifySent(listeners: RequestDeps['sent'], call: WalletCall, result: unknown): void {
  const { method, network, addresses } = call;
  const txid = read(result, 'txid') || read(result, 'txId');
  const known = findMethod(method);
  if (typeof txid !== 'string' || !known || !['send', 'sign-or-send'].includes(known.kind)) return;
  const { chain } = known;
  const account = pickAddresses(addresses, chain === 'bitcoin' ? 'BTC' : 'STX')[0];
  const sent: SentTransaction = {
    txid,
    chain,
    network: network ?? call.reportedNetwork() ?? getNetwork(account),
    method,
    account,
    sentAt: Date.now(),
  };
  setTimeout(() => [...listeners].forEach((listener) => setTimeout(listener, 0, sent)));
}
