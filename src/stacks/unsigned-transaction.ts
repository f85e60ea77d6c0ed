import type { Refuse } from '../errors.js';
import { parseBaseUnits, MAX_U64 } from '../lib/amount.js';
import { bytesToHex, hexToBytes, textToHex, uintToHex } from '../lib/bytes.js';
import { encodePrincipal, getStacksNetwork, NETWORK_BYTES } from './stacks-address.js';
import { encodeClarity, joinList, readAll, readClarity } from './clarity.js';
import { encodePostCondition } from './post-conditions.js';

/** The checked params, as `readValue` wrote them, of a method that sends a Stacks transaction. */
export interface Fields extends Partial<TokenTransferFields> {
  readonly address?: string;
  readonly fee?: unknown;
  readonly nonce?: unknown;
  readonly contract?: string;
  readonly functionName?: string;
  readonly functionArgs?: readonly string[];
  readonly name?: string;
  readonly clarityCode?: string;
  readonly clarityVersion?: unknown;
}

export const MODES: readonly unknown[] = [, 'allow', 'deny', 'originator']; // oxlint-disable-line no-sparse-arrays
const SPONSORED = '05';
/** The hash of 33 zero bytes: the sponsor that @stacks/transactions writes until the real one signs. */
const NO_SPONSOR = '00' + '29cfc6376255a78451eeb4b129ed8eacffa2feef';
/** Key encoding (compressed) and signature of a spending condition that is not signed. */
const UNSIGNED = '00'.repeat(66);
const ANY_ANCHOR = '03';

/**
 * An unsigned sponsored Stacks transaction as hex (SIP-005). The account's address contains the hash of its public
 * key, so the key itself is not needed. The fee of the origin is 0.
 *
 * @param sender the account's Stacks address
 * @param nextNonce loads the account's next nonce. Called if the params have none
 * @param refuse called for params that the transaction cannot contain
 */
export async function createSponsoredTransaction(
  method: string,
  params: Fields,
  sender: string | undefined,
  nextNonce: (sender: string) => Promise<bigint>,
  refuse: Refuse,
): Promise<string> {
  if (sender === undefined) {
    return refuse('sponsored', true, 'the account is not known: connect a wallet first');
  }
  const account = encodePrincipal(sender)?.address ?? '';
  const { single, header } = NETWORK_BYTES[getStacksNetwork(sender)];
  if (!account.startsWith(uintToHex(single, 1)))
    return refuse('sponsored', true, `${sender} is not a single-signature account`);
  const { address = sender, fee = 0 } = params;
  if (address !== sender) return refuse('address', address, `the connected account is ${sender}`);
  if (parseBaseUnits(fee) !== 0n) return refuse('fee', fee, 'the sponsor sets and pays the fee');
  const call = withTokenCall(method, params, sender, refuse);
  const payload = encodePayload(method, call, refuse);
  const conditions = checkPostConditions(method, call, refuse);
  const mode = call.postConditionMode ?? 'deny';
  const nonce = parseBaseUnits(params.nonce) ?? (await nextNonce(sender));
  const origin = `00${account.slice(2)}${uintToHex(nonce, 8)}${uintToHex(0, 8)}${UNSIGNED}`;
  const sponsor = `${NO_SPONSOR}${uintToHex(0, 16)}${UNSIGNED}`;
  return (
    header + SPONSORED + origin + sponsor + ANY_ANCHOR +
    uintToHex(typeof mode === 'number' ? mode : MODES.indexOf(mode), 1) +
    joinList(conditions) + payload
  ); // prettier-ignore
}

/** The params of the contract call of a token transfer; other params unchanged. */
export function withTokenCall(
  method: string,
  params: Fields,
  sender: string,
  refuse: Refuse,
): Fields {
  return method === 'stx_transferSip10Ft' || method === 'stx_transferSip9Nft'
    ? { ...params, ...createTokenCall(params as TokenTransferFields, sender, refuse) }
    : params;
}

export function encodePayload(method: string, params: Fields, refuse: Refuse): string {
  if (method === 'stx_transferStx') {
    const { recipient = '', amount, memo = '' } = params;
    const bytes = bytesToHex(new TextEncoder().encode(memo)).padEnd(34 * 2, '0');
    const units = uintToHex(parseBaseUnits(amount) ?? 0n, 8);
    return `00${encodePrincipalValue(recipient, 'recipient', refuse)}${units}${bytes}`;
  }
  if (method === 'stx_deployContract') {
    const { name = '', clarityCode = '', clarityVersion } = params;
    // Without a version, the chain uses its latest.
    const head = clarityVersion === undefined ? '01' : `06${uintToHex(Number(clarityVersion), 1)}`;
    return head + textToHex(name, 1) + textToHex(clarityCode, 4);
  }
  const { contract, functionName = '', functionArgs = [] } = params;
  const parts = encodePrincipal(contract);
  if (!parts?.contract) return refuse('contract', contract, 'its checksum is wrong');
  return `02${parts.address}${parts.contract}${textToHex(functionName, 1)}${joinList(functionArgs)}`;
}

export function checkPostConditions(
  method: string,
  params: Fields,
  refuse: Refuse,
): readonly string[] {
  const { postConditions = [] } = params;
  if (method === 'stx_transferStx' && postConditions.length > 0) {
    refuse('postConditions', postConditions, 'the chain allows none in a transfer of STX');
  }
  return postConditions;
}

/** The params of `stx_transferSip10Ft` or `stx_transferSip9Nft` that make up the call. */
interface TokenTransferFields {
  readonly asset: string;
  readonly recipient: string;
  readonly amount?: unknown;
  readonly memo?: string | undefined;
  /** As `readValue` wrote it. */
  readonly assetId?: string;
  /** As `readValue` wrote them. */
  readonly postConditions?: readonly string[] | undefined;
  readonly postConditionMode?: unknown;
}

/** A contract call. Arguments and post-conditions are hex. */
interface TokenCall {
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
export function createTokenCall(
  params: TokenTransferFields,
  sender: string,
  refuse: Refuse,
): TokenCall {
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
  const createPostCondition = () => {
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
    const condition =
      assetId === undefined
        ? { type: 'ft-postcondition', condition: 'eq', amount }
        : {
            type: 'nft-postcondition',
            condition: 'sent',
            assetId: readAll(hexToBytes(assetId), readClarity),
          };
    const own = { address: sender, asset, ...condition };
    return encodePostCondition(own, 'postConditions', refuse);
  };
  const parties = [sender, recipient].map((principal, at) =>
    encodePrincipalValue(principal, at ? 'recipient' : 'sender', refuse),
  );
  const buffer = { type: 'buffer', value: new TextEncoder().encode(memo) };
  return {
    contract: asset.split('::', 1)[0] as string,
    functionName: 'transfer',
    functionArgs:
      assetId === undefined
        ? [
            encodeClarity({ type: 'uint', value: amount }, 'amount', refuse),
            ...parties,
            encodeClarity(
              memo ? { type: 'some', value: buffer } : { type: 'none' },
              'memo',
              refuse,
            ),
          ]
        : [assetId, ...parties],
    // Without a post-condition, a transfer aborts in the modes Deny and Originator.
    postConditions:
      postConditions.length > 0 || (params.postConditions && isAllow)
        ? postConditions
        : [createPostCondition()],
    postConditionMode,
  };
}

function encodePrincipalValue(value: string, field: string, refuse: Refuse): string {
  return encodeClarity(
    { type: value.includes('.') ? 'contract' : 'address', value },
    field,
    refuse,
  );
}
