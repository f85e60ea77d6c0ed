import type { Fail, Refuse } from '../errors.js';
import { bareHex } from '../lib/bytes.js';
import { loadModule, loadOnce } from '../lib/promises.js';
import { bare, isRecord } from '../lib/safe-access.js';
import type { Kind } from '../stacks/stacks-transaction.js';
import {
  normalizeAddresses,
  type AddressesResult,
  type RequestContext,
} from '../accounts/addresses.js';
import * as is from './fields.js';
import type { SentAmount } from './sent-amount.js';

/** The definition of one method: a file, and a line in `all.ts`. CONTRIBUTING.md lists what follows. */
export interface Method<Params, Result> {
  readonly chain: 'stacks' | 'bitcoin';
  /**
   * What the wallet does: it gives addresses, for which it may require permission first; it reads something else; it
   * signs; it sends a transaction; or it signs, and sends if `broadcast` is true.
   */
  readonly kind: 'addresses' | 'read' | 'sign' | 'send' | 'sign-or-send';
  /** Checks the caller's params, and returns them in the form of SIP-030, without the network. */
  readonly checkParams: is.FieldCheck;
  /** True if SIP-030 has no field for the network. */
  readonly hasNoNetwork?: true;
  /** The params with Clarity values, post-conditions or transactions. Each is read and written again, as hex. */
  readonly values?: Readonly<Record<string, Kind>>;
  /** Before the wallet is asked: refuses what no wallet must get. Its code loads with the request, if its file says nothing else. */
  readonly checkCall?: Check<never>;
  /** What the developer of the page should know of a request that is sent: a text for the console. */
  readonly warn?: (params: never) => string | undefined;
  /** For a transfer: what it moves out of the account, see `SentAmount`. */
  readonly getAmount?: (params: never) => SentAmount;
  /** What a wallet must answer with, for errors. */
  readonly expected: string;
  /** Reads the result in a wallet's answer. Undefined if the answer is not what was expected. */
  readonly readAnswer: (answer: unknown, params: NonNullable<Params>) => Result | undefined;
  /** After that: loads, while the wallet is asked, what compares the result with the request. `field`: what was signed. */
  readonly verification?: { readonly field: string; readonly load: () => Promise<Verify<never>> };
}

/**
 * Checks a request before the wallet is asked.
 *
 * @param refuse called if the request must not be sent to any wallet
 */
export type Check<Params> = (
  params: Params,
  context: RequestContext,
  refuse: Refuse,
) => void | Promise<void>;

/** Compares the result in an answer with the request. Returns it with only what was verified. */
export type Verify<Params> = (
  params: Params,
  context: RequestContext,
  result: Readonly<Record<string, unknown>>,
  fail: Fail,
) => object;

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
 * an empty one is left out, since it means that nothing was sent.
 */
export function readFields(answer: unknown): Record<string, unknown> | undefined {
  if (!isRecord(answer)) return undefined;
  const fields = bare(answer);
  fields['txid'] ||= fields['txId'];
  if (!fields['txid']) delete fields['txid'];
  return fields;
}

/** The fields that have a value. */
function present(fields: object): Record<string, unknown> {
  const copy = bare(fields as Record<string, unknown>);
  for (const [name, value] of Object.entries(copy)) if (value === undefined) delete copy[name];
  return copy;
}

/**
 * Reads an answer with something signed, which `find` returns; `finish` returns the result, undefined if it is not one.
 * If the account is a multisig one, Leather returns what it proposed to the other signers, under the name `proposedAs` in
 * the result. With a txid, it was sent.
 */
export function readSigned<Result>(
  answer: unknown,
  proposedAs: string,
  find: (fields: Record<string, unknown>) => unknown,
  finish: (signed: unknown, txid: unknown) => object | undefined,
): Result | undefined {
  const fields = readFields(answer);
  if (!fields) return undefined;
  const signed = find(fields);
  const { status, txid, proposalId } = fields;
  const isProposed = status === 'proposed' && !txid;
  const result = isProposed
    ? { status, txid: '', proposalId, [proposedAs]: signed }
    : finish(signed, txid);
  return result && (present(result) as Result);
}

/**
 * A signed result. If it was to be broadcast and there is no txid, it is not known whether it was. If it was not to be, a txid
 * is only that of what was signed. Without `broadcast`, a wallet may broadcast by its own default, and the txid is kept.
 */
export function withTxid(
  signed: object,
  txid: unknown,
  { broadcast }: { readonly broadcast?: boolean | undefined },
): object {
  if (isTxid(txid) && broadcast !== false) return { ...signed, txid };
  return broadcast ? { ...signed, status: 'possibly-sent' } : signed;
}

/** 32 bytes on both chains. */
export const isTxid = (value: unknown): boolean => bareHex(value)?.length === 64;
export const isHex = (value: unknown): boolean => bareHex(value) !== undefined;

/** Services and explorers of Bitcoin know ids without `0x`, in lower case. */
export const bitcoinTxid = (txid: unknown): unknown => bareHex(txid)?.toLowerCase() ?? txid;

const loadStacksAnswers = loadOnce(() => import('../stacks/stacks-answers.js'));
const loadBitcoinAnswers = loadOnce(() => import('../bitcoin/bitcoin-answers.js'));

/** Loads what verifies answers with Stacks signatures. */
export const loadStacksVerification =
  (name: 'verifySent' | 'verifyMessage' | 'verifyTransactions') =>
  async (): Promise<Verify<never>> =>
    (await loadStacksAnswers())[name];

/** Loads what verifies answers with Bitcoin signatures. */
export const loadBitcoinVerification =
  (name: 'verifyTransfer' | 'verifyMessage' | 'verifyPsbt') => async (): Promise<Verify<never>> =>
    (await loadBitcoinAnswers())[name];

/** What verifies the checksums of addresses. Loaded while a wallet is asked for them. */
export const loadAccountReader = loadOnce(() =>
  loadModule('verifies addresses', () => import('../accounts/read-account.js')),
);

/** What must be known of a PSBT or of a Bitcoin address before a wallet is asked needs @scure/btc-signer, 54 kB. */
const loadBitcoinRequests = loadOnce(() =>
  loadModule('reads PSBTs and Bitcoin addresses', () => import('../bitcoin/bitcoin-requests.js')),
);

/** Loads it before it is needed. Its own type would need that of @scure/btc-signer in the declarations of the package. */
export const preloadBitcoinRequests: () => Promise<unknown> = loadBitcoinRequests;

/** Checks a request of Bitcoin. */
export const checkInBitcoin =
  (name: 'checkPsbt' | 'checkRecipients') =>
  async (params: never, context: RequestContext, refuse: Refuse): Promise<void> =>
    (await loadBitcoinRequests())[name](params, context, refuse);

/**
 * A method that sends a Stacks transaction. Without a txid the transaction was not sent: Leather returns
 * `status: 'proposed'` for a multisig account, and only a signed transaction if it is sponsored.
 */
export const sendsTransaction = {
  chain: 'stacks',
  kind: 'send',
  expected: 'a `txid`',
  readAnswer: (answer: unknown): SendResult | undefined =>
    readSigned(
      answer,
      'proposedTransaction',
      ({ transaction }) => transaction,
      (transaction, txid) => {
        if (isTxid(txid)) return { txid, transaction };
        if (txid || !isHex(transaction)) return undefined;
        return { transaction, status: 'signed', txid: '' };
      },
    ),
  verification: { field: 'transaction', load: loadStacksVerification('verifySent') },
} as const;

/** A method that signs a message with a Stacks key. */
export const signsMessage = {
  chain: 'stacks',
  kind: 'sign',
  expected: 'a `signature` of 65 bytes and a `publicKey` in hex',
  readAnswer(answer: unknown): SignatureResult | undefined {
    const fields = readFields(answer);
    const signature = fields?.['signature'];
    const publicKey = fields?.['publicKey'];
    const [hex = '', key = ''] = [bareHex(signature), bareHex(publicKey)];
    if (hex.length !== 130 || (key.length !== 66 && key.length !== 130)) return undefined;
    return { signature: `0x${hex}`, publicKey: publicKey as string };
  },
  verification: { field: 'signature', load: loadStacksVerification('verifyMessage') },
} as const;

export const addressesParams: is.FieldChecks = {
  ...is.network,
  // The limit in the schema of sats-connect (0.17).
  message: is.optional(
    is.check(
      'a text of at most 80 characters',
      (value) => typeof value === 'string' && value.length <= 80,
    ),
  ),
};

export const addressesMethod = {
  chain: 'stacks',
  kind: 'addresses',
  checkParams: is.orNothing(addressesParams),
  expected: 'at least one of its `addresses`',
  verification: {
    field: 'addresses',
    load: async () => (await loadAccountReader()).verifyAddresses as Verify<never>,
  },
} as const;

/**
 * Reads the addresses in an array, or in an object with an array, whose other fields are kept.
 *
 * @returns undefined if there is none
 */
export function readAddresses(answer: unknown): AddressesResult | undefined {
  const fields = bare(isRecord(answer) ? answer : {});
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
