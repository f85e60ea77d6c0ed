import type { Refuse } from '../errors.js';
import type { MethodContext, OtherSigner, Prepare } from '../methods/method.js';
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { mergeOptions } from '../lib/read-options.js';
import { attempt, read } from '../lib/safe-access.js';
import { isMultisig, getNetworkFamily } from './address.js';
import { pickAddresses } from '../methods/addresses.js';
import { decodeAddress, encodeAddress, getStacksNetwork, NETWORK_BYTES } from './stacks-address.js';
import { hash160, hashStacksMessage, hashStructuredData, verifyStacks } from './stacks-message.js';
import {
  getOriginAddress,
  getTransactionId,
  isOrigin,
  isSignedByOrigin,
  readTransaction,
  recoverSigner,
  type StacksTransaction,
} from './stacks-transaction.js';
import {
  encodePayload,
  MODES,
  toContractCall,
  type TransactionCall,
} from './unsigned-transaction.js';

/** Checks of answers with Stacks signatures, so that a page loads @noble/curves once for them. */

interface MessageParams {
  /** A text; for `stx_signStructuredMessage`, a Clarity value as `readValue` wrote it. */
  readonly message: string;
  /** `stx_signStructuredMessage`: a Clarity value in hex. */
  readonly domain?: string | undefined;
  readonly publicKey?: string | undefined;
}

/**
 * Checks `stx_signMessage` and `stx_signStructuredMessage`: the signature must be of the connected account, over exactly
 * this message. If no account is known, or only ones of several keys, it must be of the public key in the answer.
 */
export const prepareMessage: Prepare<MessageParams> = (params, { method, addresses }) => {
  const isText = method === 'stx_signMessage';
  const hash = isText
    ? hashStacksMessage(params.message)
    : hashStructuredData(params.domain ?? '', params.message);
  const connected = pickAddresses(addresses, 'STX').filter((address) => !isMultisig(address));
  return (result, fail) => {
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
    const asked = params.publicKey && bareHex(params.publicKey)?.toLowerCase();
    if (asked && asked !== key) fail(`with the public key ${publicKey}, not the requested one`);
    return { signature: inRsv(signature), publicKey };
  };
};

/** The signature with its recovery id, 0 to 3, at the end. */
function inRsv(signature: string): string {
  const hex = bareHex(signature) ?? '';
  return parseInt(hex.slice(-2), 16) > 3 ? `0x${hex.slice(2)}${hex.slice(0, 2)}` : signature;
}

interface SignedTransactions {
  /** `stx_signTransaction`. */
  readonly transaction?: string;
  /** `stx_signTransactions`. */
  readonly transactions?: readonly string[];
  readonly broadcast?: boolean | undefined;
}

/**
 * Checks `stx_signTransaction` and `stx_signTransactions`: the wallet may change only the nonce, the fee and the
 * sponsor's part, and the origin must have signed. If the session has the wallet's Stacks addresses, the origin
 * must be one of them, because wallets sign with the current account even if it is not the origin.
 */
export const prepareTransactions: Prepare<SignedTransactions> = (params, { addresses }, refuse) => {
  const { transaction = '', transactions } = params;
  const own = pickAddresses(addresses, 'STX');
  const all = (transactions ?? [transaction]).map((hex, at) => {
    const sent = readHex(hex);
    if (sent.isSponsored && params.broadcast === true) {
      const reason = 'the transaction is sponsored: its sponsor sends it, after signing it';
      refuse('broadcast', true, reason);
    }
    const field = transactions ? `transactions[${at}]` : 'transaction';
    checkOrigin(sent, own, (...refused) => refuse(field, ...refused));
    return sent;
  });
  return (result, fail) => {
    const isProposed = result['status'] === 'proposed';
    const answered = isProposed ? result['proposedTransaction'] : result['transaction'];
    // A proposal may have no transaction.
    if (isProposed && answered === undefined) return result;
    const signed = transactions ? (result['transactions'] as readonly unknown[]) : [answered];
    all.forEach((sent, at) => {
      const given = readHex(signed[at]);
      const place = transactions ? `, at index ${at}` : '';
      const difference = findDifference(sent, given);
      if (difference) fail(difference + place);
      if (isProposed || isSignedByOrigin(given, sent)) return;
      fail(NOT_SIGNED + place, findOtherSigner(given, own, signed[at]));
    });
    return transactions || isProposed ? result : checkTxid(result, answered, fail);
  };
};

const NOT_SIGNED = 'with a transaction that its origin has not signed';

/** The account whose key signed a transaction in the place of its origin, which is of the connected account. */
function findOtherSigner(
  given: StacksTransaction,
  own: readonly string[],
  transaction: unknown,
): OtherSigner | undefined {
  const hash = given.origin.isSingle ? recoverSigner(given) : undefined;
  const [address] = own;
  if (hash === undefined || address === undefined) return undefined;
  const origin = { ...given.origin, signer: given.origin.signer.slice(0, 2) + hash };
  const signer = getOriginAddress(origin, getStacksNetwork(address));
  return { signer, expected: own, txid: getTxid(given, transaction) };
}

/** The id of a transaction. Undefined for a sponsored one: it has another id once its sponsor has signed. */
function getTxid({ isSponsored }: StacksTransaction, transaction: unknown): string | undefined {
  return isSponsored ? undefined : `0x${getTransactionId(hexToBytes(bareHex(transaction) ?? ''))}`;
}

/** Compares a txid with that of the transaction. The id of a sponsored one is final once its sponsor has signed. */
function checkTxid(
  result: Readonly<Record<string, unknown>>,
  transaction: unknown,
  fail: (fault: string) => never,
): Readonly<Record<string, unknown>> {
  const { txid } = result;
  const id = getTransactionId(hexToBytes(bareHex(transaction) ?? ''));
  if (txid && bareHex(txid)?.toLowerCase() !== id) {
    fail(`with the txid ${String(txid)}, which is not that of its transaction, ${id}`);
  }
  return result;
}

const readHex = (hex: unknown) => readTransaction(hexToBytes(bareHex(hex) ?? ''));

function checkOrigin(
  { origin }: StacksTransaction,
  own: readonly string[],
  refuse: (value: unknown, reason: string) => never,
): void {
  if (!origin.isSingle || own.length === 0) return;
  // The account has one key, with an address on each network.
  if (own.some((address) => isOrigin(origin, address))) return;
  const signer = getOriginAddress(origin, getStacksNetwork(own[0] as string));
  const account = `the connected account is ${own.join(', ')}; connect again if it has changed`;
  refuse(signer, `it is to be signed by ${signer}, and ${account}`);
}

/** The part of an answered transaction that is not the one that was asked, and why if the wallet reordered a tuple. */
const describePayload = ({ isCanonical }: StacksTransaction) =>
  isCanonical
    ? 'payload, post-conditions or mode'
    : 'payload or post-conditions: a tuple has its names in another order than on the chain, which refuses it';

function findDifference(sent: StacksTransaction, signed: StacksTransaction): string | undefined {
  const parts = [
    ['version or chain id', sent.header === signed.header],
    ['type of authorization', sent.isSponsored === signed.isSponsored],
    ['origin signer', sent.origin.signer === signed.origin.signer],
    [describePayload(signed), sent.rest === signed.rest],
  ] as const;
  const [part] = parts.find(([, isSame]) => !isSame) ?? [];
  return part && `with a transaction that differs in its ${part}`;
}

type SentParams = TransactionCall['params'];

/**
 * For the methods that send a Stacks transaction: refuses an address whose checksum is wrong, and checks the answer. If a
 * wallet returns the transaction, it must be the requested one: its payload, post-conditions and their mode, network and
 * account. Nonce and fee are those of the wallet. What the caller left out is that of the wallet, too: the mode, the
 * version of Clarity, and the post-conditions of a token transfer. With a mode, a token transfer may have none or those
 * of `createTokenCall`.
 */
export const prepareSent: Prepare<SentParams> = (params, context, refuse) => {
  for (const field of ['recipient', 'contract', 'asset', 'address']) {
    const principal = read(params, field) as string | undefined;
    const [address = ''] = principal?.split(/[.:]/, 1) ?? [];
    if (principal && !decodeAddress(address))
      refuse(field, principal, 'the checksum of its address is wrong');
  }
  return (result, fail) => {
    const isProposed = result['status'] === 'proposed';
    const { transaction, proposedTransaction, ...rest } = result;
    const answered = isProposed ? proposedTransaction : transaction;
    // Most of what is sent is known by its txid only.
    if (answered === undefined || answered === null || answered === '') return rest;
    const hex = bareHex(answered) ?? fail('with a `transaction` that cannot be read');
    const given = readTransaction(hexToBytes(hex));
    const part = findDifferingPart(params, context, given, (reason) =>
      fail(`with a transaction that cannot be compared: ${reason}`),
    );
    const own = getSenders(params, context);
    if (part) {
      const isOther = part === ORIGIN && (isProposed || isSignedByOrigin(given));
      const signer = getOriginAddress(given.origin, getStacksNetwork(own[0] ?? 'SP'));
      const other = { signer, expected: own, txid: getTxid(given, hex) };
      fail(`with a transaction that differs in its ${part}`, isOther ? other : undefined);
    }
    if (isProposed) return result;
    if (!isSignedByOrigin(given)) fail(NOT_SIGNED, findOtherSigner(given, own, hex));
    const verified = checkTxid(result, hex, fail);
    // Its sponsor signs and sends it, which gives it another id.
    return given.isSponsored && !given.isSponsorSigned
      ? { status: 'signed', txid: '', transaction: result['transaction'] }
      : verified;
  };
};

const ORIGIN = 'origin signer';

/** The account that the caller names, else the connected one. Empty if neither is known. */
const getSenders = ({ address }: SentParams, { addresses }: MethodContext): readonly string[] =>
  address === undefined ? pickAddresses(addresses, 'STX') : [address];

function findDifferingPart(
  params: SentParams,
  context: MethodContext,
  given: StacksTransaction,
  incomparable: (reason: string) => never,
): string | undefined {
  const { method, network } = context;
  const { header, origin } = given;
  const own = getSenders(params, context);
  if (!isHeaderOn(header, network, own[0])) return 'version or chain id';
  if (own.length > 0 && !own.some((address) => isOrigin(origin, address))) return ORIGIN;
  if (given.isSponsored !== (params.sponsored === true)) return 'type of authorization';
  const isMainnet = header === NETWORK_BYTES.mainnet.header;
  const sender = getOriginAddress(origin, isMainnet ? 'mainnet' : 'testnet');
  const refuse: Refuse = (field, _value, reason) => incomparable(`\`${field}\` ${reason}`);
  const { postConditions = [], postConditionMode: mode } = params;
  const createCall = (more: object) => {
    const call = { method, params: mergeOptions<object>(params, more) };
    return toContractCall(call as TransactionCall, sender, refuse);
  };
  // The post-conditions of a token transfer that names none: none, or those that this library makes.
  const isOpen = 'asset' in params && postConditions.length === 0;
  const none = isOpen ? { postConditions, postConditionMode: 'allow' } : {};
  const made = { postConditions: undefined, postConditionMode: 'deny' };
  const requested = encodePayload(createCall(none), refuse);
  // A deployment without a version of Clarity has that of the wallet.
  const isVersioned =
    given.payload.startsWith('06') && read(params, 'clarityVersion') === undefined;
  const payload = isVersioned ? `01${given.payload.slice(4)}` : given.payload;
  const conditions = given.postConditions.join();
  const isSame =
    conditions === postConditions.join() ||
    // They cannot be made without the name of the asset.
    (isOpen && conditions === attempt(() => createCall(made).params.postConditions?.join()));
  const isLeft = isOpen && mode === undefined;
  const isRequested = payload === requested && (isLeft || (isSame && hasMode(method, mode, given)));
  return isRequested ? undefined : describePayload(given);
}

/** The mode of a transfer of STX has no effect, and Leather ignores it. */
function hasMode(method: string, mode: unknown, { postConditionMode }: StacksTransaction): boolean {
  if (method === 'stx_transferStx') return true;
  return mode === undefined ? postConditionMode < 3 : MODES[postConditionMode] === mode;
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
