import type { NetworkName } from '../stacks/address.js';
import { isJsonRpcError, JsonRpcError, JsonRpcErrorCode, withDocs } from '../errors.js';
import { isMisspelled } from '../lib/read-options.js';
import { attempt, bare, isRecord, read } from '../lib/safe-access.js';
import type { Unsubscribe } from '../lib/store.js';
import {
  findMethod,
  findNearMethod,
  noteBroadcast,
  OtherSignerError,
  preloadVerification,
  unexpectedAnswer,
  verifyAnswer,
} from '../methods/index.js';
import { preloadBitcoinRequests } from '../methods/method.js';
import { readSentAmount } from '../methods/sent-amount.js';
import { getNetwork, normalizeNetwork } from '../stacks/address.js';
import {
  pickAddresses,
  reportedNetwork,
  rowsIn,
  type AddressEntry,
} from '../accounts/addresses.js';
import { findWallet } from '../wallets/index.js';
import type { Send, Wallet, WalletCall } from '../wallets/wallet.js';
import { assertAccount, confirmAccount, loadAccountReaderFor } from './confirm-account.js';
import type { ChoiceDeps } from './choice.js';
import { ANSWER } from './configure.js';
import { checkParams, type CheckedParams } from './params.js';
import { isAbortReason, sendRaw, toJsonParams, toJsonRpcError } from './raw.js';
import { findRequestedWallet, type PendingConnect } from './session.js';
import type { ConnectionStorage } from './storage.js';
import type { RequestOptions, SentTransaction, PageWallet } from './types.js';
import { createCall, type WalletCallDeps } from './wallet-call.js';

export interface RequestDeps extends ChoiceDeps, WalletCallDeps {
  /** Called with each transaction that was sent. */
  readonly sent: Set<(sent: SentTransaction) => void>;
}

/** One call of `request()` or `connect()`, before anything is checked. */
export interface RequestedCall {
  readonly method: string;
  /** A copy of what the caller passed. */
  readonly params: unknown;
  readonly options: RequestOptions;
  /** For a method that connects: the attempt, which the session may end. */
  readonly connecting: PendingConnect | undefined;
  /** That of the caller; for a method that connects, it is also aborted when the session ends. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Checks and encodes the params, before any wallet is asked.
 *
 * @throws JsonRpcError -32602 for an invalid field
 */
export function checkRequest(deps: RequestDeps, requested: RequestedCall): CheckedRequest {
  const { method, params, options } = requested;
  return new CheckedRequest(
    deps,
    requested,
    checkParams(method, params, options, deps.session.state.addresses),
  );
}

/** A request whose params were checked. It may be sent to one wallet after another: only connecting is tried again. */
export class CheckedRequest {
  readonly #deps: RequestDeps;
  readonly #options: RequestOptions;
  readonly #connecting: PendingConnect | undefined;
  readonly #checked: CheckedParams;

  constructor(deps: RequestDeps, { options, connecting }: RequestedCall, checked: CheckedParams) {
    this.#deps = deps;
    this.#options = options;
    this.#connecting = connecting;
    this.#checked = checked;
  }

  /**
   * Asks a wallet, verifies its answer, and remembers what the session needs of it.
   *
   * @throws JsonRpcError for every failure; -32000 if the user rejects in the wallet. The signal's reason once the signal is
   *   aborted.
   */
  async ask(pageWallet: PageWallet, signal: AbortSignal | undefined): Promise<unknown> {
    const { session } = this.#deps;
    const { addresses } = session.getStateForRequest(pageWallet.provider);
    let stopAsking: Unsubscribe | undefined;
    try {
      const { wallet, call } = await createCall(this.#deps, this.#options, this.#checked, pageWallet, signal); // prettier-ignore
      stopAsking = this.#connecting?.startAsking();
      const send = this.#createSend(pageWallet, signal);
      const confirmed = await confirmAccount(session, pageWallet, wallet, call, send);
      const answer = await wallet.request(
        confirmed,
        this.#createCallSend(pageWallet, confirmed, send),
      );
      const result = await this.#verify(call, answer);
      const connected = this.#connecting ? await this.#readAccount(result) : [];
      signal?.throwIfAborted();
      this.#remember(pageWallet, call, answer, result, connected);
      return result;
    } catch (error) {
      if (error instanceof OtherSignerError) session.clearAccountOf(pageWallet, addresses);
      throw isAbortReason(signal, error) ? error : toJsonRpcError(error);
    } finally {
      stopAsking?.();
    }
  }

  /** Sends to the wallet and reports its errors: every request to it goes through this. */
  #createSend({ provider }: PageWallet, signal: AbortSignal | undefined): Send {
    const { method, params } = this.#checked;
    return async (name, walletParams, about) => {
      const { errorCodes } = bare(about ?? {});
      const sent = toJsonParams(name, walletParams);
      try {
        return await sendRaw(provider, name, sent, signal, errorCodes);
      } catch (error) {
        throw withNote(method, params, error);
      }
    };
  }

  /**
   * What the wallet's file sends the call with: only for the account of the call, and with the warning of the method. While
   * the wallet is asked, what verifies its answer loads.
   */
  #createCallSend(pageWallet: PageWallet, call: WalletCall, send: Send): Send {
    const { method, definition, asIs } = this.#checked;
    let warning = definition
      ? !asIs && definition.warn?.(call.params as never)
      : describeMisspelled(method);
    return async (...request) => {
      assertAccount(this.#deps.session, pageWallet, call);
      if (warning) console.warn(warning);
      warning = undefined;
      const answering = send(...request);
      if (!asIs) preloadVerification(method);
      return answering;
    };
  }

  async #verify(call: WalletCall, answer: unknown): Promise<unknown> {
    if (this.#checked.asIs) return answer;
    const result = await verifyAnswer(call, answer);
    if (isRecord(result) && result !== answer) {
      Reflect.defineProperty(result, ANSWER, bare({ value: answer }));
    }
    return result;
  }

  /** The addresses that are connected. With `enableOverrides: false`, the result was not verified. */
  async #readAccount(result: unknown): Promise<readonly AddressEntry[]> {
    const { readAccount } = await loadAccountReaderFor(this.#deps.session);
    return readAccount(rowsIn(result));
  }

  /** Only methods that answer with addresses or networks change the session. What was sent is told to the `sent` listeners. */
  #remember(
    pageWallet: PageWallet,
    call: WalletCall,
    answer: unknown,
    result: unknown,
    addresses: readonly AddressEntry[],
  ): void {
    const { session, sent } = this.#deps;
    const { method, definition, asIs } = this.#checked;
    const connecting = this.#connecting;
    const reports = definition?.kind === 'addresses' || definition?.kind === 'read';
    const network = reports ? reportedNetwork(answer) : undefined;
    let isOutdated = false;
    if (connecting && addresses.length > 0) {
      isOutdated = !connecting.connect({
        pageWallet,
        addresses,
        network,
        persistsWallet: this.#options.persistWalletSelect !== false,
        persistsAddresses: this.#options.enableLocalStorage !== false,
        isPartial: method !== 'getAddresses',
      });
    } else if (method === 'getAddresses') throw unexpectedAnswer(call, answer);
    if (network !== undefined && !isOutdated) session.reportNetwork(pageWallet, network);
    // As it is, the params were not checked.
    const amount = asIs ? undefined : definition?.getAmount?.(call.params as never);
    notifySent(sent, call, result, { amount: readSentAmount(amount), label: this.#options.label });
  }
}

// Exported here, so that bundlers write one file for all code that a page needs from its first request on.
export { explain, supports } from './explain.js';
export { requestRaw } from './raw.js';
export { loadAccountReaderFor } from './confirm-account.js';

/** Loads in advance what a request of this method needs besides this module. Rejects if that fails. */
export async function preload(method: string | undefined): Promise<void> {
  const definition = method === undefined ? undefined : findMethod(method);
  await Promise.all([
    definition?.verification?.load(),
    definition?.chain === 'bitcoin' && preloadBitcoinRequests(),
  ]);
}

/** Tells a wallet that the page has disconnected, without waiting for an answer, which may never come. */
export function notifyDisconnect({ provider, id }: PageWallet, wallets: readonly Wallet[]): void {
  const send: Send = (method, params) => sendRaw(provider, method, params, undefined);
  void attempt(() => findWallet(provider, id, wallets).disconnect?.(send));
}

/** The networks to which the connected wallet can be asked to change. */
export function listNetworks(deps: RequestDeps, options: RequestOptions): readonly NetworkName[] {
  const pageWallet = findRequestedWallet(deps, 'availableNetworks', options);
  const wallet = pageWallet && findWallet(pageWallet.provider, pageWallet.id, deps.getWallets());
  if (!wallet?.changeNetwork) return [];
  return [...(wallet.networks ?? ['mainnet', 'testnet'])];
}

/** Asks the wallet to change to another network, and connects its account there. */
export async function switchNetwork(
  deps: RequestDeps & { readonly storage: ConnectionStorage },
  options: RequestOptions,
  network: string,
): Promise<void> {
  const pageWallet = findRequestedWallet(deps, 'switchNetwork', options);
  if (!pageWallet) {
    const message = 'switchNetwork: no wallet is connected; call `connect()` first.';
    throw new JsonRpcError(JsonRpcErrorCode.UnknownError, withDocs(message, -31000));
  }
  const { session, storage } = deps;
  const { signal } = options;
  const name = normalizeNetwork(network);
  const wallet = findWallet(pageWallet.provider, pageWallet.id, deps.getWallets());
  if (!wallet.changeNetwork) {
    const instead = `ask the user to choose ${name} in the wallet, or pass \`network\` with each request`;
    // Of a wallet that this library does not have, the name would be "Wallet".
    const id = pageWallet.id === undefined ? '' : ` \`${pageWallet.id}\``;
    const asked = wallet.info.id === 'standard' ? `the wallet${id}` : wallet.info.name;
    throw new JsonRpcError(
      JsonRpcErrorCode.MethodNotFound,
      `switchNetwork: ${asked} cannot be asked to change its network: ${instead}.`,
      { data: { network: name, instead } },
    );
  }
  const answer = await wallet.changeNetwork(name, (method, params) =>
    sendRaw(pageWallet.provider, method, toJsonParams(method, params), signal),
  );
  if (session.getStateForRequest(pageWallet.provider).status !== 'connected') return;
  const { readAccount } = await loadAccountReaderFor(session);
  const addresses = readAccount(rowsIn(answer));
  if (addresses.length === 0) return session.reportNetwork(pageWallet, name);
  const connecting = session.startConnect(signal);
  try {
    connecting.connect({
      pageWallet,
      addresses,
      network: reportedNetwork(answer) ?? name,
      persistsWallet: session.providerId === pageWallet.id,
      persistsAddresses: storage.read().addresses.length > 0,
      isPartial: false,
    });
  } finally {
    connecting.end();
  }
}

/** A warning about the name of a method that differs from a known one by a letter or its case: a wallet may have it. */
function describeMisspelled(method: string): string | undefined {
  const near = findNearMethod(method);
  if (near === undefined || !/^stx_/i.test(method) || !isMisspelled(method, near)) return undefined;
  const message = `request: "${method}" is not a method that is known, and the wallet gets it as it is. Did you mean "${near}"?`;
  return withDocs(message, 'unknown-method');
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
function notifySent(
  listeners: RequestDeps['sent'],
  call: WalletCall,
  result: unknown,
  about: Pick<SentTransaction, 'amount' | 'label'>,
): void {
  const { method, network, addresses } = call;
  const txid = read(result, 'txid') || read(result, 'txId');
  const definition = findMethod(method);
  if (
    typeof txid !== 'string' ||
    !definition ||
    !['send', 'sign-or-send'].includes(definition.kind)
  )
    return;
  const { chain } = definition;
  const account = pickAddresses(addresses, chain === 'bitcoin' ? 'BTC' : 'STX')[0];
  const sent: SentTransaction = {
    txid,
    chain,
    network: network ?? call.reportedNetwork() ?? getNetwork(account),
    method,
    account,
    ...about,
    sentAt: Date.now(),
  };
  setTimeout(() => [...listeners].forEach((listener) => setTimeout(listener, 0, sent)));
}
