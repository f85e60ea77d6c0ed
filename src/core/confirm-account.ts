import {
  findMainEntry,
  isSameAccount,
  mergeRows,
  pickAddresses,
  reportedNetwork,
  rowsIn,
  type AddressEntry,
} from '../accounts/addresses.js';
import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { read } from '../lib/safe-access.js';
import { findMethod } from '../methods/index.js';
import { loadAccountReader } from '../methods/method.js';
import { getAddressFormat, isSameNetwork } from '../stacks/address.js';
import type { FoundWallet } from '../wallets/index.js';
import type { Send, WalletCall } from '../wallets/wallet.js';
import { checkSigner } from './check-signer.js';
import type { Session } from './session.js';
import type { PageWallet } from './types.js';

/** True for a method that signs something, or sends it. */
function isSigning({ isKnown, method }: WalletCall): boolean {
  const kind = isKnown ? findMethod(method)?.kind : undefined;
  return kind !== undefined && kind !== 'addresses' && kind !== 'read';
}

/**
 * Asks a wallet that can be asked without a window for its current account, before something is signed, and compares it with
 * the connected one. Only if the user may have chosen another account that the wallet has not told this page: the answer
 * takes time, for which the user waits. If nothing is known of the account, it is compared with the `address` of the request.
 *
 * @returns the call, with the network and the fields of the addresses of the answer
 * @throws JsonRpcError -32001 if it is another account, or has other addresses, which the state then has; -32002 if the page
 *   may not see it any more; -32602 for another `address`
 */
export async function confirmAccount(
  session: Session,
  pageWallet: PageWallet,
  wallet: Pick<FoundWallet, 'askAccount'>,
  call: WalletCall,
  send: Send,
): Promise<WalletCall> {
  const { method, params, addresses } = call;
  if (!wallet.askAccount || !isSigning(call)) return call;
  const isConnected = addresses.length > 0;
  if (isConnected && session.isAccountCurrent(pageWallet.provider)) return call;
  // A Bitcoin address names no account here: Xverse reads the `address` of `signMessage`.
  const isAccountNamed = getAddressFormat(read(params, 'address'))?.chain === 'stacks';
  if (!isConnected && !isAccountNamed) return call;
  const loading = loadAccountReaderFor(session);
  loading.catch(() => {}); // awaited below
  let answer: unknown;
  try {
    answer = await wallet.askAccount(send);
  } catch (error) {
    // Anything else, such as the signal, says nothing about the account.
    if (read(error, 'code') !== JsonRpcErrorCode.MethodAccessDenied) throw error;
    if (!isConnected) return call;
    session.clearAccountOf(pageWallet, addresses);
    const message = `${method}: the wallet does not show its current account to this page: another one than the connected ${getMainAddress(addresses)} is chosen there, or the connection was ended there. ${NOT_SIGNED} Connect again.`;
    throw new JsonRpcError(JsonRpcErrorCode.MethodAccessDenied, message, { cause: error });
  }
  const { readAccount } = await loading;
  const current = readAccount(rowsIn(answer));
  if (current.length === 0) return call;
  if (!isConnected) {
    checkSigner({ ...call, definition: findMethod(method), addresses: current });
    return call;
  }
  const network = reportedNetwork(answer);
  session.refresh();
  const connected = session.getStateForRequest(pageWallet.provider).addresses;
  // The wallet's file refuses a network that is named and not the current one, and says what the user can do.
  const isElsewhere = call.isNetworkOrAccountNamed && !isSameNetwork(call.network, network);
  const compare = isElsewhere ? isSameAccount : hasSameAddresses;
  const isSame = compare(connected, current);
  session.reportAccount(pageWallet, current, network, isSame);
  if (!isSame) throw otherAccount(method, addresses, current);
  // Not the connected ones: another request may have changed them meanwhile, which `assertAccount` finds.
  const confirmed = { ...call, addresses: mergeRows(addresses, current) };
  return network === undefined ? confirmed : { ...confirmed, isReportedNetworkCurrent: true };
}

/**
 * True if they are of one account, which still has the connected addresses: its key has another one on another network, and
 * the user can choose another type for Bitcoin. Either list may have no addresses of a chain.
 */
function hasSameAddresses(
  connected: readonly AddressEntry[],
  current: readonly AddressEntry[],
): boolean {
  const isCurrent = ({ address, symbol }: AddressEntry) => {
    const onChain = pickAddresses(current, symbol);
    return onChain.length === 0 || onChain.includes(address);
  };
  return isSameAccount(connected, current) && connected.every(isCurrent);
}

/**
 * Refuses to send a request that was prepared for an account, or for addresses, which are not connected any more.
 *
 * @throws JsonRpcError -32001
 */
export function assertAccount(session: Session, { provider }: PageWallet, call: WalletCall): void {
  const { method, addresses } = call;
  if (addresses.length === 0 || !isSigning(call)) return;
  const current = session.getStateForRequest(provider).addresses;
  if (!hasSameAddresses(addresses, current)) throw otherAccount(method, addresses, current);
}

const NOT_SIGNED = 'Nothing was signed or sent.';
const getMainAddress = (addresses: readonly AddressEntry[]) => findMainEntry(addresses)?.address;
/** The main address of those that the others do not have. */
const getChangedAddress = (addresses: readonly AddressEntry[], others: readonly AddressEntry[]) =>
  getMainAddress(addresses.filter(({ address }) => !others.some((one) => one.address === address)));

function otherAccount(
  method: string,
  addresses: readonly AddressEntry[],
  current: readonly AddressEntry[],
): JsonRpcError {
  const now = getChangedAddress(current, addresses) ?? getMainAddress(current);
  const former = getChangedAddress(addresses, current) ?? getMainAddress(addresses);
  const message = `${method}: the account of the wallet has changed from ${former} to ${now ?? 'one that is not connected'}. ${NOT_SIGNED} ${now ? 'Send the request again to use that account.' : 'Connect again.'}`;
  const data = { account: addresses.map(({ address }) => address), signer: now };
  return new JsonRpcError(JsonRpcErrorCode.MethodAddressMismatch, message, { data });
}

/** Loads what reads addresses with their checksums, and lets the session use it from then on. @throws JsonRpcError -31000 */
export async function loadAccountReaderFor(session: Session) {
  const reader = await loadAccountReader();
  session.setChecksum(reader.hasRightChecksum);
  return reader;
}
