/* oxlint-disable typescript/no-explicit-any -- the types of version 8 */
import type { AppOptions } from './auth-types.js';
import type { ClarityValue, PostCondition } from './methods.js';
import type { ConnectNetwork } from './app-network.js';

export enum TransactionTypes {
  ContractCall = 'contract_call',
  ContractDeploy = 'smart_contract',
  STXTransfer = 'token_transfer',
}
export enum ContractCallArgumentType {
  BUFFER = 'buffer',
  UINT = 'uint',
  INT = 'int',
  PRINCIPAL = 'principal',
  BOOL = 'bool',
}

export interface TxBase extends Pick<AppOptions, 'appDetails'> {
  /** The numbers of the enum of @stacks/transactions, or the names. */
  postConditionMode?: 1 | 2 | 3 | 'allow' | 'deny' | 'originator' | undefined;
  postConditions?: (string | PostCondition)[] | undefined;
  network?: ConnectNetwork | undefined;
  anchorMode?: any;
  attachment?: string | undefined;
  /** Micro-STX. */
  fee?: number | string | bigint | undefined;
  stxAddress?: string | undefined;
  senderKey?: string | undefined;
  nonce?: number | string | bigint | undefined;
}

export interface SponsoredFinishedTxPayload {
  /** The signed transaction, hex. */
  txRaw: string;
}
export interface SponsoredFinishedTxData extends SponsoredFinishedTxPayload {
  /** The transaction as @stacks/transactions reads it, if the wallet returned it and the app has that package. */
  stacksTransaction: any;
}
export interface FinishedTxPayload extends SponsoredFinishedTxPayload {
  txId: string;
  /** The same as `txId`. */
  txid?: string;
}
export interface FinishedTxData extends FinishedTxPayload {
  stacksTransaction: any;
}
export interface SignTransactionFinishedTxData {
  stacksTransaction: any;
}

export type SponsoredFinished = (data: SponsoredFinishedTxData) => void;
export type Finished = (data: FinishedTxData) => void;
export type SignTransactionFinished = (data: SignTransactionFinishedTxData) => void;
export type Canceled = (error?: Error) => void;

export type OptionsBase = Pick<AppOptions, 'authOrigin' | 'userSession'>;
export interface SponsoredOptionsBase extends TxBase, OptionsBase {
  sponsored: true;
  onFinish?: SponsoredFinished | undefined;
  onCancel?: Canceled | undefined;
}
export interface RegularOptionsBase extends TxBase, OptionsBase {
  sponsored?: false | undefined;
  onFinish?: Finished | undefined;
  onCancel?: Canceled | undefined;
}

export interface ContractCallBase extends TxBase {
  contractAddress: string;
  contractName: string;
  functionName: string;
  functionArgs: (string | ClarityValue)[];
}
export type ContractCallRegularOptions = ContractCallBase & RegularOptionsBase;
export type ContractCallSponsoredOptions = ContractCallBase & SponsoredOptionsBase;
export type ContractCallOptions = ContractCallRegularOptions | ContractCallSponsoredOptions;
export interface ContractCallArgument {
  type: ContractCallArgumentType;
  value: string;
}
export interface ContractCallPayload extends ContractCallBase {
  txType: TransactionTypes.ContractCall;
  publicKey: string;
  functionArgs: string[];
  sponsored?: boolean;
}

export interface ContractDeployBase extends TxBase {
  contractName: string;
  codeBody: string;
  clarityVersion?: number | undefined;
}
export type ContractDeployRegularOptions = ContractDeployBase & RegularOptionsBase;
export type ContractDeploySponsoredOptions = ContractDeployBase & SponsoredOptionsBase;
export type ContractDeployOptions = ContractDeployRegularOptions | ContractDeploySponsoredOptions;
export interface ContractDeployPayload extends ContractDeployBase {
  publicKey: string;
  txType: TransactionTypes.ContractDeploy;
  sponsored?: boolean;
}

export interface STXTransferBase extends TxBase {
  recipient: string;
  /** Micro-STX. */
  // oxlint-disable-next-line typescript/no-wrapper-object-types -- the type of version 7
  amount: bigint | BigInt | string | number;
  memo?: string | undefined;
}
export type STXTransferRegularOptions = STXTransferBase & RegularOptionsBase;
export type STXTransferSponsoredOptions = STXTransferBase & SponsoredOptionsBase;
export type STXTransferOptions = STXTransferRegularOptions | STXTransferSponsoredOptions;
export interface STXTransferPayload extends STXTransferBase {
  publicKey: string;
  txType: TransactionTypes.STXTransfer;
  amount: string;
  sponsored?: boolean;
}

export interface SignTransactionBase extends Pick<
  TxBase,
  'appDetails' | 'network' | 'attachment' | 'stxAddress' | 'postConditions'
> {
  txHex: string;
}
export interface SignTransactionOptionBase extends SignTransactionBase, OptionsBase {
  onFinish?: SignTransactionFinished | undefined;
  onCancel?: Canceled | undefined;
}
export type SignTransactionOptions = SignTransactionOptionBase;
export interface SignTransactionPayload extends SignTransactionBase {
  publicKey: string;
}

export type TransactionOptions =
  | ContractCallOptions
  | ContractDeployOptions
  | STXTransferOptions
  | SignTransactionOptions;
export type TransactionPayload =
  | ContractCallPayload
  | ContractDeployPayload
  | STXTransferPayload
  | SignTransactionPayload;
export interface TransactionPopup {
  token: string;
  options: TransactionOptions;
}
