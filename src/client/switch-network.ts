import { isJsonRpcError, keepArrays, JsonRpcError, JsonRpcErrorCode, withDocs } from '../errors.js';
import { normalizeAddresses } from '../stacks/address.js';
import { normalizeNetwork } from '../stacks/network.js';
import { walletFor } from '../wallets/index.js';
import { rowsIn } from '../wallets/networks.js';
import type { Wallet } from '../wallets/wallet.js';
import type { AddressEntry } from '../methods/addresses.js';
import { getKnownWallet } from './session.js';
import { optionsOf, type OnDemandDeps } from './explain.js';
import { sendWire } from './request-raw.js';
import type { RequestOptions, Target } from './types.js';
import type { ConnectionStorage } from './storage.js';
import { SILENT_LIMIT, within } from './wallet-network.js';

interface SwitchDeps extends OnDemandDeps {
  readonly storage: ConnectionStorage;
}

interface Account {
  readonly rows: readonly AddressEntry[];
  readonly network: string | undefined;
}

/** The wallet's current account; never opens a window. `unknown`: it has no such request, or returned no account. */
async function silentAccount(
  { wallets }: SwitchDeps,
  { provider, id }: Target,
): Promise<Account | 'denied' | 'unknown'> {
  const wallet = walletFor(provider, id, wallets);
  const request = Object.hasOwn(wallet, 'silentAccount') ? wallet.silentAccount : undefined;
  if (!request) return 'unknown';
  const { errorCodes } = wallet;
  try {
    const answer = await within(SILENT_LIMIT, sendWire(provider, request, { errorCodes }));
    const rows = normalizeAddresses(rowsIn(answer));
    const network = wallet.reportedNetwork?.('getAddresses', answer);
    return rows?.length ? { rows, network } : 'unknown';
  } catch (error) {
    const isDenied = isJsonRpcError(error) && error.code === JsonRpcErrorCode.MethodAccessDenied;
    return isDenied ? 'denied' : 'unknown';
  }
}

/** Asks the wallet to change to another network, and reads its addresses there. */
export async function switchNetwork(
  deps: SwitchDeps,
  defaults: RequestOptions | undefined,
  network: string,
  given?: RequestOptions,
): Promise<void> {
  const options = optionsOf('switchNetwork', defaults, given);
  const target = getKnownWallet(deps, 'switchNetwork', options);
  if (!target) {
    throw new JsonRpcError(
      JsonRpcErrorCode.UnknownError,
      withDocs('switchNetwork: no wallet is connected; call `connect()` first.', -31000),
    );
  }
  const wallet = walletFor(target.provider, target.id, deps.wallets);
  const name = normalizeNetwork(network);
  const request = Object.hasOwn(wallet, 'changeNetwork') ? wallet.changeNetwork?.(name) : undefined;
  if (!request) throw cannotSwitch(wallet, name);
  const { errorCodes } = wallet;
  const { signal } = options;
  try {
    await sendWire(target.provider, request, { errorCodes, signal });
  } catch (error) {
    if (!isActiveAlready(error)) throw error;
  }
  const { session, storage } = deps;
  if (!session.isOf(target.provider) || session.state.status !== 'connected') return;
  const account = await silentAccount(deps, target);
  if (typeof account === 'string') return session.reportNetwork(target, name);
  const attempt = session.attempt(signal);
  attempt.connect({
    wallet: target,
    addresses: account.rows,
    network: account.network ?? name,
    persistsWallet: session.providerId === target.id,
    persistsAddresses: storage.read().addresses.length > 0,
    isPartial: false,
  });
  attempt.end();
}

function cannotSwitch({ info, silentNetwork }: Wallet, network: string): JsonRpcError {
  const instead = silentNetwork
    ? `ask the user to choose ${network} in the wallet`
    : `pass \`network\` with each request, or ask the user to choose ${network} in the wallet`;
  return new JsonRpcError(
    JsonRpcErrorCode.MethodNotFound,
    `switchNetwork: ${info.name} cannot be asked to change its network: ${instead}.`,
    { data: { network, instead } },
  );
}

/** Wallets may fail because they are on that network already, as Xverse does (-32602). */
function isActiveAlready(error: unknown): boolean {
  if (!isJsonRpcError(error) || error.code !== JsonRpcErrorCode.InvalidParams) return false;
  return /already active/i.test(`${error.message} ${JSON.stringify(error.data, keepArrays)}`);
}
