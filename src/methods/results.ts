import { bareHex } from '../lib/bytes.js';
import { loadOnce } from '../lib/promises.js';
import { isRecord } from '../lib/safe-access.js';
import { normalizeAddresses, type AddressesResult } from './addresses.js';
import * as is from './fields.js';
import type { Prepare } from './method.js';

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
  /** Always empty: it is not sent. */
  readonly txid: '';
  readonly transaction?: undefined;
}

/** The result of a method that sends a transaction. `txid` is a string, which is empty if it was not sent. */
export type SendResult = TxidResult | SignedResult | ProposedResult;

export interface SignatureResult {
  /** `0x` and 65 bytes in hex, in the order RSV. */
  readonly signature: string;
  /** The public key of the signer, hex. */
  readonly publicKey: string;
}

/**
 * The fields of an answer; undefined if it is not an object. `txId` (Fordefi and older wallets) is renamed to `txid`, and
 * an empty one is left out, since it means that nothing was sent. Without a prototype: properties that a page added to
 * Object.prototype are no answers.
 */
export function readFields(answer: unknown): Record<string, unknown> | undefined {
  if (!isRecord(answer)) return undefined;
  const fields = { __proto__: null, ...answer } as Record<string, unknown>;
  fields['txid'] ||= fields['txId'];
  if (!fields['txid']) delete fields['txid'];
  return fields;
}

/** The fields that have a value. */
export function present(fields: Record<string, unknown>): Record<string, unknown> {
  const copy = { ...fields };
  for (const [name, value] of Object.entries(copy)) if (value === undefined) delete copy[name];
  return copy;
}

/** True for a proposal to the other signers of a multisig account, as Leather returns it. With a txid, it was sent. */
export const isProposal = ({ status, txid }: Record<string, unknown>): boolean =>
  status === 'proposed' && !txid;

export const toProposal = (
  { proposalId }: Record<string, unknown>,
  proposed: Record<string, unknown>,
): object => present({ status: 'proposed', txid: '', proposalId, ...proposed });

/** A signed result. If it was to be broadcast and there is no txid, it is not known whether it was. */
export function readSigned(
  fields: Record<string, unknown>,
  txid: unknown,
  { broadcast }: { readonly broadcast?: boolean | undefined },
): object {
  if (isTxid(txid)) return present({ ...fields, txid });
  return present({ ...fields, ...(broadcast === true && { status: 'possibly-sent' }) });
}

/** 32 bytes on both chains. */
export const isTxid = (value: unknown): boolean => bareHex(value)?.length === 64;
export const isHex = (value: unknown): boolean => bareHex(value) !== undefined;

/** Services and explorers of Bitcoin know ids without `0x`, in lower case. */
export const bitcoinTxid = (txid: unknown): unknown => bareHex(txid)?.toLowerCase() ?? txid;

const loadAnswers = loadOnce(() => import('../stacks/stacks-answers.js'));

/** Loads a check of answers with Stacks signatures. */
export const loadCheck =
  (name: 'prepareSent' | 'prepareMessage' | 'prepareTransactions') =>
  async (): Promise<Prepare<never>> =>
    (await loadAnswers())[name];

/**
 * A method that sends a Stacks transaction. Without a txid the transaction was not sent: Leather returns
 * `status: 'proposed'` for a multisig account, and only a signed transaction if it is sponsored.
 */
export const sendsTransaction = {
  chain: 'stacks',
  kind: 'send',
  expected: 'a `txid`',
  read(answer: unknown): SendResult | undefined {
    const fields = readFields(answer);
    if (!fields) return undefined;
    const { txid, transaction } = fields;
    if (isProposal(fields)) {
      return toProposal(fields, { proposedTransaction: transaction }) as ProposedResult;
    }
    if (isTxid(txid)) return present({ txid, transaction }) as unknown as TxidResult;
    if (txid || !isHex(transaction)) return undefined;
    return { transaction: transaction as string, status: 'signed', txid: '' };
  },
  verify: { field: 'transaction', load: loadCheck('prepareSent') },
} as const;

/** A method that signs a message with a Stacks key. */
export const signsMessage = {
  chain: 'stacks',
  kind: 'sign',
  expected: 'a `signature` of 65 bytes and a `publicKey` in hex',
  read(answer: unknown): SignatureResult | undefined {
    const { signature, publicKey } = readFields(answer) ?? {};
    const [hex = '', key = ''] = [bareHex(signature), bareHex(publicKey)];
    if (hex.length !== 130 || (key.length !== 66 && key.length !== 130)) return undefined;
    return { signature: `0x${hex}`, publicKey: publicKey as string };
  },
  verify: { field: 'signature', load: loadCheck('prepareMessage') },
} as const;

export const readsAddresses = {
  chain: 'stacks',
  kind: 'addresses',
  params: is.orNothing({
    ...is.network,
    // The limit in the schema of sats-connect (0.17).
    message: is.optional(
      is.check(
        'a text of at most 80 characters',
        (value) => typeof value === 'string' && value.length <= 80,
      ),
    ),
  }),
  expected: 'at least one of its `addresses`',
} as const;

/**
 * Reads the addresses in an array, or in an object with an array, whose other fields are kept.
 *
 * @returns undefined if there is none
 */
export function readAddresses(answer: unknown): AddressesResult | undefined {
  const fields = isRecord(answer) ? answer : {};
  const addresses = normalizeAddresses(
    Array.isArray(answer) ? answer : (fields['addresses'] ?? fields['accounts']),
  );
  return addresses && addresses.length > 0 ? { ...fields, addresses } : undefined;
}

/** As {@link readAddresses}, but only those of Stacks: Leather and Xverse also list Bitcoin addresses. */
export function readStacksAddresses(answer: unknown): AddressesResult | undefined {
  const result = readAddresses(answer);
  const addresses = result?.addresses.filter(({ symbol }) => symbol === 'STX') ?? [];
  return addresses.length > 0 ? { ...result, addresses } : undefined;
}
