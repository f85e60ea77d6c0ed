import type { Refuse } from '../errors.js';
import { encodePostCondition } from './post-condition-encoder.js';
import { MAX_U64, parseBaseUnits } from '../lib/amount.js';
import { bytesToHex, uintHex } from '../lib/bytes.js';
import { encodePrincipal } from './principal-encoder.js';

/** The params of `stx_transferSip10Ft` or `stx_transferSip9Nft` that make up the call. */
export interface TokenTransferFields {
  readonly asset: string;
  readonly recipient: string;
  readonly amount?: unknown;
  readonly memo?: string | undefined;
  /** As `readValues` wrote it. */
  readonly assetId?: string;
  /** As `readValues` wrote them. */
  readonly postConditions?: readonly string[] | undefined;
  readonly postConditionMode?: unknown;
}

/** A contract call. Arguments and post-conditions are hex. */
export interface TokenCall {
  readonly contract: string;
  readonly functionName: 'transfer';
  readonly functionArgs: readonly string[];
  readonly postConditions: readonly string[];
  readonly postConditionMode: unknown;
}

/**
 * The contract call of a token transfer (SIP-010, SIP-009), for wallets without a method for it. By default, its only
 * post-condition is that the account sends exactly this amount or token, and the mode is Deny.
 */
export function tokenCall(params: TokenTransferFields, sender: string, refuse: Refuse): TokenCall {
  const {
    asset,
    assetId,
    recipient,
    memo,
    postConditions = [],
    postConditionMode = 'deny',
  } = params;
  const isAllow = postConditionMode === 'allow' || postConditionMode === 1;
  if (params.amount !== undefined && assetId !== undefined) {
    refuse('assetId', assetId, 'absent from a transfer of an amount');
  }
  const amount = parseBaseUnits(params.amount) ?? 0n;
  const defaultPostConditions = () => {
    if (!asset.includes('::')) {
      refuse('asset', asset, 'followed by `::` and the name of the asset, for the post-condition');
    }
    if (amount > MAX_U64) {
      refuse(
        'amount',
        params.amount,
        `at most ${MAX_U64}, the most that a post-condition can name`,
      );
    }
    const own = { address: sender, asset };
    const condition =
      assetId === undefined
        ? encodePostCondition({ ...own, type: 'ft-postcondition', condition: 'eq', amount }, 'postConditions', refuse) // prettier-ignore
        : nftCondition(sender, asset, assetId, refuse);
    return [condition];
  };
  const parties = [sender, recipient].map((principal, at) =>
    principalValue(principal, at ? 'recipient' : 'sender', refuse),
  );
  return {
    contract: asset.split('::', 1)[0] as string,
    functionName: 'transfer',
    functionArgs:
      assetId === undefined
        ? [`01${uintHex(amount, 16)}`, ...parties, memoValue(memo)]
        : [assetId, ...parties],
    // Without a post-condition, a transfer aborts in the modes Deny and Originator.
    postConditions:
      postConditions.length > 0 || (params.postConditions && isAllow)
        ? postConditions
        : defaultPostConditions(),
    postConditionMode,
  };
}

/** A principal as a Clarity value (SIP-005). */
export function principalValue(principal: string, field: string, refuse: Refuse): string {
  const parts = encodePrincipal(principal);
  if (!parts) return refuse(field, principal, 'a principal with a valid checksum');
  return (parts.contract ? '06' : '05') + parts.address + parts.contract;
}

function memoValue(memo: string | undefined): string {
  if (!memo) return '09';
  const bytes = new TextEncoder().encode(memo);
  return `0a02${uintHex(bytes.length, 4)}${bytesToHex(bytes)}`;
}

/** An NFT post-condition with an asset id in hex: SIP-005, type 2, principal type 2, code 16 (sent). */
function nftCondition(sender: string, asset: string, assetId: string, refuse: Refuse): string {
  const own = encodePrincipal(sender);
  const parts = encodePrincipal(asset);
  if (!own || !parts?.asset)
    return refuse('asset', asset, 'an asset identifier with a valid checksum');
  return `0202${own.address}${parts.address}${parts.contract}${parts.asset}${assetId}10`;
}
