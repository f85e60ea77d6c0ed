import { bareHex } from '../lib/bytes.js';
import { isRecord, read } from '../lib/safe-access.js';

/** The wallet sent the transaction. */
export interface TxidResult {
  /** The id of the transaction: 32 bytes in hex, with or without `0x`, as the wallet returns it. */
  readonly txid: string;
  /** The signed transaction, hex, if the wallet returns it. */
  readonly transaction?: string;
  readonly status?: undefined;
}

/** The wallet signed the transaction but returned no txid: it may not have been sent, for example if sponsored. */
export interface SignedResult {
  /** Signed, and not sent as far as is known. */
  readonly status: 'signed';
  /** The signed transaction, hex. */
  readonly transaction: string;
  /** Always empty: the id of a sponsored transaction is not known before its sponsor signs. */
  readonly txid: '';
}

/** A multisig account proposed the transaction to its other signers. It is neither signed nor sent yet. */
export interface ProposedResult {
  /** Proposed to the other signers. */
  readonly status: 'proposed';
  /** The wallet's id of the proposal, if it returns one. */
  readonly proposalId?: string;
  /** The proposed transaction, hex, if the wallet returns it. It is not signed. */
  readonly proposedTransaction?: string;
  readonly txid?: undefined;
  readonly transaction?: undefined;
}

/** The result of a method that sends a transaction. `txid` is a non-empty string only if it was sent. */
export type SendResult = TxidResult | SignedResult | ProposedResult;

export interface SignatureResult {
  /** `0x` and 65 bytes in hex, in the order RSV. */
  readonly signature: string;
  /** The public key of the signer, hex. */
  readonly publicKey: string;
}

/**
 * Reads the result of a method that sends. Without a txid the transaction was not sent: Leather returns
 * `status: 'proposed'` for a multisig account, and only a signed transaction if it is sponsored.
 */
function toSendResult(result: unknown): SendResult {
  return amend(result, (answer) => {
    const { transaction, ...rest } = answer;
    if (isProposal(answer)) return { ...rest, proposedTransaction: transaction };
    const sent = { ...answer };
    delete sent['status'];
    return sent['txid'] || bareHex(transaction) === undefined
      ? sent
      : { ...sent, status: 'signed', txid: '' };
  }) as SendResult;
}

/** A result with a txid was sent, even if its status is `proposed`. */
export const isProposal = ({ status, txid }: Record<string, unknown>): boolean =>
  status === 'proposed' && !txid;

/** A signed result. If it was to be broadcast and there is no txid, it is not known whether it was. */
export function signed(
  { status: _, ...answer }: Record<string, unknown>,
  { broadcast }: { broadcast?: boolean | undefined },
): object {
  if (broadcast !== true || isTxid(answer['txid'])) return answer;
  delete answer['txid'];
  return { ...answer, status: 'possibly-sent' };
}

/** Adds `0x` to the signature, as {@link SignatureResult} requires. */
function toSignature(result: unknown): SignatureResult {
  return amend(result, (answer) => {
    const hex = bareHex(answer['signature']);
    return hex === undefined ? answer : { ...answer, signature: `0x${hex}` };
  }) as SignatureResult;
}

/**
 * Applies `change` to an object; returns anything else unchanged. Renames `txId` (Fordefi and older wallets)
 * to `txid`, and removes an empty one, which means that nothing was sent.
 */
export function amend(
  result: unknown,
  change: (result: Record<string, unknown>) => object,
): unknown {
  if (!isRecord(result)) return result;
  const { txid, ...rest } = result;
  const sent = txid || result['txId'];
  return change(sent ? { ...rest, txid: sent } : rest);
}

/** 32 bytes on both chains. */
const isTxid = (value: unknown): boolean => byteCount(value) === 32;
export const isHex = (value: unknown): boolean => bareHex(value) !== undefined;
const byteCount = (value: unknown) => (bareHex(value)?.length ?? 0) / 2;
export const isProposed = (result: unknown): boolean => read(result, 'status') === 'proposed';
const isSignedOnly = (result: unknown) =>
  read(result, 'status') === 'signed' && isHex(read(result, 'transaction'));

/** The result of every method that sends a transaction. */
export const sendsTransaction = {
  effect: 'sends',
  read: toSendResult,
  expectedResult: 'a `txid`',
  isExpectedResult: (result: unknown): boolean =>
    isProposed(result) || isTxid(read(result, 'txid')) || isSignedOnly(result),
} as const;

/** The result of every method that signs a message with a Stacks key. */
export const signsMessage = {
  effect: 'signs',
  read: toSignature,
  expectedResult: 'a `signature` of 65 bytes and a `publicKey` in hex',
  isExpectedResult: (result: unknown): boolean => {
    const key = byteCount(read(result, 'publicKey'));
    return byteCount(read(result, 'signature')) === 65 && (key === 33 || key === 65);
  },
} as const;
