import type { MethodContext, Prepare } from '../methods/method.js';
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { attempt } from '../lib/safe-access.js';
import { isMultisig, getNetworkFamily } from './address.js';
import { pickAddresses } from '../methods/addresses.js';
import {
  encodeAddress,
  getStacksNetwork,
  NETWORK_BYTES,
  type StacksNetwork,
} from './stacks-address.js';
import { hash160, hashStacksMessage, hashStructuredData, verifyStacks } from './stacks-message.js';
import {
  getOriginAddress,
  getTransactionId,
  isOrigin,
  isSignedByOrigin,
  readTransaction,
  type StacksTransaction,
} from './stacks-transaction.js';
import {
  checkPostConditions,
  encodePayload,
  MODES,
  withTokenCall,
  type Fields,
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
    const asked = params.publicKey && bareHex(params.publicKey)?.toLowerCase();
    if (asked && asked !== key) fail(`with the public key ${publicKey}, not the requested one`);
    const signers =
      connected.length > 0
        ? connected
        : [encodeAddress(NETWORK_BYTES.mainnet.single, bytesToHex(hash160(hexToBytes(key))))];
    const isSigned = signers.some(
      (address) =>
        verifyStacks(hash, signature, address, publicKey, isText ? 'stacks' : 'sip-018').ok,
    );
    if (!isSigned) fail(`with a signature that is not of ${signers.join(' or ')} over the message`);
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
  const { transactions } = params;
  const own = pickAddresses(addresses, 'STX');
  const check = (field: string, transaction = '') => {
    const sent = readHex(transaction);
    if (sent.isSponsored && params.broadcast === true) {
      refuse(
        'broadcast',
        true,
        'the transaction is sponsored: its sponsor sends it, after signing it',
      );
    }
    checkOrigin(sent, own, (...refused) => refuse(field, ...refused));
    return sent;
  };
  if (!transactions) {
    const sent = check('transaction', params.transaction);
    return (result, fail) => {
      const isProposed = result['status'] === 'proposed';
      const given = isProposed ? result['proposedTransaction'] : result['transaction'];
      // A proposal may have no transaction.
      if (isProposed && given === undefined) return result;
      const fault =
        findDifference(sent, readHex(given)) ??
        (isProposed ? undefined : unsigned(sent, readHex(given)));
      if (fault) fail(fault);
      return isProposed ? result : checkTxid(result, given, fail);
    };
  }
  const all = transactions.map((transaction, at) => check(`transactions[${at}]`, transaction));
  return (result, fail) => {
    const signed = result['transactions'] as readonly unknown[];
    all.forEach((sent, at) => {
      const given = readHex(signed[at]);
      const fault = findDifference(sent, given) ?? unsigned(sent, given);
      if (fault) fail(`${fault}, at index ${at}`);
    });
    return result;
  };
};

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

const unsigned = (sent: StacksTransaction, signed: StacksTransaction) =>
  isSignedByOrigin(signed, sent) ? undefined : 'with a transaction that its origin has not signed';

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

/**
 * A wallet that serializes the transaction again with @stacks/transactions sorts tuples by locale, which
 * changes the payload and the txid.
 */
const REORDERED =
  ': it has the same bytes in another order, as from a wallet that sorts the keys of tuples by locale';
const sortBytes = (bytes: string) => (bytes.match(/../g) ?? []).sort().join('');

function findDifference(sent: StacksTransaction, signed: StacksTransaction): string | undefined {
  const parts = {
    'version or chain id': [sent.header, signed.header],
    'type of authorization': [sent.isSponsored, signed.isSponsored],
    'origin signer': [sent.origin.signer, signed.origin.signer],
    'payload, post-conditions or mode': [sent.rest, signed.rest],
  } as const;
  for (const [part, [before, after]] of Object.entries(parts)) {
    if (before === after) continue;
    const fault = `with a transaction that differs in its ${part}`;
    const isReordered = before === sent.rest && sortBytes(sent.rest) === sortBytes(signed.rest);
    return isReordered ? fault + REORDERED : fault;
  }
  return undefined;
}

type SentParams = Fields & { readonly sponsored?: boolean | undefined };

const VERSIONED_CONTRACT = '06';

/**
 * Checks the answers of the methods that send a Stacks transaction. If a wallet returns the transaction, it must be the
 * requested one: its payload, post-conditions and their mode, network and account. Nonce and fee are those of the
 * wallet. What the caller left out is that of the wallet, too: the mode, the version of Clarity, and the post-conditions
 * of a token transfer. With a mode, a token transfer may have none or those of `createTokenCall`.
 */
export const prepareSent: Prepare<SentParams> = (params, context) => (result, fail) => {
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
  if (part) fail(`with a transaction that differs in its ${part}`);
  if (isProposed) return result;
  if (!isSignedByOrigin(given)) fail('with a transaction that its origin has not signed');
  const verified = checkTxid(result, hex, fail);
  // Its sponsor signs and sends it, which gives it another id.
  return given.isSponsored && !given.isSponsorSigned
    ? { status: 'signed', txid: '', transaction: result['transaction'] }
    : verified;
};

function findDifferingPart(
  params: SentParams,
  { method, addresses, network }: MethodContext,
  given: StacksTransaction,
  incomparable: (reason: string) => never,
): string | undefined {
  const { header, origin, payload } = given;
  const own = params.address === undefined ? pickAddresses(addresses, 'STX') : [params.address];
  if (!isHeaderOn(header, network, own[0])) return 'version or chain id';
  if (own.length > 0 && !own.some((address) => isOrigin(origin, address))) {
    return 'origin signer';
  }
  if (given.isSponsored !== (params.sponsored === true)) return 'type of authorization';
  const isMainnet = header === NETWORK_BYTES.mainnet.header;
  const sender = getOriginAddress(origin, isMainnet ? 'mainnet' : 'testnet');
  const refuse = (field: string, _value: unknown, reason: string) =>
    incomparable(`\`${field}\` ${reason}`);
  // Not each of them can be built: a post-condition cannot name more than 2^64 - 1 units.
  const calls = getPossibleCalls(params).flatMap(
    (call) => attempt(() => withTokenCall(method, call, sender, refuse)) ?? [],
  );
  const modes = getPossibleModes(method, params.postConditionMode);
  const isRequested = calls.some((call) => {
    const requested = encodePayload(method, call, refuse);
    if (withoutVersion(payload, params) !== withoutVersion(requested, params)) return false;
    if (isLeftToWallet(params)) return true;
    const conditions = checkPostConditions(method, call, refuse);
    const isSame = conditions.join() === given.postConditions.join();
    return isSame && modes.includes(given.postConditionMode);
  });
  return isRequested ? undefined : 'payload, post-conditions or mode';
}

/** True if the wallet may use any post-conditions: those of a token transfer without conditions and mode. */
const isLeftToWallet = ({ asset, postConditions = [], postConditionMode }: SentParams): boolean =>
  asset !== undefined && postConditions.length === 0 && postConditionMode === undefined;

/** The params with the post-conditions that the transaction may have. */
function getPossibleCalls(params: SentParams): readonly SentParams[] {
  const { asset, postConditions = [], ...rest } = params;
  if (asset === undefined || postConditions.length > 0) return [params];
  // In the mode Allow, a transfer of a token needs none.
  const none = { ...rest, asset, postConditions: [], postConditionMode: 'allow' };
  return asset.includes('::') ? [none, { ...rest, asset, postConditionMode: 'deny' }] : [none];
}

/** A deployment without a version of Clarity, if the caller left it to the wallet. */
function withoutVersion(payload: string, { clarityVersion }: SentParams): string {
  return clarityVersion === undefined && payload.startsWith(VERSIONED_CONTRACT)
    ? `01${payload.slice(4)}`
    : payload;
}

/** The modes that the transaction may have. That of a transfer of STX has no effect, and Leather ignores it. */
function getPossibleModes(method: string, mode: unknown): readonly number[] {
  if (method === 'stx_transferStx') return [1, 2, 3];
  if (mode === undefined) return [1, 2];
  return [typeof mode === 'number' ? mode : MODES.indexOf(mode)];
}

/** True if version and chain id are those of the network; without a network, of the account, or a known pair. */
function isHeaderOn(
  header: string,
  network: string | undefined,
  account: string | undefined,
): boolean {
  const { mainnet, testnet } = NETWORK_BYTES;
  const isOn = (family: StacksNetwork) => header === NETWORK_BYTES[family].header;
  if (network !== undefined) {
    const family = getNetworkFamily(network);
    // A network of the page's own may have any chain id.
    return family === undefined || isOn(family === 'mainnet' ? 'mainnet' : 'testnet');
  }
  if (account !== undefined) return isOn(getStacksNetwork(account));
  return header === mainnet.header || header === testnet.header;
}
