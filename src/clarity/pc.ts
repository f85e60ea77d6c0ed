/**
 * Makes post-conditions, with the names and the objects of `Pc` of @stacks/transactions 7: conditions on what an account
 * sends in a transaction, which aborts if one of them fails. A wrong one throws a ClarityError.
 *
 * @example
 * ```ts
 * import { Pc } from 'stacks-wallet-elements/clarity';
 *
 * const condition = Pc.principal('SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH').willSendLte(1_000_000n).ustx();
 * ```
 */
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { ASSET_NAME, isAssetName } from '../stacks/address.js';
import { readAll } from '../stacks/clarity.js';
import type { AssetId, ClarityValue, ContractId } from '../stacks/clarity-value.js';
import {
  encodePostCondition,
  readPostCondition,
  type FungibleComparator,
  type FungiblePostCondition,
  type NonFungibleComparator,
  type NonFungiblePostCondition,
  type PostCondition,
  type PoxComparator,
  type PoxPostCondition,
  type StakingPostCondition,
  type StxPostCondition,
} from '../stacks/post-conditions.js';
import type { IntegerInput } from './cl.js';
import { checkForm } from '../stacks/stacks-address.js';
import { readStrictly, refuseFor } from './clarity-error.js';

/** What an amount counts. */
export interface AmountConditions {
  /** Micro-STX that are sent or burnt. */
  ustx(): StxPostCondition;
  /** Base units of a fungible token: an asset identifier, or a contract and the name of its token. */
  ft(asset: AssetId): FungiblePostCondition;
  ft(contract: ContractId, token: string): FungiblePostCondition;
  /** Micro-STX that are locked by stacking (SIP-045). Few wallets read it: see the guide "Post-conditions". */
  ustxToLock(): StakingPostCondition;
}

/** Which non-fungible token: an asset identifier, or a contract and the name of its token; and the id. */
export interface AssetConditions {
  nft(asset: AssetId, id: ClarityValue): NonFungiblePostCondition;
  nft(contract: ContractId, token: string, id: ClarityValue): NonFungiblePostCondition;
}

/** Conditions on one account. Amounts are whole base units from 0 to 2^64 - 1. */
export interface Conditions {
  willSendEq(amount: IntegerInput): AmountConditions;
  willSendGt(amount: IntegerInput): AmountConditions;
  willSendGte(amount: IntegerInput): AmountConditions;
  willSendLt(amount: IntegerInput): AmountConditions;
  willSendLte(amount: IntegerInput): AmountConditions;
  willSendAsset(): AssetConditions;
  willNotSendAsset(): AssetConditions;
  /**
   * Always holds: for `deny`, which aborts a transaction that moves what no condition names (SIP-040). Few wallets read
   * it, and those on PoX: see the guide "Post-conditions".
   */
  willMaybeSendAsset(): AssetConditions;
  /** SIP-045, like the next two. */
  willPerformPox(): PoxPostCondition;
  willNotPerformPox(): PoxPostCondition;
  mayPerformPox(): PoxPostCondition;
}

/** Of an address or a contract. */
export function principal(address: string): Conditions {
  const form = typeof address === 'string' && address.includes('.') ? 'contract' : 'address';
  return conditions(checkForm(form, address, 'address', refuseFor('Pc.principal')));
}

/** Of the account that signs first. Wallets may show it as another address. */
export const origin = (): Conditions => conditions('origin');

/** Reads a serialized post-condition: exactly one, as hex with or without `0x`. */
export function fromHex(text: string): PostCondition {
  const hex = bareHex(text);
  if (hex === undefined) return refuseFor('Pc.fromHex')('hex', text, 'whole bytes in hex');
  const read = () =>
    readAll(hexToBytes(hex), (reader) => readPostCondition(reader, 'hex', refuseFor('Pc.fromHex')));
  return { ...readStrictly('Pc.fromHex', 'post-condition', read).condition };
}

function conditions(address: string): Conditions {
  const sends = (condition: FungibleComparator) => (input: IntegerInput) => {
    const amount =
      input instanceof Uint8Array && input.length > 0 ? BigInt(`0x${bytesToHex(input)}`) : input;
    const common = { address, condition, amount };
    return {
      ustx: () => create<StxPostCondition>({ type: 'stx-postcondition', ...common }),
      ft: (...asset: [string, string?]) =>
        create<FungiblePostCondition>({
          type: 'ft-postcondition',
          ...common,
          asset: join(...asset),
        }),
      ustxToLock: () => create<StakingPostCondition>({ type: 'staking-postcondition', ...common }),
    };
  };
  const asset = (condition: NonFungibleComparator) => () => ({
    nft: (...args: [string, ClarityValue] | [string, string, ClarityValue]) =>
      create<NonFungiblePostCondition>({
        type: 'nft-postcondition',
        address,
        condition,
        asset: args.length > 2 ? join(args[0], args[1] as string) : join(args[0]),
        assetId: args.length > 1 ? args.at(-1) : undefined,
      }),
  });
  const pox = (condition: PoxComparator) => () =>
    create<PoxPostCondition>({ type: 'pox-postcondition', address, condition });
  return {
    willSendEq: sends('eq'),
    willSendGt: sends('gt'),
    willSendGte: sends('gte'),
    willSendLt: sends('lt'),
    willSendLte: sends('lte'),
    willSendAsset: asset('sent'),
    willNotSendAsset: asset('not-sent'),
    willMaybeSendAsset: asset('maybe-sent'),
    willPerformPox: pox('will-perform'),
    willNotPerformPox: pox('will-not-perform'),
    mayPerformPox: pox('may-perform'),
  };
}

/**
 * An asset identifier, or that of a contract and the name of its token. The parts are checked before they are joined,
 * which would write `undefined` for a name that is missing.
 */
function join(...parts: readonly [asset: string, token?: string | undefined]): string {
  const [asset, token] = parts;
  const isWhole = token === undefined && typeof asset === 'string' && asset.includes('::');
  if (isWhole || parts.length < 2) return checkForm('asset', asset, 'asset', refuseFor('Pc'));
  checkForm('contract', asset, 'contract', refuseFor('Pc'));
  return isAssetName(token) ? `${asset}::${token}` : refuseFor('Pc')('token', token, ASSET_NAME);
}

/** The condition, with its amount as digits. */
const create = <T extends PostCondition>(condition: object): T =>
  ({ ...encodePostCondition(condition, 'condition', refuseFor('Pc')).condition }) as T;
