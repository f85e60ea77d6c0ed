import type { Refuse } from '../errors.js';
import { parseBaseUnits } from '../lib/amount.js';
import { bytesToHex, textHex, uintHex } from '../lib/bytes.js';
import { encodePrincipal } from './principal-encoder.js';
import { principalValue, tokenCall, type TokenTransferFields } from './token-call.js';

/** The checked params, as `readValues` wrote them, of a method that sends a Stacks transaction. */
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

export interface Origin {
  /** The account's Stacks address. */
  readonly sender: string | undefined;
  /** Loads the account's next nonce. Called if the params have none. */
  readonly nextNonce: (sender: string) => Promise<bigint>;
}

/** Version and chain id (SIP-005), by the version of a single-signature address, hex. */
export const CHAINS: Readonly<Record<string, string>> = { '16': '0000000001', '1a': '8080000000' };
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
 * @param refuse called for params that the transaction cannot contain
 */
export async function sponsoredTransaction(
  method: string,
  params: Fields,
  { sender, nextNonce }: Origin,
  refuse: Refuse,
): Promise<string> {
  if (sender === undefined) {
    return refuse('sponsored', true, 'the account is not known: connect a wallet first');
  }
  const account = encodePrincipal(sender)?.address ?? '';
  const version = account.slice(0, 2);
  const chain = CHAINS[version];
  if (!chain) return refuse('sponsored', true, `${sender} is not a single-signature account`);
  const { address = sender, fee = 0 } = params;
  if (address !== sender) return refuse('address', address, `the connected account is ${sender}`);
  if (parseBaseUnits(fee) !== 0n) return refuse('fee', fee, 'the sponsor sets and pays the fee');
  const call = asCall(method, params, sender, refuse);
  const payload = payloadOf(method, call, refuse);
  const conditions = postConditionsOf(method, call, refuse);
  const mode = call.postConditionMode ?? 'deny';
  const nonce = parseBaseUnits(params.nonce) ?? (await nextNonce(sender));
  const origin = `00${account.slice(2)}${uintHex(nonce, 8)}${uintHex(0, 8)}${UNSIGNED}`;
  const sponsor = `${NO_SPONSOR}${uintHex(0, 16)}${UNSIGNED}`;
  return (
    chain + SPONSORED + origin + sponsor + ANY_ANCHOR +
    uintHex(typeof mode === 'number' ? mode : MODES.indexOf(mode), 1) +
    uintHex(conditions.length, 4) + conditions.join('') + payload
  ); // prettier-ignore
}

/** The params of the contract call of a token transfer; other params unchanged. */
export function asCall(method: string, params: Fields, sender: string, refuse: Refuse): Fields {
  return method === 'stx_transferSip10Ft' || method === 'stx_transferSip9Nft'
    ? { ...params, ...tokenCall(params as TokenTransferFields, sender, refuse) }
    : params;
}

export function payloadOf(method: string, params: Fields, refuse: Refuse): string {
  if (method === 'stx_transferStx') {
    const { recipient = '', amount, memo = '' } = params;
    const bytes = bytesToHex(new TextEncoder().encode(memo)).padEnd(34 * 2, '0');
    const units = uintHex(parseBaseUnits(amount) ?? 0n, 8);
    return `00${principalValue(recipient, 'recipient', refuse)}${units}${bytes}`;
  }
  if (method === 'stx_deployContract') {
    const { name = '', clarityCode = '', clarityVersion } = params;
    // Without a version, the chain uses its latest.
    const head = clarityVersion === undefined ? '01' : `06${uintHex(Number(clarityVersion), 1)}`;
    return head + textHex(name, 1) + textHex(clarityCode, 4);
  }
  const { contract, functionName = '', functionArgs = [] } = params;
  const parts = encodePrincipal(contract);
  if (!parts?.contract) return refuse('contract', contract, 'its checksum is wrong');
  return `02${parts.address}${parts.contract}${textHex(functionName, 1)}${uintHex(functionArgs.length, 4)}${functionArgs.join('')}`;
}

export function postConditionsOf(
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
