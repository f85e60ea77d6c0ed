import { bareHex, hexToBytes, uintHex } from '../lib/bytes.js';
import { networkFamily } from './network.js';
import { attempt } from '../lib/safe-access.js';
import {
  asCall,
  CHAINS,
  MODES,
  payloadOf,
  postConditionsOf,
  type Fields,
} from './sponsored-transaction.js';
import { isOriginOf, originAddress, originSigned } from './stacks-signature.js';
import { readTransaction, type StacksTransaction } from './stacks-transaction.js';
import { withTxid } from './transaction-check.js';
import type { AskedContext, Prepare } from '../methods/verifier.js';

type Params = Fields & { readonly sponsored?: boolean | undefined };

const SPONSORED = '05';
const VERSIONED_CONTRACT = '06';
/** The length of the anchor mode, which wallets choose, in hex digits. */
const ANCHOR = 2;

/**
 * Checks the answers of the methods that send a Stacks transaction. If a wallet returns the transaction, it must be the
 * requested one: its payload, post-conditions and their mode, network and account. Nonce and fee are those of the
 * wallet. What the caller left out is that of the wallet, too: the mode, the version of Clarity, and the post-conditions
 * of a token transfer. With a mode, a token transfer may have none or those of `tokenCall`.
 */
export const prepare: Prepare<Params> = (params, context) => (result, fail) => {
  const isProposed = result['status'] === 'proposed';
  const { transaction, proposedTransaction, ...rest } = result;
  const answered = isProposed ? proposedTransaction : transaction;
  // Most of what is sent is known by its txid only.
  if (answered === undefined || answered === null || answered === '') return rest;
  const hex = bareHex(answered) ?? fail('with a `transaction` that cannot be read');
  const given = readTransaction(hexToBytes(hex));
  const part = differingPart(params, context, given, (reason) =>
    fail(`with a transaction that cannot be compared: ${reason}`),
  );
  if (part) fail(`with a transaction that differs in its ${part}`);
  if (isProposed) return result;
  if (!originSigned(given)) fail('with a transaction that its origin has not signed');
  const verified = withTxid(result, hex, fail);
  // Its sponsor signs and sends it, which gives it another id.
  return given.authType === SPONSORED && !given.isSponsorSigned
    ? { status: 'signed', txid: '', transaction: result['transaction'] }
    : verified;
};

function differingPart(
  params: Params,
  { method, addresses, network }: AskedContext,
  { header, authType, origin, canonicalRest: rest, canonicalPayload: payload }: StacksTransaction,
  incomparable: (reason: string) => never,
): string | undefined {
  const connected = addresses.flatMap(({ symbol, address }) => (symbol === 'STX' ? [address] : []));
  const own = params.address === undefined ? connected : [params.address];
  if (!isHeaderOn(header, network, own[0])) return 'version or chain id';
  if (own.length > 0 && !own.some((address) => isOriginOf(origin, address))) {
    return 'origin signer';
  }
  if ((authType === SPONSORED) !== (params.sponsored === true)) return 'type of authorization';
  const isMainnet = header === CHAINS['16'];
  const sender = originAddress(origin, isMainnet ? 'SP' : 'ST');
  const refuse = (field: string, _value: unknown, reason: string) =>
    incomparable(`\`${field}\` ${reason}`);
  // Not each of them can be built: a post-condition cannot name more than 2^64 - 1 units.
  const calls = callsOf(params).flatMap(
    (call) => attempt(() => asCall(method, call, sender, refuse)) ?? [],
  );
  const modes = modesOf(method, params.postConditionMode);
  const isRequested = calls.some((call) => {
    const requested = payloadOf(method, call, refuse);
    if (withoutVersion(payload, params) !== withoutVersion(requested, params)) return false;
    if (areWalletsConditions(params)) return true;
    const conditions = postConditionsOf(method, call, refuse);
    const count = uintHex(conditions.length, 4);
    return modes.some((mode) => {
      const before = uintHex(mode, 1) + count + conditions.join('');
      return rest.slice(ANCHOR) === before + payload;
    });
  });
  return isRequested ? undefined : 'payload, post-conditions or mode';
}

/** True if the wallet may use any post-conditions: those of a token transfer without conditions and mode. */
const areWalletsConditions = ({ asset, postConditions = [], postConditionMode }: Params): boolean =>
  asset !== undefined && postConditions.length === 0 && postConditionMode === undefined;

/** The params with the post-conditions that the transaction may have. */
function callsOf(params: Params): readonly Params[] {
  const { asset, postConditions = [], ...rest } = params;
  if (asset === undefined || postConditions.length > 0) return [params];
  // In the mode Allow, a transfer of a token needs none.
  const none = { ...rest, asset, postConditions: [], postConditionMode: 'allow' };
  return asset.includes('::') ? [none, { ...rest, asset, postConditionMode: 'deny' }] : [none];
}

/** A deployment without a version of Clarity, if the caller left it to the wallet. */
function withoutVersion(payload: string, { clarityVersion }: Params): string {
  return clarityVersion === undefined && payload.startsWith(VERSIONED_CONTRACT)
    ? `01${payload.slice(4)}`
    : payload;
}

/** The modes that the transaction may have. That of a transfer of STX has no effect, and Leather ignores it. */
function modesOf(method: string, mode: unknown): readonly number[] {
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
  const family = network === undefined ? undefined : networkFamily(network);
  // A network of the page's own may have any chain id.
  if (network !== undefined && family === undefined) return true;
  const isMainnet =
    family === undefined
      ? account && (account[1] === 'P' || account[1] === 'M')
      : family === 'mainnet';
  if (isMainnet === undefined) return Object.entries(CHAINS).some(([, chain]) => chain === header);
  return header === CHAINS[isMainnet ? '16' : '1a'];
}
