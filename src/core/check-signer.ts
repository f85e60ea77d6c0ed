import { cannotSend } from '../errors.js';
import { cannotSendOn } from '../wallets/network-remedy.js';
import { bareHex } from '../lib/bytes.js';
import { isPlain } from '../lib/safe-access.js';
import { pickAddresses, type AddressEntry } from '../accounts/addresses.js';
import type { Method } from '../methods/method.js';
import { canBeOn, canonicalAddress, getAddressFormat, isSameSigner } from '../stacks/address.js';

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
  const publicKey = toHex(params['publicKey']);
  // In its other form, with or without compression, a key has another address.
  const keys = addresses.flatMap(({ symbol, publicKey: key }) =>
    symbol === 'STX' && toHex(key) !== undefined ? key : [],
  );
  const isOther = publicKey !== undefined && !keys.some((key) => toHex(key) === publicKey);
  if (isOther && keys.length > 0) refuse('publicKey', params['publicKey'], keys);
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
  throw cannotSendOn(method, network, reason);
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

const toHex = (key: unknown): string | undefined => bareHex(key)?.toLowerCase();
