import type { Refuse } from '../errors.js';
import { bytesToHex, hexToBytes, textToHex, uintToHex } from '../lib/bytes.js';
import { encodeClarity, joinList, readAll, readClarity } from './clarity.js';
import { encodePostCondition } from './post-conditions.js';
import { NETWORK_BYTES } from './address.js';
import { decodeAddress, encodeForm, getStacksNetwork } from './stacks-address.js';

export type TokenMethod = 'stx_transferSip10Ft' | 'stx_transferSip9Nft';
/** The methods that send a Stacks transaction. */
export type TransactionMethod = keyof TransactionParams;

/** Checked params, in the form of SIP-030: amounts are decimal digits, and values of the chain are hex. */
interface CommonParams {
  readonly address?: string | undefined;
  readonly fee?: string | undefined;
  readonly nonce?: string | undefined;
  readonly sponsored?: boolean | undefined;
  readonly postConditions?: readonly string[] | undefined;
  readonly postConditionMode?: 'allow' | 'deny' | 'originator' | undefined;
}

interface TransactionParams {
  stx_transferStx: CommonParams & {
    readonly recipient: string;
    readonly amount: string;
    readonly memo?: string | undefined;
  };
  stx_transferSip10Ft: CommonParams & {
    readonly asset: string;
    readonly recipient: string;
    readonly amount: string;
    readonly memo?: string | undefined;
  };
  stx_transferSip9Nft: CommonParams & {
    readonly asset: string;
    readonly recipient: string;
    readonly assetId: string;
  };
  stx_callContract: CommonParams & {
    readonly contract: string;
    readonly functionName: string;
    readonly functionArgs?: readonly string[] | undefined;
  };
  stx_deployContract: CommonParams & {
    readonly name: string;
    readonly clarityCode: string;
    readonly clarityVersion?: number | undefined;
  };
}

/** A method and its checked params. */
export type TransactionCall<M extends TransactionMethod = TransactionMethod> =
  M extends TransactionMethod
    ? { readonly method: M; readonly params: TransactionParams[M] }
    : never;

/** A mode is its index (SIP-005, SIP-040). */
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
 * @param loadNonce loads the account's next nonce. Called if the params have none
 * @param refuse called for params that the transaction cannot contain
 */
export async function createSponsoredTransaction(
  call: TransactionCall,
  sender: string,
  loadNonce: () => Promise<bigint>,
  refuse: Refuse,
): Promise<string> {
  const { single, header } = NETWORK_BYTES[getStacksNetwork(sender)];
  const account = decodeAddress(sender) ?? '';
  if (!account.startsWith(uintToHex(single, 1)))
    return refuse('sponsored', true, `${sender} is not a single-signature account`);
  const { fee = '0', nonce } = call.params;
  if (fee !== '0') return refuse('fee', fee, 'the sponsor sets and pays the fee');
  const made = toContractCall(call, sender, refuse);
  const { postConditions = [], postConditionMode = 'deny' } = made.params;
  if (call.method === 'stx_transferStx' && postConditions.length > 0) {
    refuse('postConditions', postConditions, 'the chain allows none in a transfer of STX');
  }
  const payload = encodePayload(made, refuse);
  const count = uintToHex(BigInt(nonce ?? (await loadNonce())), 8);
  const origin = `00${account.slice(2)}${count}${uintToHex(0, 8)}${UNSIGNED}`;
  const sponsor = `${NO_SPONSOR}${uintToHex(0, 16)}${UNSIGNED}`;
  const mode = uintToHex(MODES.indexOf(postConditionMode), 1);
  return `${header}${SPONSORED}${origin}${sponsor}${ANY_ANCHOR}${mode}${joinList(postConditions)}${payload}`;
}

/** The contract call of a token transfer; another call unchanged. */
export function toContractCall(
  call: TransactionCall,
  sender: string,
  refuse: Refuse,
): TransactionCall<'stx_transferStx' | 'stx_callContract' | 'stx_deployContract'> {
  return call.method === 'stx_transferSip10Ft' || call.method === 'stx_transferSip9Nft'
    ? { method: 'stx_callContract', params: createTokenCall(call, sender, refuse) }
    : call;
}

export function encodePayload(
  { method, params }: ReturnType<typeof toContractCall>,
  refuse: Refuse,
): string {
  switch (method) {
    case 'stx_transferStx': {
      const { recipient, amount, memo = '' } = params;
      const bytes = bytesToHex(new TextEncoder().encode(memo)).padEnd(34 * 2, '0');
      const to = encodePrincipalValue(recipient, 'recipient', refuse);
      return `00${to}${uintToHex(BigInt(amount), 8)}${bytes}`;
    }
    case 'stx_deployContract': {
      const { name, clarityCode, clarityVersion: version } = params;
      // Without a version, the chain uses its latest.
      const head = version === undefined ? '01' : `06${uintToHex(version, 1)}`;
      return head + textToHex(name, 1) + textToHex(clarityCode, 4);
    }
    case 'stx_callContract': {
      const { contract, functionName, functionArgs = [] } = params;
      const called = encodeForm('contract', contract, 'contract', refuse).hex;
      return `02${called}${textToHex(functionName, 1)}${joinList(functionArgs)}`;
    }
  }
}

/**
 * The contract call of a token transfer (SIP-010, SIP-009), for wallets without a method for it. By default, its only
 * post-condition is that the account sends exactly this amount or token, and the mode is Deny.
 */
export function createTokenCall(
  { method, params }: TransactionCall<TokenMethod>,
  sender: string,
  refuse: Refuse,
): TransactionParams['stx_callContract'] {
  const { asset, recipient, postConditions = [], postConditionMode = 'deny' } = params;
  const parties = [
    encodePrincipalValue(sender, 'sender', refuse),
    encodePrincipalValue(recipient, 'recipient', refuse),
  ];
  const functionArgs = [];
  let sent: object;
  if (method === 'stx_transferSip10Ft') {
    const { amount, memo } = params;
    const buffer = { type: 'buffer', value: new TextEncoder().encode(memo) };
    const note = memo ? { type: 'some', value: buffer } : { type: 'none' };
    sent = { type: 'ft-postcondition', condition: 'eq', amount };
    functionArgs.push(encodeClarity({ type: 'uint', value: amount }, 'amount', refuse).hex);
    functionArgs.push(...parties, encodeClarity(note, 'memo', refuse).hex);
  } else {
    const assetId = readAll(hexToBytes(params.assetId), (reader) => readClarity(reader).value);
    sent = { type: 'nft-postcondition', condition: 'sent', assetId };
    functionArgs.push(params.assetId, ...parties);
  }
  // Without a post-condition, a transfer aborts in the modes Deny and Originator.
  const isComplete =
    postConditions.length > 0 || (params.postConditions && postConditionMode === 'allow');
  const createOwn = () =>
    encodePostCondition({ ...sent, address: sender, asset }, '', (field, value, expected) =>
      refuse(field.slice(1), value, `the post-condition needs ${expected}`),
    ).hex;
  return {
    contract: asset.split('::', 1)[0] as string,
    functionName: 'transfer',
    functionArgs,
    postConditions: isComplete ? postConditions : [createOwn()],
    postConditionMode,
  };
}

function encodePrincipalValue(value: string, field: string, refuse: Refuse): string {
  const type = value.includes('.') ? 'contract' : 'address';
  return encodeClarity({ type, value }, field, refuse).hex;
}
