import { bareHex } from '../lib/bytes.js';
import { isRecord, read } from '../lib/safe-access.js';
import type { Verifier } from './method.js';

/** The wallet sent the transaction. */
export interface TxidResult {
  /**
   * The id of the transaction: 32 bytes in hex. Stacks: with or without `0x`, as the wallet returns it. Bitcoin: in lower
   * case without `0x`. If there is a `transaction`, it is the id of that; else no one but the wallet says so.
   */
  readonly txid: string;
  /**
   * The signed transaction, hex, if the wallet returns it. Stacks: it is the one that was requested. Bitcoin: it pays
   * each recipient.
   */
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
    const { transaction } = answer;
    if (isProposal(answer)) return proposal(answer, { proposedTransaction: transaction });
    const sent = present({ txid: answer['txid'], transaction });
    return answer['txid'] || bareHex(transaction) === undefined
      ? sent
      : { transaction, status: 'signed', txid: '' };
  }) as SendResult;
}

/** Newer versions of Leather return the transaction, too. */
function toBitcoinSendResult(result: unknown): SendResult {
  return amend(result, (answer) => {
    const { transaction, hex, txHex } = answer;
    const given = [transaction, hex, txHex].find(Boolean);
    return isProposal(answer)
      ? proposal(answer, { proposedTransaction: given })
      : present({ txid: bitcoinTxid(answer['txid']), transaction: given });
  }) as SendResult;
}

/** Services and explorers of Bitcoin know ids without `0x`, in lower case. */
export const bitcoinTxid = (txid: unknown): unknown => bareHex(txid)?.toLowerCase() ?? txid;

/** The fields that have a value. */
export const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

export const proposal = (
  { proposalId }: Record<string, unknown>,
  proposed: Record<string, unknown>,
): object => present({ status: 'proposed', proposalId, ...proposed });

/** A result with a txid was sent, even if its status is `proposed`. */
export const isProposal = ({ status, txid }: Record<string, unknown>): boolean =>
  status === 'proposed' && !txid;

/** A signed result. If it was to be broadcast and there is no txid, it is not known whether it was. */
export function signed(
  { txid, ...fields }: Record<string, unknown>,
  { broadcast }: { broadcast?: boolean | undefined },
): object {
  if (isTxid(txid)) return present({ ...fields, txid });
  return present({ ...fields, ...(broadcast === true && { status: 'possibly-sent' }) });
}

/** Adds `0x` to the signature, as {@link SignatureResult} requires. */
function toSignature(result: unknown): SignatureResult {
  return amend(result, ({ signature, publicKey }) => {
    const hex = bareHex(signature);
    return present({ signature: hex === undefined ? signature : `0x${hex}`, publicKey });
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
  // No prototype: properties that a page added to Object.prototype are no answers.
  const own = { __proto__: null, ...result } as Record<string, unknown>;
  own['txid'] ||= own['txId'];
  if (!own['txid']) delete own['txid'];
  return change(own);
}

/** 32 bytes on both chains. */
const isTxid = (value: unknown): boolean => byteCount(value) === 32;
export const isHex = (value: unknown): boolean => bareHex(value) !== undefined;
const byteCount = (value: unknown) => (bareHex(value)?.length ?? 0) / 2;
export const isProposed = (result: unknown): boolean => read(result, 'status') === 'proposed';
const isSignedOnly = (result: unknown) =>
  read(result, 'status') === 'signed' && isHex(read(result, 'transaction'));

const loadStacks = () => import('../stacks/stacks-answers.js');

export const loadTransactionsCheck = async (): Promise<Verifier> => ({
  prepare: (await loadStacks()).prepareTransactions,
});

/** The result of every method that sends a Stacks transaction. */
export const sendsTransaction = {
  effect: 'sends',
  read: toSendResult,
  verify: {
    field: 'transaction',
    load: async (): Promise<Verifier> => ({ prepare: (await loadStacks()).prepareSent }),
  },
  expectedResult: 'a `txid`',
  isExpectedResult: (result: unknown): boolean =>
    isProposed(result) || isTxid(read(result, 'txid')) || isSignedOnly(result),
} as const;

/** The result of `sendTransfer`. */
export const sendsBitcoin = {
  effect: 'sends',
  read: toBitcoinSendResult,
  verify: {
    field: 'transaction',
    load: async (): Promise<Verifier> => ({
      prepare: (await import('../bitcoin/bitcoin-answers.js')).prepareTransfer,
    }),
  },
  expectedResult: 'a `txid`',
  isExpectedResult: (result: unknown): boolean =>
    isProposed(result) || isTxid(read(result, 'txid')),
} as const;

/** The result of every method that signs a message with a Stacks key. */
export const signsMessage = {
  effect: 'signs',
  read: toSignature,
  verify: {
    field: 'signature',
    load: async (): Promise<Verifier> => ({ prepare: (await loadStacks()).prepareMessage }),
  },
  expectedResult: 'a `signature` of 65 bytes and a `publicKey` in hex',
  isExpectedResult: (result: unknown): boolean => {
    const key = byteCount(read(result, 'publicKey'));
    return byteCount(read(result, 'signature')) === 65 && (key === 33 || key === 65);
  },
} as const;
