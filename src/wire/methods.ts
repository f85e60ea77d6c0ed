import type { AccountsResult, AddressesResult } from './addresses.js';

/** A whole, non-negative number of base units: a bigint, a safe integer, or decimal digits. */
export type Amount = bigint | number | string;

/** A Clarity value: hex with or without `0x`, or an object of @stacks/transactions (version 7, or 6). */
export type ClarityInput = string | { readonly type: string | number };

/** A post-condition: hex with or without `0x`, or an object of @stacks/transactions (version 7, or 6). */
export type PostConditionInput =
  string | { readonly type: string } | { readonly conditionType: string | number };

/** `1` (allow) and `2` (deny) are the numbers of @stacks/transactions; `originator` is SIP-040's. */
export type PostConditionModeInput = 'allow' | 'deny' | 'originator' | 1 | 2 | 3;

/**
 * `mainnet`, `testnet`, `devnet` or `regtest`, in any letters, or any name that the wallet knows.
 * Default: mainnet. A wallet that takes no network must be on this one, and tell so.
 */
export type NetworkName = string;

/** What every Stacks transaction may carry beside its own params (SIP-030). Fee in micro-STX. */
export interface TransactionParams {
  network?: NetworkName | undefined;
  address?: string | undefined;
  fee?: Amount | undefined;
  nonce?: Amount | undefined;
  /** Another pays the fee. Refused (-32602) where the wallet would let the user pay. */
  sponsored?: boolean | undefined;
  postConditions?: readonly PostConditionInput[] | undefined;
  postConditionMode?: PostConditionModeInput | undefined;
}

export interface GetAddressesParams {
  network?: NetworkName | undefined;
}

export interface TransferRecipient {
  address: string;
  /** Satoshis. */
  amount: Amount;
}

export interface SendTransferParams {
  recipients: readonly TransferRecipient[];
  network?: NetworkName | undefined;
}

/** Selects an input by its index; `address` names the signer where the PSBT does not. */
export interface SignInput {
  index: number;
  address?: string | undefined;
  publicKey?: string | undefined;
  /** In place of the list for all inputs. */
  allowedSighash?: readonly (string | number)[] | undefined;
}

export interface SignPsbtParams {
  /** Base64 or hex. */
  psbt: string;
  /** The inputs to sign. Absent: all that the wallet owns. */
  signInputs?: readonly (SignInput | number)[] | undefined;
  /**
   * The SIGHASH types that may be signed with, by name (`SINGLE|ANYONECANPAY`) or number; the list of an
   * input in `signInputs` wins. Default: DEFAULT and ALL, which are one permission. A PSBT that names another
   * type for an input that may be signed is refused (-32602), an answer that is signed with one too (-32603).
   */
  allowedSighash?: readonly (string | number)[] | undefined;
  /** Broadcast after signing. Default: false. */
  broadcast?: boolean | undefined;
  network?: NetworkName | undefined;
}

export interface TransferStxParams extends TransactionParams {
  /** Micro-STX. */
  amount: Amount;
  recipient: string;
  /** At most 34 bytes of UTF-8. */
  memo?: string | undefined;
}

export interface TransferSip10FtParams extends TransactionParams {
  /** Base units of the token. */
  amount: Amount;
  recipient: string;
  /** `<address>.<contract-name>` or an asset identifier `<address>.<contract-name>::<asset>`. */
  asset: string;
  memo?: string | undefined;
}

export interface TransferSip9NftParams extends TransactionParams {
  recipient: string;
  /** `<address>.<contract-name>` or an asset identifier `<address>.<contract-name>::<asset>`. */
  asset: string;
  assetId: ClarityInput;
}

export interface CallContractParams extends TransactionParams {
  /** `<address>.<contract-name>`. */
  contract: string;
  functionName: string;
  /** Default: none. */
  functionArgs?: readonly ClarityInput[] | undefined;
}

export interface DeployContractParams extends TransactionParams {
  name: string;
  clarityCode: string;
  /** `'3'`, say. Default: the wallet's latest. */
  clarityVersion?: string | number | undefined;
}

export interface SignTransactionParams {
  /**
   * The serialized transaction, hex. Its origin is the connected account, where the session knows it (else
   * -32602). The answer is this transaction but for nonce, fee and sponsor, signed by its origin (else -32603).
   */
  transaction: string;
  /** Broadcast after signing. Default: false. */
  broadcast?: boolean | undefined;
  network?: NetworkName | undefined;
}

export interface SignMessageParams {
  message: string;
  publicKey?: string | undefined;
  network?: NetworkName | undefined;
}

export interface SignStructuredMessageParams {
  message: ClarityInput;
  /** A tuple of `name`, `version` and `chain-id` (SIP-018). */
  domain: ClarityInput;
  publicKey?: string | undefined;
  network?: NetworkName | undefined;
}

export interface UpdateProfileParams {
  profile: Record<string, unknown>;
}

/** The wallet sent the transaction. */
export interface TxidResult {
  readonly txid: string;
  /** The signed transaction, hex, where the wallet gives it. */
  readonly transaction?: string;
  readonly status?: undefined;
  readonly [extra: string]: unknown;
}

/** The wallet signed the transaction and gave no txid: it may not have been sent (sponsored, say). */
export interface SignedResult {
  readonly status: 'signed';
  /** The signed transaction, hex. */
  readonly transaction: string;
  readonly txid?: undefined;
  readonly [extra: string]: unknown;
}

/** A multisig account proposed the transaction to its other signers: it is neither signed nor sent yet. */
export interface ProposedResult {
  readonly status: 'proposed';
  readonly proposalId?: string;
  /** What was proposed, hex, where the wallet gives it. It is not a signed transaction. */
  readonly proposedTransaction?: string;
  readonly txid?: undefined;
  readonly transaction?: undefined;
  readonly [extra: string]: unknown;
}

/** The result of a method that sends a transaction; `txid` is there only where it was sent. */
export type SendResult = TxidResult | SignedResult | ProposedResult;

export interface SignedPsbtResult {
  /** The signed PSBT, base64. */
  readonly psbt: string;
  /** Where it was broadcast. */
  readonly txid?: string;
  readonly status?: undefined;
  readonly [extra: string]: unknown;
}

/** A multisig account proposed the PSBT to its other signers: it is not signed yet. */
export interface ProposedPsbtResult {
  readonly status: 'proposed';
  readonly proposalId?: string;
  /** What was proposed, base64, where the wallet gives it. It is not a signed PSBT. */
  readonly proposedPsbt?: string;
  readonly psbt?: undefined;
  readonly txid?: undefined;
  readonly [extra: string]: unknown;
}

/** The wallet signed the PSBT, and gave no txid though it was to broadcast: it may have been sent or not. */
export interface PossiblySentPsbtResult {
  readonly status: 'possibly-sent';
  /** The signed PSBT, base64. */
  readonly psbt: string;
  readonly txid?: undefined;
  readonly [extra: string]: unknown;
}

export type SignPsbtResult = SignedPsbtResult | PossiblySentPsbtResult | ProposedPsbtResult;

export interface SignatureResult {
  /** `0x` and 65 bytes of hex, RSV. */
  readonly signature: string;
  readonly publicKey: string;
  readonly [extra: string]: unknown;
}

export interface SignedTransactionResult {
  /** The signed transaction, hex. */
  readonly transaction: string;
  readonly txid?: string;
  readonly status?: undefined;
  readonly [extra: string]: unknown;
}

/** As {@link PossiblySentPsbtResult}. Xverse never gives the txid of a transaction that the page made. */
export interface PossiblySentResult {
  readonly status: 'possibly-sent';
  /** The signed transaction, hex. */
  readonly transaction: string;
  readonly txid?: undefined;
  readonly [extra: string]: unknown;
}

export type SignTransactionResult = SignedTransactionResult | PossiblySentResult | ProposedResult;

export interface NetworkEntry {
  readonly id: string;
  readonly chainId?: number;
  readonly [extra: string]: unknown;
}

export interface NetworksResult {
  readonly active?: string;
  readonly networks: readonly NetworkEntry[];
  readonly [extra: string]: unknown;
}

export interface ProfileResult {
  readonly profile: Record<string, unknown>;
  readonly [extra: string]: unknown;
}

/** Every method with its params and its result: the ten of the specification and five of SIP-030. */
export interface Methods {
  getAddresses: { params: GetAddressesParams | undefined; result: AddressesResult };
  sendTransfer: { params: SendTransferParams; result: SendResult };
  signPsbt: { params: SignPsbtParams; result: SignPsbtResult };
  stx_getAddresses: { params: GetAddressesParams | undefined; result: AddressesResult };
  stx_getAccounts: { params: GetAddressesParams | undefined; result: AccountsResult };
  stx_getNetworks: { params: undefined; result: NetworksResult };
  stx_transferStx: { params: TransferStxParams; result: SendResult };
  stx_transferSip10Ft: { params: TransferSip10FtParams; result: SendResult };
  stx_transferSip9Nft: { params: TransferSip9NftParams; result: SendResult };
  stx_callContract: { params: CallContractParams; result: SendResult };
  stx_deployContract: { params: DeployContractParams; result: SendResult };
  stx_signTransaction: { params: SignTransactionParams; result: SignTransactionResult };
  stx_signMessage: { params: SignMessageParams; result: SignatureResult };
  stx_signStructuredMessage: { params: SignStructuredMessageParams; result: SignatureResult };
  stx_updateProfile: { params: UpdateProfileParams; result: ProfileResult };
}

export type MethodName = keyof Methods;
export type MethodParams<M extends MethodName> = Methods[M]['params'];
export type MethodResult<M extends MethodName> = Methods[M]['result'];
