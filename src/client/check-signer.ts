import { cannotSend, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { bareHex } from '../lib/bytes.js';
import { isPlain, read } from '../lib/safe-access.js';
import {
  type AddressEntry,
  findMainEntry,
  isSameAccount,
  pickAddresses,
  reportedNetwork,
  rowsIn,
} from '../accounts/addresses.js';
import { canonicalAddress } from '../stacks/address.js';
import { findMethod } from '../methods/index.js';
import { loadAccountCheck, type Method } from '../methods/method.js';
import { canBeOn, getAddressFormat, isSameSigner } from '../stacks/address.js';
import type { Send, Wallet, WalletCall } from '../wallets/wallet.js';
import type { Session } from './session.js';
import type { PageWallet } from './types.js';

/** What is known of a request and of the account that it is for. */
interface SigningRequest {
  readonly method: string;
  readonly definition: Pick<Method<unknown, unknown>, 'kind'> | undefined;
  readonly params: unknown;
  /** Undefined means mainnet. */
  readonly network: string | undefined;
  /** Empty if no account of the wallet is known. */
  readonly addresses: readonly AddressEntry[];
}

/**
 * Refuses a request that names a signer which is known not to be the connected account: many wallets ignore the field, and
 * sign with the current account. What a PSBT shows of the `address` in `signInputs` is compared in `checkPsbt`.
 *
 * @throws JsonRpcError -32602 with the field, its value, and the addresses or keys of the account
 */
export function checkSigner(request: SigningRequest): void {
  const { method, params, addresses } = request;
  if (!isPlain(params)) return;
  const refuse = (field: string, value: unknown, account: readonly string[]) => {
    const reason = `the connected account is ${account.join(', ')}; connect the other one first`;
    throw cannotSend(method, field, value, reason);
  };
  for (const field of listSignerFields(request)) {
    // Params that are sent as they are may have a prototype.
    const value = Object.hasOwn(params, field) ? params[field] : undefined;
    const account = typeof value === 'string' ? listOtherAddresses(value, request) : [];
    if (account.length > 0) refuse(field, value, account);
  }
  if (method !== 'stx_signMessage' && method !== 'stx_signStructuredMessage') return;
  const given = toHex(params['publicKey']);
  // In its other form, with or without compression, a key has another address.
  const keys = addresses.flatMap(({ symbol, publicKey }) =>
    symbol === 'STX' && toHex(publicKey) !== undefined ? publicKey : [],
  );
  if (given !== undefined && keys.length > 0 && !keys.some((key) => toHex(key) === given))
    refuse('publicKey', params['publicKey'], keys);
}

/**
 * Refuses to sign with a Bitcoin key on another network than that of the account: it has another key there, whose address
 * is not known, so that the answer could not be verified.
 *
 * @throws JsonRpcError -32602 for `network`
 */
export function checkSigningNetwork({ method, network, addresses }: SigningRequest): void {
  if ((method !== 'signMessage' && method !== 'signPsbt') || network === undefined) return;
  const connected = pickAddresses(addresses, 'BTC');
  const isOn = (address: string) => {
    const format = getAddressFormat(address);
    return format && canBeOn(format, network);
  };
  if (connected.length === 0 || connected.some(isOn)) return;
  const reason = `the connected account is ${connected.join(', ')}; connect on ${network} first`;
  throw cannotSend(method, 'network', network, reason);
}

/**
 * The fields that name the account that signs, in SIP-030 and in the methods of wallets. `address` may be anything in a
 * method that this library does not have, and was a recipient in an older form of `sendTransfer`.
 */
function listSignerFields({ method, definition }: SigningRequest): readonly string[] {
  if (!definition) return ['stxAddress'];
  if (definition.kind === 'addresses' || definition.kind === 'read') return [];
  return method === 'sendTransfer'
    ? ['stxAddress', 'account']
    : ['address', 'stxAddress', 'account'];
}

/**
 * The addresses of the account on the chain of this one, if it is not one of them. Empty if it is, and if it is not known:
 * a key has an address on each network of Stacks; on Bitcoin, the networks have different keys.
 */
function listOtherAddresses(
  address: string,
  { method, network = 'mainnet', addresses }: SigningRequest,
): readonly string[] {
  const format = getAddressFormat(address);
  // Its `address` may have a format of Bitcoin that is not known here.
  if (!format && method !== 'signMessage') return [];
  const isStacks = format?.chain === 'stacks';
  const connected = addresses.flatMap(({ symbol, address: one }) => {
    const entryFormat = getAddressFormat(one);
    const isOnChain = isStacks
      ? symbol === 'STX'
      : symbol === 'BTC' && entryFormat && canBeOn(entryFormat, network);
    return isOnChain ? one : [];
  });
  const isOwn = isStacks
    ? connected.some((one) => isSameSigner(one, address))
    : connected.includes(canonicalAddress(address));
  return isOwn ? [] : connected;
}

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
 * @returns the call, with the network of the answer
 * @throws JsonRpcError -32001 if it is another account, which the state then has; -32002 if the page may not see it any
 *   more; -32602 for another `address`
 */
export async function confirmAccount(
  session: Session,
  target: PageWallet,
  wallet: Pick<Wallet, 'askAccount'>,
  call: WalletCall,
  send: Send,
): Promise<WalletCall> {
  const { method, params, addresses } = call;
  const isConnected = addresses.length > 0;
  const isNeeded = isConnected
    ? !session.isAccountCurrent(target.provider)
    : // Xverse reads the `address` of `signMessage`.
      getAddressFormat(read(params, 'address'))?.chain === 'stacks';
  if (!wallet.askAccount || !isSigning(call) || !isNeeded) return call;
  const loading = loadSessionCheck(session);
  loading.catch(() => {}); // awaited below
  let answer: unknown;
  try {
    answer = await wallet.askAccount(send);
  } catch (error) {
    if (!isConnected) return call;
    session.accountLeft(target, addresses);
    const message = `${method}: the wallet does not show its current account to this page: another one than the connected ${name(addresses)} is chosen there, or the connection was ended there. ${NOT_SIGNED} Connect again.`;
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
  if (!session.reportAccount(target, current, network)) {
    throw otherAccount(method, addresses, current);
  }
  return network === undefined ? call : { ...call, reportsNetwork: true };
}

/**
 * Refuses to send a request that was prepared for an account which is not connected any more.
 *
 * @throws JsonRpcError -32001
 */
export function assertAccount(session: Session, { provider }: PageWallet, call: WalletCall): void {
  const { method, addresses } = call;
  if (addresses.length === 0 || !isSigning(call)) return;
  const current = session.getState(provider).addresses;
  if (!isSameAccount(addresses, current)) throw otherAccount(method, addresses, current);
}

const NOT_SIGNED = 'Nothing was signed or sent.';
const name = (addresses: readonly AddressEntry[]) => findMainEntry(addresses)?.address;

function otherAccount(
  method: string,
  addresses: readonly AddressEntry[],
  current: readonly AddressEntry[],
): JsonRpcError {
  const now = name(current);
  const message = `${method}: the account of the wallet has changed from ${name(addresses)} to ${now ?? 'one that is not connected'}. ${NOT_SIGNED} ${now ? 'Send the request again to use that account.' : 'Connect again.'}`;
  const data = { account: addresses.map(({ address }) => address), signer: now };
  return new JsonRpcError(JsonRpcErrorCode.MethodAddressMismatch, message, { data });
}

const toHex = (key: unknown): string | undefined => bareHex(key)?.toLowerCase();

/** Loads the check of addresses, which the session uses from then on. @throws JsonRpcError -31000 if it cannot be loaded */
export async function loadSessionCheck(session: Session) {
  const check = await loadAccountCheck();
  session.setCheck(check.hasRightChecksum);
  return check;
}
