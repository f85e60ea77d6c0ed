import { type MethodName, prepareAnswer } from '../methods/index.js';
import { cannotSend, JsonRpcError, JsonRpcErrorCode, type Refuse } from '../errors.js';
import { mergeOptions } from '../lib/read-options.js';
import { loadModule } from '../lib/promises.js';
import { getAddressFormat, canBeOn, isSameSigner } from '../stacks/address.js';
import { pickAddresses } from '../methods/addresses.js';
import type { TokenMethod, TransactionMethod } from '../stacks/unsigned-transaction.js';
import { read } from '../lib/safe-access.js';
import type { EncodedParams, KnownCall, Send, Wallet, WalletCall } from './wallet.js';

/**
 * Sends a request as in SIP-030, without the fields that SIP-030 does not have. Also sends a method that this library
 * does not have, unchanged.
 */
export function sip030(call: WalletCall, send: Send): Promise<unknown> {
  const { method, params } = call;
  if (isOneOf(call, ['stx_signMessage', 'stx_signStructuredMessage'])) {
    return send(method, omit(call.params, 'publicKey'), { ignores: ['publicKey'] });
  }
  const ignores = isOneOf(call, ['getAddresses', 'stx_getAddresses']) ? ['message'] : [];
  return send(method, params, { ignores });
}

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

/** The params without some fields. Without a prototype. */
export function omit<T extends object>(params: T, ...fields: readonly KeyOf<T>[]): object {
  const rest = mergeOptions<T>(params);
  for (const field of fields) Reflect.deleteProperty(rest, field);
  return rest;
}
type KeyOf<T> = T extends unknown ? keyof T : never;

/**
 * Refuses what only the newest extension of Leather reads: the post-condition mode `originator` (SIP-040), in whose
 * place another wallet might use `allow`, and the `descriptor` of a PSBT.
 */
export function refuseUnread(
  { method, params }: WalletCall,
  reason = 'only the extension of Leather is known to read it',
): void {
  const field = method === 'signPsbt' ? 'descriptor' : 'postConditionMode';
  const value = read(params, field);
  if (method === 'signPsbt' ? value !== undefined : value === 'originator') {
    throw cannotSend(method, field, value, reason);
  }
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
  const own = pickAddresses(addresses, 'STX');
  const sender = own.find((address) => {
    const format = getAddressFormat(address);
    const isNamed = params.address === undefined || isSameSigner(params.address, address);
    return isNamed && format && (network === undefined || canBeOn(format, network));
  });
  if (sender !== undefined) return sender;
  const reason = own[0]
    ? `the connected account is ${own[0]}; connect on ${network ?? 'mainnet'} first`
    : 'the account that sends is not known; connect first';
  const field = params.sponsored ? 'sponsored' : 'address';
  throw cannotSend(method, field, params[field], reason);
}

const loadBuilder = () =>
  loadModule('builds transactions', () => import('../stacks/unsigned-transaction.js'));

const refuseIn =
  (method: string): Refuse =>
  (...refused) => {
    throw cannotSend(method, ...refused);
  };

/** The contract call of a token transfer, for a wallet whose own methods for it are missing or lose something. */
export async function toContractCall(
  call: KnownCall<TokenMethod>,
): Promise<KnownCall<'stx_callContract'>> {
  const { method, params } = call;
  const sender = getSender(call);
  const { createTokenCall } = await loadBuilder();
  const made = createTokenCall(call, sender, refuseIn(method));
  const common = omit(params, 'asset', 'recipient', 'amount', 'memo', 'assetId');
  return {
    ...call,
    method: 'stx_callContract',
    params: mergeOptions<object>(common, made) as EncodedParams<'stx_callContract'>,
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
  const { createSponsoredTransaction } = await loadBuilder();
  const loadNonce = async () => {
    const { fetchNextNonce } = await loadModule(
      'reads the nonce of an account',
      () => import('../stacks/next-nonce.js'),
    );
    return fetchNextNonce(call, sender);
  };
  const made = await createSponsoredTransaction(call, sender, loadNonce, refuseIn(call.method));
  const params = mergeOptions<object>(
    method === 'stx_signTransaction'
      ? { transaction: made }
      : { transactions: [made], broadcast: false },
    call.network === undefined ? {} : { network: call.network },
  );
  const signing = { ...call, method, params } as KnownCall<M>;
  const readAnswer = await prepareAnswer(signing);
  const signed = readAnswer(await sign(signing));
  if (read(signed, 'status') === 'proposed') return signed;
  return { transaction: read(signed, 'transaction') ?? read(read(signed, 'transactions'), '0') };
}
