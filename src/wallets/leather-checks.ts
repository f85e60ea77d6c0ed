import { addressKind } from '../lib/address.js';
import { attempt, read } from '../lib/safe-access.js';
import { asWritten } from '../methods/addresses.js';
import type { SignBitcoinMessageParams } from '../methods/signMessage.js';
import type { SendTransferParams } from '../methods/sendTransfer.js';
import type { TransferSip10FtParams } from '../methods/stx_transferSip10Ft.js';
import type { TransferSip9NftParams } from '../methods/stx_transferSip9Nft.js';
import type { Amount } from '../wire/values.js';
import type { WalletProvider } from '../wire/provider.js';
import { cannot } from './outgoing.js';
import type { RequestContext } from './wallet.js';

export type TokenTransfer = TransferSip10FtParams | TransferSip9NftParams;

/** Any other name is taken for mainnet, silently: signed and broadcast there. */
const NETWORKS = [
  'mainnet',
  'testnet',
  'testnet4',
  'signet',
  'sbtcTestnet',
  'sbtcDevenv',
  'devnet',
];
/** `stx_signMessage` has a list of its own. 6.73 knows `mocknet`, too; newer builds refuse it everywhere. */
const MESSAGE_NETWORKS = ['mainnet', 'testnet', 'devnet'];

export function refuseNetwork(method: string, { network }: RequestContext): void {
  const known = method === 'stx_signMessage' ? MESSAGE_NETWORKS : NETWORKS;
  if (network !== undefined && !known.includes(network)) {
    throw cannot(
      method,
      'network',
      network,
      `Leather knows ${known.join(', ')}, and takes any other for mainnet`,
    );
  }
}

/**
 * Its phone app says "version" where its extension says its number (the latter is inferred: a wallet that
 * says neither is taken for both).
 */
export function version(provider: WalletProvider): string {
  const info = attempt(() =>
    (provider as unknown as { getProductInfo(): unknown }).getProductInfo(),
  );
  const named = read(info, 'version');
  return typeof named === 'string' ? named : '';
}

/** What the extension signs for a sponsor. Of transfers of tokens that is not known. */
const SPONSORED = ['stx_transferStx', 'stx_callContract', 'stx_deployContract'];

/** The phone app (2.76) ignores it: only a wallet that tells itself apart is asked. */
export function refuseSponsored(
  method: string,
  params: object,
  { provider }: RequestContext,
): void {
  const sponsored = read(params, 'sponsored');
  if (sponsored !== true) return;
  const isExtension = /^\d/.test(version(provider));
  if (!isExtension) {
    const reason = 'this may be Leather on a phone, which ignores it: the user would pay';
    throw cannot(method, 'sponsored', sponsored, reason);
  }
  if (!SPONSORED.includes(method)) {
    throw cannot(method, 'sponsored', sponsored, 'Leather is not known to heed it there');
  }
}

/** What is encoded as hex on its way, whatever characters it holds. */
const ENCODED = ['functionArgs', 'assetId', 'postConditions', 'domain'];

/** Leather 6.73 passes requests through `btoa`, and never answers one with a character above U+00FF. */
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

/** Leather reads an amount as a number, which rounds it above 2^53. */
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

/** Base58 does not tell one test network from another, and mainnet is what an absent network means. */
export function refuseTestRecipients({ recipients }: SendTransferParams): void {
  if (recipients.some(({ address }) => addressKind(address)?.network === 'test')) {
    throw cannot(
      'sendTransfer',
      'network',
      undefined,
      'an address is on a test network; name which',
    );
  }
}

/**
 * Refuses what Leather would leave out of a transfer of a token, of which it makes a contract call in its
 * own way: the memo, and post-conditions, whose place its own take. Those name the asset by what stands
 * after `::`.
 */
export function refuseTokenTransfer(method: string, params: TokenTransfer): void {
  const { asset, recipient, postConditions, postConditionMode: mode } = params;
  const memo = 'memo' in params ? params.memo : undefined;
  const refuse = (field: string, value: unknown, reason: string) =>
    cannot(method, field, value, `Leather ${reason}`);
  if ('amount' in params) refuseRounding(method, params.amount);
  if (memo) throw refuse('memo', memo, 'drops it from a transfer of tokens');
  if (postConditions?.length) throw refuse('postConditions', postConditions, 'puts its own there');
  if (mode !== undefined) throw refuse('postConditionMode', mode, 'puts its own there');
  if (!asset.includes('::')) {
    throw refuse('asset', asset, 'needs `::` and the name of the asset: the transfer would abort');
  }
  if (recipient.includes('.')) throw refuse('recipient', recipient, 'cannot show a contract there');
}

/** `fee` and `nonce` as transfers of tokens have them: Leather refuses digits there, and ignores numbers. */
export function numericTuning(method: string, params: TokenTransfer): Record<string, number> {
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
 * The kind of address whose key signs a message. Leather takes no address: it signs for the first one of
 * this kind that the current account has.
 */
export function paymentType(
  { address, protocol }: SignBitcoinMessageParams,
  { addresses }: RequestContext,
): 'p2wpkh' | 'p2tr' {
  const refuse = (field: string, value: unknown, reason: string) =>
    cannot('signMessage', field, value, reason);
  if (protocol === 'ECDSA') throw refuse('protocol', protocol, 'Leather has BIP-322 alone');
  if (address === undefined) return 'p2wpkh';
  const written = asWritten(address);
  const own = addresses.filter(({ symbol }) => symbol === 'BTC').map((entry) => entry.address);
  if (own.length > 0 && !own.includes(written)) {
    throw refuse('address', address, `the connected account signs for ${own.join(', ')}`);
  }
  if (/^(?:bc|tb|bcrt)1q.{38}$/.test(written)) return 'p2wpkh';
  if (/^(?:bc|tb|bcrt)1p/.test(written)) return 'p2tr';
  throw refuse('address', address, 'Leather signs for native SegWit and Taproot addresses alone');
}
