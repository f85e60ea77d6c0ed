import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { addressKind } from '../lib/address.js';
import { decodeAddress } from '../lib/c32.js';
import { attempt, read } from '../lib/safe-access.js';
import { canonicalAddress } from '../methods/addresses.js';
import type { SignBitcoinMessageParams } from '../methods/signMessage.js';
import type { SendTransferParams } from '../methods/sendTransfer.js';
import type { TransferSip10FtParams } from '../methods/stx_transferSip10Ft.js';
import type { TransferSip9NftParams } from '../methods/stx_transferSip9Nft.js';
import type { Amount } from '../wire/values.js';
import type { WalletProvider } from '../wire/provider.js';
import { cannot } from './outgoing.js';
import type { RequestContext } from './wallet.js';

export type TokenTransfer = TransferSip10FtParams | TransferSip9NftParams;

/** Leather silently uses mainnet for any other name: it signs and broadcasts there. */
const NETWORKS = [
  'mainnet',
  'testnet',
  'testnet4',
  'signet',
  'sbtcTestnet',
  'sbtcDevenv',
  'devnet',
];
/** The list for `stx_signMessage`. Leather 6.73 also supports `mocknet`; newer versions refuse it for every method. */
const MESSAGE_NETWORKS = ['mainnet', 'testnet', 'devnet'];

export function refuseNetwork(method: string, { network }: RequestContext): void {
  const known = method === 'stx_signMessage' ? MESSAGE_NETWORKS : NETWORKS;
  if (network !== undefined && !known.includes(network)) {
    throw cannot(
      method,
      'network',
      network,
      `Leather supports ${known.join(', ')}, and uses mainnet for any other name`,
    );
  }
}

/**
 * The version that Leather reports, else an empty string. The phone app reports the word "version", the extension a
 * number (inferred). A wallet that reports neither may be either of them.
 */
export function version(provider: WalletProvider): string {
  const info = attempt(() =>
    (provider as unknown as { getProductInfo(): unknown }).getProductInfo(),
  );
  const named = read(info, 'version');
  return typeof named === 'string' ? named : '';
}

/**
 * No version of Leather sponsors a transaction itself. The phone app (2.76) ignores `sponsored`, and the user would
 * pay. The extension (6.73 and newer) tries to broadcast after its answer, although the sponsor has not signed. It
 * never broadcasts what stx_signTransaction signs; newer versions set their own nonce and the sponsor's fee there.
 */
export const signsSponsored = () => 'stx_signTransaction' as const;

/** Methods that the phone app answers besides those in `leather.ts` (2.104). */
const PHONE_METHODS = ['getInfo', 'supportedMethods'];

export const isPhoneApp = (provider: WalletProvider): boolean => version(provider) === 'version';

/** Refuses an address whose checksum is wrong, if the wallet is the phone app: it would never answer. */
export function refuseUnanswered(
  method: string,
  params: object,
  { provider }: RequestContext,
): void {
  if (!isPhoneApp(provider)) return;
  for (const field of ['recipient', 'contract', 'asset', 'address'] as const) {
    const value = read(params, field);
    const owner = typeof value === 'string' ? (value.split(/[.:]/, 1)[0] ?? '') : '';
    if (addressKind(owner)?.chain === 'stx' && decodeAddress(owner) === undefined) {
      throw cannot(method, field, value, 'its checksum is wrong, which Leather never answers');
    }
  }
}

/** Refuses a method that this library does not have, if the phone app would never answer it. */
export function refuseUnknownOnPhone(method: string, { provider }: RequestContext): void {
  if (!isPhoneApp(provider) || PHONE_METHODS.includes(method)) return;
  throw new JsonRpcError(
    JsonRpcErrorCode.MethodNotFound,
    `${method}: the phone app of Leather never answers a method that it does not have.`,
  );
}

/** Fields that are sent as hex, so that they may contain any character. */
const ENCODED = ['functionArgs', 'assetId', 'postConditions', 'domain'];

/** Leather 6.73 encodes requests with `btoa`, and never answers one with a character above U+00FF. */
export function refuseWideText(method: string, params: object): void {
  if (method === 'stx_signMessage') return;
  for (const [field, value] of Object.entries(params)) {
    const isEncoded =
      ENCODED.includes(field) || (method === 'stx_signStructuredMessage' && field === 'message');
    if (!isEncoded && hasWideText(value)) {
      throw cannot(
        method,
        field,
        value,
        'Leather never answers a request with characters above U+00FF',
      );
    }
  }
}

function hasWideText(value: unknown): boolean {
  if (typeof value === 'string') return /[^\0-\xff]/.test(value);
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([key, inner]) => hasWideText(key) || hasWideText(inner))
  );
}

/** Leather converts an amount to a number, which rounds amounts above 2^53. */
export function refuseRounding(method: string, amount: Amount): void {
  if (!Number.isSafeInteger(Number(amount))) {
    throw cannot(
      method,
      'amount',
      amount,
      `Leather would round amounts above ${Number.MAX_SAFE_INTEGER}`,
    );
  }
}

/** Refuses base58 addresses of test networks: they do not show which one, and no network means mainnet. */
export function refuseTestRecipients({ recipients }: SendTransferParams): void {
  if (recipients.some(({ address }) => addressKind(address)?.network === 'test')) {
    throw cannot(
      'sendTransfer',
      'network',
      undefined,
      'an address is on a test network; name the network',
    );
  }
}

/**
 * Refuses params that Leather would drop. It builds the contract call of a token transfer itself: without a
 * memo, and with its own post-conditions, which need the asset name after `::`.
 */
export function refuseTokenTransfer(method: string, params: TokenTransfer): void {
  const { asset, recipient, postConditions, postConditionMode: mode } = params;
  const memo = 'memo' in params ? params.memo : undefined;
  const refuse = (field: string, value: unknown, reason: string) =>
    cannot(method, field, value, `Leather ${reason}`);
  if ('amount' in params) refuseRounding(method, params.amount);
  if (memo) throw refuse('memo', memo, 'drops it from a transfer of tokens');
  if (postConditions?.length)
    throw refuse('postConditions', postConditions, 'replaces them by its own');
  if (mode !== undefined) throw refuse('postConditionMode', mode, 'replaces it by its own');
  if (!asset.includes('::')) {
    throw refuse('asset', asset, 'needs `::` and the name of the asset: the transfer would abort');
  }
  if (recipient.includes('.'))
    throw refuse('recipient', recipient, 'cannot show a contract as recipient');
}

/** `fee` and `nonce` of a token transfer, as numbers: Leather refuses strings there, and ignores numbers. */
export function numericFeeAndNonce(method: string, params: TokenTransfer): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const field of ['fee', 'nonce'] as const) {
    const value = params[field];
    if (value === undefined) continue;
    if (!Number.isSafeInteger(Number(value))) {
      const most = Number.MAX_SAFE_INTEGER;
      throw cannot(method, field, value, `Leather takes a number there, of at most ${most}`);
    }
    numbers[field] = Number(value);
  }
  return numbers;
}

/**
 * The type of the address whose key signs a message. Leather has no field for the address: it signs for the
 * first address of this type in the current account.
 */
export function paymentType(
  { address, protocol }: SignBitcoinMessageParams,
  { addresses }: RequestContext,
): 'p2wpkh' | 'p2tr' {
  const refuse = (field: string, value: unknown, reason: string) =>
    cannot('signMessage', field, value, reason);
  if (protocol === 'ECDSA') throw refuse('protocol', protocol, 'Leather supports only BIP-322');
  if (address === undefined) return 'p2wpkh';
  const written = canonicalAddress(address);
  const own = addresses.filter(({ symbol }) => symbol === 'BTC').map((entry) => entry.address);
  if (own.length > 0 && !own.includes(written)) {
    throw refuse('address', address, `the connected account signs for ${own.join(', ')}`);
  }
  if (/^(?:bc|tb|bcrt)1q.{38}$/.test(written)) return 'p2wpkh';
  if (/^(?:bc|tb|bcrt)1p/.test(written)) return 'p2tr';
  throw refuse('address', address, 'Leather signs only for native SegWit and Taproot addresses');
}
