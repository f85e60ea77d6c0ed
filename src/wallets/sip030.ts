import { checkCall, type MethodName, verifyAnswer } from '../methods/index.js';
import { cannotSend, JsonRpcError, JsonRpcErrorCode, type Refuse } from '../errors.js';
import { hexToBytes } from '../lib/bytes.js';
import { loadModule } from '../lib/promises.js';
import { getAddressFormat, canBeOn, isSameSigner } from '../stacks/address.js';
import { getClarityVersion, readTransaction } from '../stacks/stacks-transaction.js';
import { pickAddresses } from '../accounts/addresses.js';
import {
  createSponsoredTransaction,
  createTokenCall,
  type TokenMethod,
  type TransactionMethod,
} from '../stacks/unsigned-transaction.js';
import { bare, read } from '../lib/safe-access.js';
import type { KnownCall, Send, Wallet, WalletCall } from './wallet.js';

/**
 * Sends a request as in SIP-030, without the fields that SIP-030 does not have. Also sends a method that this library
 * does not have, unchanged.
 */
export function sip030(call: WalletCall, send: Send): Promise<unknown> {
  const { method, params } = call;
  if (isOneOf(call, ['stx_signMessage', 'stx_signStructuredMessage'])) {
    return send(method, omit(call.params, 'publicKey'), { ignores: ['publicKey'] });
  }
  const ignores = isOneOf(call, ['getAddresses', 'stx_getAddresses']) ? NOT_STANDARD : [];
  return send(method, params, { ignores });
}

/** Params of the methods for addresses that SIP-030 does not have. */
export const NOT_STANDARD: readonly string[] = ['message', 'allowPolicyAccounts'];

/** Any wallet that conforms to SIP-030. */
export const standard: Wallet = {
  info: { id: 'standard', name: 'Wallet' },
  matches: () => true,
  async request(call, send) {
    if (isOneOf(call, NOT_IN_SIP_030)) throw missing(call.method);
    refuseUnread(call);
    return sip030(call, send);
  },
  // It is not known which wallets have stx_signTransactions.
  supports: (method) =>
    method === 'stx_signTransactions' ? undefined : !NOT_IN_SIP_030.includes(method),
};

/** Bitcoin's signMessage: a wallet that conforms to SIP-030 need not have it. */
const NOT_IN_SIP_030: readonly MethodName[] = ['signMessage'];

/** True for a call of one of these methods. */
export function isOneOf<M extends MethodName>(
  call: WalletCall,
  methods: readonly M[],
): call is KnownCall<M> {
  return call.isKnown && (methods as readonly string[]).includes(call.method);
}

/** The error for a method that a wallet does not have. */
export function missing(method: string, who = 'this wallet'): JsonRpcError {
  return new JsonRpcError(
    JsonRpcErrorCode.MethodNotFound,
    `${method}: ${who} does not have this method.`,
  );
}

/** The params without some fields. */
export function omit<T extends object>(params: T, ...fields: readonly KeyOf<T>[]): object {
  const rest = { ...params };
  for (const field of fields) Reflect.deleteProperty(rest, field);
  return rest;
}
type KeyOf<T> = T extends unknown ? keyof T : never;

/**
 * What only newer versions of wallets read: the post-condition mode `originator` and the condition `maybe-sent` (SIP-040),
 * the post-conditions on staking (SIP-045), and the `descriptor` of a PSBT.
 */
export type Newer =
  | 'descriptor'
  | 'originator'
  | 'maybe-sent'
  | 'staking-postcondition'
  | 'pox-postcondition';

const UNREAD = 'only the extension of Leather is known to read it';

/**
 * Refuses what the wallet is not known to read: in its place, it might use the mode `allow` or no post-condition; or its
 * window crashes, as in Leather 6.73.4, and does not answer.
 *
 * @param reads what it reads
 */
export function refuseUnread(
  { method, params }: WalletCall,
  reads: readonly Newer[] = [],
  reason = UNREAD,
): void {
  const refuse = (what: Newer | undefined, field: string, value: unknown) => {
    if (what && !reads.includes(what)) throw cannotSend(method, field, value, reason);
  };
  const descriptor = read(params, 'descriptor');
  if (descriptor !== undefined) refuse('descriptor', 'descriptor', descriptor);
  const mode = read(params, 'postConditionMode');
  if (mode === 'originator') refuse(mode, 'postConditionMode', mode);
  const conditions = (read(params, 'postConditions') ?? []) as readonly string[];
  conditions.forEach((hex, index) => {
    const what = findNewer(hex);
    refuse(what, `postConditions[${index}]`, what);
  });
}

/** The newest version of Clarity that all known versions of wallets read in a transaction (@stacks/transactions 7.0). */
export const READABLE_CLARITY = 3;

/** The same for transactions that the wallet is to sign. `newest`: the newest version of Clarity that it reads. */
export function refuseUnreadTransactions(
  call: KnownCall<SigningMethod>,
  reads: readonly Newer[] = [],
  newest = READABLE_CLARITY,
  reason = UNREAD,
): void {
  const all =
    call.method === 'stx_signTransaction' ? [call.params.transaction] : call.params.transactions;
  all.forEach((hex, index) => {
    const transaction = readTransaction(hexToBytes(hex));
    const { postConditionMode, postConditions } = transaction;
    const field = call.method === 'stx_signTransaction' ? 'transaction' : `transactions[${index}]`;
    const refuse = (what: string, value: string) => {
      throw cannotSend(call.method, field, hex, `${what} is ${value}, and ${reason}`);
    };
    const mode: Newer | undefined = postConditionMode === 3 ? 'originator' : undefined;
    if (mode && !reads.includes(mode)) refuse('its post-condition mode', mode);
    const unread = postConditions.map(findNewer).find((part) => part && !reads.includes(part));
    if (unread) refuse('a post-condition of it', unread);
    const version = getClarityVersion(transaction) ?? 0;
    if (version > newest) refuse('its version', `Clarity ${version}`);
  });
}

/** A post-condition in hex begins with its type, and ends with the condition if it is on a non-fungible token. */
function findNewer(hex: string): Newer | undefined {
  if (hex.startsWith('03')) return 'staking-postcondition';
  if (hex.startsWith('04')) return 'pox-postcondition';
  return hex.startsWith('02') && hex.endsWith('12') ? 'maybe-sent' : undefined;
}

/**
 * Refuses a tuple that the wallet would write in another order than the chain, because it reads Clarity values with
 * @stacks/transactions: Leather 6.73.4 and Xverse 0.54.2 do. Nodes refuse its transaction, Leather does not answer then
 * until its window is closed, and a structured message is another one.
 */
export function refuseReordered({ method, reordered }: WalletCall): void {
  if (!reordered) return;
  const { field, names } = reordered;
  const [first, second] = names;
  const reason =
    `this wallet would write the name ${second} before ${first}, as a language of this browser sorts them; ` +
    `the chain sorts them by their bytes, and refuses any other order`;
  throw cannotSend(method, field, names, reason);
}

/**
 * The account that sends, for a wallet that needs it in the request: its Stacks address on the network of the request. A
 * request without a network is for that of the account, which the user may have changed in the wallet.
 *
 * @throws JsonRpcError -32602 if it is not known
 */
export function getSender(call: KnownCall<TransactionMethod>): string {
  const { method, params, addresses, network } = call;
  const connected = pickAddresses(addresses, 'STX');
  const sender = connected.find((address) => {
    const format = getAddressFormat(address);
    const isNamed = params.address === undefined || isSameSigner(params.address, address);
    return isNamed && format && (network === undefined || canBeOn(format, network));
  });
  if (sender !== undefined) return sender;
  const reason = connected[0]
    ? `the connected account is ${connected[0]}; connect on ${network ?? 'mainnet'} first`
    : 'the account that sends is not known; connect first';
  const field = params.sponsored ? 'sponsored' : 'address';
  throw cannotSend(method, field, params[field], reason);
}

const refuseIn =
  (method: string): Refuse =>
  (...refused) => {
    throw cannotSend(method, ...refused);
  };

/** The contract call of a token transfer, for a wallet whose own methods for it are missing or lose something. */
export function toContractCall(call: KnownCall<TokenMethod>): KnownCall<'stx_callContract'> {
  const { method, params } = call;
  const sender = getSender(call);
  const made = createTokenCall(call, sender, refuseIn(method));
  const common = omit(params, 'asset', 'recipient', 'amount', 'memo', 'assetId');
  return {
    ...call,
    method: 'stx_callContract',
    params: { ...common, ...made },
  };
}

type SigningMethod = 'stx_signTransaction' | 'stx_signTransactions';

/**
 * Builds a sponsored transaction here, and lets the wallet only sign it, for a wallet whose own way to sponsor is missing
 * or makes the user pay. The answer is compared with the transaction.
 *
 * @param sign sends the request of `method`
 * @throws JsonRpcError -32602 if it cannot be built, -31000 if the nonce or the module cannot be loaded
 */
export async function signSponsored<M extends SigningMethod>(
  call: KnownCall<TransactionMethod>,
  method: M,
  sign: (call: KnownCall<M>) => Promise<unknown>,
): Promise<unknown> {
  const sender = getSender(call);
  const loadNonce = async () => {
    // 1.6 kB, only for a sponsored transaction that is built here.
    const { fetchNextNonce } = await loadModule(
      'reads the nonce of an account',
      () => import('../stacks/next-nonce.js'),
    );
    return fetchNextNonce(call, sender);
  };
  const made = await createSponsoredTransaction(call, sender, loadNonce, refuseIn(call.method));
  const { network } = call;
  const params =
    method === 'stx_signTransaction'
      ? { transaction: made, broadcast: undefined, network }
      : { transactions: [made], broadcast: false, network };
  const signing = { ...call, method, params: bare(params) } as KnownCall<M>;
  await checkCall(signing);
  const signed = await verifyAnswer(signing, await sign(signing));
  if (read(signed, 'status') === 'proposed') return signed;
  return { transaction: read(signed, 'transaction') ?? read(read(signed, 'transactions'), '0') };
}
