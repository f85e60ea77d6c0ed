import { pickAddresses, type RequestContext } from '../accounts/addresses.js';
import { toJson, type Fail, type OtherSigner, type Refuse } from '../errors.js';
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { attempt } from '../lib/safe-access.js';
import { getNetworkFamily, isMultisig, NETWORK_BYTES } from './address.js';
import { joinList } from './clarity.js';
import { getTransactionId, isSignedByOrigin, recoverSigner } from './origin-signature.js';
import { encodeAddress, getStacksNetwork } from './stacks-address.js';
import { hash160, hashStacksMessage, hashStructuredData, verifyStacks } from './stacks-message.js';
import {
  getOriginAddress,
  isOrigin,
  readHead,
  readTransaction,
  type StacksTransaction,
  type TransactionHead,
} from './stacks-transaction.js';
import {
  encodePayload,
  MODES,
  toContractCall,
  type TransactionCall,
} from './unsigned-transaction.js';

/** What compares answers with Stacks signatures with their requests. It loads while a wallet is asked, with @noble/curves. */

type Result = Readonly<Record<string, unknown>>;

interface MessageParams {
  /** A text; for `stx_signStructuredMessage`, a Clarity value as `readValue` wrote it. */
  readonly message: string;
  /** `stx_signStructuredMessage`: a Clarity value in hex. */
  readonly domain?: string | undefined;
  readonly publicKey?: string | undefined;
}

/**
 * `stx_signMessage` and `stx_signStructuredMessage`: the signature must be of the connected account, over exactly this
 * message. If no account is known, or only ones of several keys, it must be of the public key in the answer.
 */
export function verifyMessage(
  params: MessageParams,
  { method, addresses }: RequestContext,
  result: Result,
  fail: Fail,
): object {
  const isText = method === 'stx_signMessage';
  const hash = isText
    ? hashStacksMessage(params.message)
    : hashStructuredData(params.domain ?? '', params.message);
  const connected = pickAddresses(addresses, 'STX').filter((address) => !isMultisig(address));
  const { signature, publicKey } = result as { signature: string; publicKey: string };
  const key = bareHex(publicKey)?.toLowerCase() ?? '';
  const isSignedBy = (address: string) =>
    verifyStacks(hash, signature, address, publicKey, isText ? 'stacks' : 'sip-018').ok;
  const { single } = NETWORK_BYTES[getStacksNetwork(connected[0] ?? 'SP')];
  const signer = encodeAddress(single, bytesToHex(hash160(hexToBytes(key))));
  const signers = connected.length > 0 ? connected : [signer];
  if (!signers.some(isSignedBy)) {
    const fault = `with a signature that is not of ${signers.join(' or ')} over the message`;
    fail(fault, isSignedBy(signer) ? { signer, expected: connected } : undefined);
  }
  const requested = params.publicKey && bareHex(params.publicKey)?.toLowerCase();
  if (requested && requested !== key) {
    fail(`with the public key ${publicKey}, not the requested one`);
  }
  return { signature: inRsv(signature), publicKey };
}

/** The signature with its recovery id, 0 to 3, at the end. */
function inRsv(signature: string): string {
  const hex = bareHex(signature) ?? '';
  return parseInt(hex.slice(-2), 16) > 3 ? `0x${hex.slice(2)}${hex.slice(0, 2)}` : signature;
}

interface TransactionsToSign {
  /** `stx_signTransaction`. */
  readonly transaction?: string;
  /** `stx_signTransactions`. */
  readonly transactions?: readonly string[];
}

/**
 * `stx_signTransaction` and `stx_signTransactions`: the wallet may change only the nonce, the fee and the sponsor's part, and
 * the origin must have signed.
 */
export function verifyTransactions(
  { transaction = '', transactions }: TransactionsToSign,
  { addresses }: RequestContext,
  result: Result,
  fail: Fail,
): object {
  const isProposed = result['status'] === 'proposed';
  const answered = isProposed ? result['proposedTransaction'] : result['transaction'];
  // A proposal may have no transaction.
  if (isProposed && answered === undefined) return result;
  const all = transactions ? (result['transactions'] as readonly unknown[]) : [answered];
  (transactions ?? [transaction]).forEach((hex, index) => {
    const place = transactions ? `, at index ${index}` : '';
    checkSize(bareHex(all[index]) ?? '', hex.length / 2, fail);
    const requested = readHex(hex);
    const signed = readHex(all[index]);
    const part = findSignedDifference(requested, signed);
    if (part) fail(`with a transaction that differs in its ${part}${place}`);
    if (isProposed || isSignedByOrigin(signed, requested)) return;
    const account = pickAddresses(addresses, 'STX');
    fail(NOT_SIGNED + place, findOtherSigner(signed, account, all[index]));
  });
  return transactions || isProposed ? result : checkTxid(result, answered, fail);
}

const NOT_SIGNED = 'with a transaction that its origin has not signed';

/** The account whose key signed a transaction in the place of its origin, which is of the connected account. */
function findOtherSigner(
  signed: TransactionHead,
  account: readonly string[],
  transaction: unknown,
): OtherSigner | undefined {
  const hash = signed.origin.isSingle ? recoverSigner(signed) : undefined;
  const [address] = account;
  if (hash === undefined || address === undefined) return undefined;
  const origin = { ...signed.origin, signer: signed.origin.signer.slice(0, 2) + hash };
  const signer = getOriginAddress(origin, getStacksNetwork(address));
  return { signer, expected: account, txid: getTxid(signed, transaction) };
}

/** The id of a transaction. Undefined for a sponsored one: it has another id once its sponsor has signed. */
function getTxid({ isSponsored }: TransactionHead, transaction: unknown): string | undefined {
  return isSponsored ? undefined : `0x${getTransactionId(hexToBytes(bareHex(transaction) ?? ''))}`;
}

/** Compares a txid with that of the transaction. The id of a sponsored one is final once its sponsor has signed. */
function checkTxid(result: Result, transaction: unknown, fail: Fail): Result {
  const { txid } = result;
  const id = getTransactionId(hexToBytes(bareHex(transaction) ?? ''));
  if (txid && bareHex(txid)?.toLowerCase() !== id) {
    fail(`with the txid ${String(txid)}, which is not that of its transaction, ${id}`);
  }
  return result;
}

const readHex = (hex: unknown) => readTransaction(hexToBytes(bareHex(hex) ?? ''));

/** Why a payload or post-conditions differ, if the wallet has only reordered a tuple. */
const REORDERED =
  'payload or post-conditions: a tuple has its names in another order than on the chain, which refuses it';

/** The part of a signed transaction that is not that of the transaction to sign. */
function findSignedDifference(
  requested: StacksTransaction,
  signed: StacksTransaction,
): string | undefined {
  const isSameList = signed.postConditions.join() === requested.postConditions.join();
  if (requested.header !== signed.header) return 'version or chain id';
  if (requested.isSponsored !== signed.isSponsored) return 'type of authorization';
  if (requested.origin.signer !== signed.origin.signer) return ORIGIN;
  if (requested.rest === signed.rest) return undefined;
  if (!signed.isCanonical) return REORDERED;
  if (requested.payload !== signed.payload) return 'payload';
  return isSameList ? 'mode' : 'post-conditions';
}

type SentParams = TransactionCall['params'];

/**
 * The methods that send a Stacks transaction. If a wallet returns the transaction, it must be the requested one: its payload,
 * post-conditions and their mode, network and account. Nonce and fee are those of the wallet. What the caller left out is
 * that of the wallet, too: see {@link listAccepted}.
 */
export function verifySent(
  params: SentParams,
  context: RequestContext,
  result: Result,
  fail: Fail,
): object {
  const { transaction, proposedTransaction, ...rest } = result;
  const isProposed = result['status'] === 'proposed';
  const answered = isProposed ? proposedTransaction : transaction;
  // Most wallets return only the txid of what they have sent.
  if (answered === undefined || answered === null || answered === '') return rest;
  const hex = bareHex(answered) ?? fail('with a `transaction` that cannot be read');
  const sent = readHead(hex);
  const account =
    params.address === undefined ? pickAddresses(context.addresses, 'STX') : [params.address];
  const part =
    findHeadDifference(params, context, account, sent) ??
    findRestDifference({ method: context.method, params } as TransactionCall, sent, hex, fail);
  if (part) {
    const isOtherSigner = part === ORIGIN && (isProposed || isSignedByOrigin(sent));
    const signer = getOriginAddress(sent.origin, getStacksNetwork(account[0] ?? 'SP'));
    const otherSigner = { signer, expected: account, txid: getTxid(sent, hex) };
    fail(`with a transaction that differs in its ${part}`, isOtherSigner ? otherSigner : undefined);
  }
  if (isProposed) return result;
  if (!isSignedByOrigin(sent)) fail(NOT_SIGNED, findOtherSigner(sent, account, hex));
  const verified = checkTxid(result, hex, fail);
  // The sponsor signs and sends it, which changes its id.
  return sent.isSponsored && !sent.isSponsorSigned
    ? { status: 'signed', txid: '', transaction: result['transaction'] }
    : verified;
}

const ORIGIN = 'origin signer';

/** Bytes that a transaction has beside what was requested: the signatures of a hundred keys, and what a wallet may add. */
const MORE_BYTES = 20_000;
/** Of UTF-8, in the code of a contract. Hex has half a byte. */
const BYTES_OF_A_CHARACTER = 3;

/** Before it is read: a list of addresses that was not requested could keep a page busy for seconds. */
function checkSize(hex: string, requested: number, fail: Fail): void {
  const [bytes, most] = [hex.length / 2, requested + MORE_BYTES];
  if (bytes > most) {
    fail(`with a transaction of ${bytes} bytes; that of the request has fewer than ${most}`);
  }
}

/** The part of the head of a transaction that is not what the request allows. */
function findHeadDifference(
  params: SentParams,
  { network }: RequestContext,
  account: readonly string[],
  { header, origin, isSponsored }: TransactionHead,
): string | undefined {
  if (!isHeaderOn(header, network, account[0])) return 'version or chain id';
  if (account.length > 0 && !account.some((address) => isOrigin(origin, address))) return ORIGIN;
  return isSponsored === (params.sponsored === true) ? undefined : 'type of authorization';
}

/** The same for its rest: its bytes are compared with those that are accepted, and read only if they differ. */
function findRestDifference(
  call: TransactionCall,
  sent: TransactionHead,
  hex: string,
  fail: Fail,
): string | undefined {
  const accepted = listAccepted(call, sent, (field, _value, reason) =>
    fail(`with a transaction that cannot be compared: \`${field}\` ${reason}`),
  );
  if (accepted.some((content) => isRest(sent.rest, call, content))) return undefined;
  checkSize(hex, (toJson(call.params) ?? '').length * BYTES_OF_A_CHARACTER, fail);
  const { payload, postConditions, postConditionMode, isCanonical } = readTransaction(hexToBytes(hex)); // prettier-ignore
  const samePayload = accepted.filter((content) => isPayload(payload, content));
  const hasSameConditions = samePayload.some(
    ({ conditions = postConditions }) => conditions.join() === postConditions.join(),
  );
  if (!hasSameConditions && !isCanonical) return REORDERED;
  if (samePayload.length === 0) return 'payload';
  if (!hasSameConditions) return 'post-conditions';
  return isMode(call, postConditionMode) ? undefined : 'mode';
}

/** What a transaction may have. */
interface Accepted {
  readonly payload: string;
  /** Undefined: any. */
  readonly conditions: readonly string[] | undefined;
}

/** True for an anchor mode, a mode of post-conditions, these post-conditions and this payload, and nothing else. */
function isRest(rest: string, call: TransactionCall, accepted: Accepted): boolean {
  const [, mode] = /^0[123]0([123])/.exec(rest) ?? [];
  if (!accepted.conditions || mode === undefined || !isMode(call, Number(mode))) return false;
  const conditions = joinList(accepted.conditions);
  const payload = rest.slice(4 + conditions.length);
  return rest.slice(4).startsWith(conditions) && isPayload(payload, accepted);
}

/** True for the accepted payload. A deployment that names no version of Clarity may have any. */
const isPayload = (payload: string, accepted: Accepted): boolean =>
  payload === accepted.payload ||
  (accepted.payload.startsWith('01') &&
    payload.startsWith('06') &&
    payload.slice(4) === accepted.payload.slice(2));

/**
 * The one or two transactions that a request allows. A token transfer that names no post-conditions may have none, or that
 * which this library makes (`createTokenCall`); without a mode, any.
 */
function listAccepted(
  call: TransactionCall,
  { header, origin }: TransactionHead,
  refuse: Refuse,
): readonly Accepted[] {
  const make = (changes: object, sender = ''): Accepted => {
    const params = { ...call.params, ...changes };
    const contractCall = toContractCall({ ...call, params } as TransactionCall, sender, refuse);
    return {
      payload: encodePayload(contractCall, refuse),
      conditions: contractCall.params.postConditions ?? [],
    };
  };
  if (!Object.hasOwn(call.params, 'asset')) return [make({})];
  const isMainnet = header === NETWORK_BYTES.mainnet.header;
  const sender = getOriginAddress(origin, isMainnet ? 'mainnet' : 'testnet');
  const { postConditions = [], postConditionMode } = call.params;
  if (postConditions.length > 0) return [make({}, sender)];
  const withoutCondition = make({ postConditions, postConditionMode: 'allow' }, sender);
  if (postConditionMode === undefined) return [{ ...withoutCondition, conditions: undefined }];
  // The condition for the asset cannot be made without its name.
  const changes = { postConditions: undefined, postConditionMode: 'deny' };
  const withCondition = attempt(() => make(changes, sender));
  return withCondition ? [withoutCondition, withCondition] : [withoutCondition];
}

/**
 * True if the mode is the requested one. Without one, the wallet chooses `allow` or `deny`. The mode of a transfer of STX has
 * no effect, and Leather ignores it.
 */
function isMode({ method, params }: TransactionCall, mode: number): boolean {
  if (method === 'stx_transferStx') return true;
  const { postConditionMode: requested } = params;
  if (requested !== undefined) return MODES[mode] === requested;
  const isOpen = Object.hasOwn(params, 'asset') && !params.postConditions?.length;
  return isOpen || mode < 3;
}

/** True if version and chain id are those of the network; without a network, of the account, or a known pair. */
function isHeaderOn(
  header: string,
  network: string | undefined,
  account: string | undefined,
): boolean {
  const families = network
    ? [getNetworkFamily(network)]
    : account
      ? [getStacksNetwork(account)]
      : (['mainnet', 'testnet'] as const);
  // A network of the page's own may have any chain id.
  return families.some(
    (family) =>
      !family || header === NETWORK_BYTES[family === 'mainnet' ? family : 'testnet'].header,
  );
}
