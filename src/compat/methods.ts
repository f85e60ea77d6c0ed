/* oxlint-disable typescript/no-explicit-any -- the types of version 8, which apps use with `any` */
import type { JsonRpcResponseError } from './errors.js';

/** The result and the params types of the methods of version 8, as `@stacks/connect/dist/types/methods` has them. */

export type AddressString = string;
export type ContractIdString = `${string}.${string}`;
export type AssetString = `${ContractIdString}::${string}`;
export type PrincipalString = string;

/** A Clarity value: an object of @stacks/transactions, version 7 or 6. */
export type ClarityValue =
  | { readonly type: string | number }
  | { readonly type: string | number; readonly [field: string]: any };
export type TupleCV = ClarityValue;

export type FungibleComparator = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
export type NonFungibleComparator = 'sent' | 'not-sent' | 'maybe-sent';
export interface StxPostCondition {
  type: 'stx-postcondition';
  address: string;
  condition: FungibleComparator;
  amount: string | bigint | number;
}
export interface FungiblePostCondition {
  type: 'ft-postcondition';
  address: string;
  condition: FungibleComparator;
  asset: AssetString;
  amount: string | bigint | number;
}
export interface NonFungiblePostCondition {
  type: 'nft-postcondition';
  address: string;
  condition: NonFungibleComparator;
  asset: AssetString;
  assetId: ClarityValue;
}
/** A post-condition: an object of @stacks/transactions, version 7 or 6. */
export type PostCondition =
  | StxPostCondition
  | FungiblePostCondition
  | NonFungiblePostCondition
  | { readonly type: 'staking-postcondition' | 'pox-postcondition'; readonly address: string }
  | { readonly conditionType: string | number; readonly [field: string]: any }
  | { readonly conditionType: string | number };
export type PostConditionModeName = 'allow' | 'deny' | 'originator';

/** A name of a network. */
export type NetworkString = 'mainnet' | 'testnet' | 'regtest' | 'devnet' | (string & {});
/** A whole number in base units: never rounded. */
export type Integer = number | bigint | string;

export interface AddressEntry {
  symbol?: string;
  address: string;
  publicKey: string;
}
export interface AccountEntry extends AddressEntry {
  gaiaHubUrl: string;
  gaiaAppKey: string;
}

interface CommonTxParams {
  address?: AddressString | undefined;
  network?: NetworkString | undefined;
  fee?: Integer | undefined;
  nonce?: Integer | undefined;
  sponsored?: boolean | undefined;
  postConditions?: (string | PostCondition)[] | undefined;
  /** Also the numbers of the enum of @stacks/transactions. */
  postConditionMode?: PostConditionModeName | 1 | 2 | 3 | undefined;
}

export interface TransferStxParams extends Omit<
  CommonTxParams,
  'postConditions' | 'postConditionMode'
> {
  recipient: string;
  /** Micro-STX. */
  amount: Integer;
  memo?: string | undefined;
}
export interface TransferFungibleParams extends CommonTxParams {
  recipient: string;
  asset: string;
  amount: Integer;
}
export interface TransferNonFungibleParams extends CommonTxParams {
  recipient: string;
  asset: string;
  assetId: string | ClarityValue;
}
export interface CallContractParams extends CommonTxParams {
  contract: ContractIdString;
  functionName: string;
  functionArgs?: (string | ClarityValue)[] | undefined;
}
export interface DeployContractParams extends CommonTxParams {
  name: string;
  clarityCode: string;
  clarityVersion?: number | string | undefined;
}
export interface SignTransactionParams {
  transaction: string;
  broadcast?: boolean | undefined;
}
export interface SignMessageParams {
  message: string;
  publicKey?: string | undefined;
}
export interface SignStructuredMessageParams {
  message: ClarityValue;
  domain: TupleCV;
}
export interface GetAddressesParams {
  network?: NetworkString | undefined;
}
export type GetAccountsParams = GetAddressesParams;
export interface SendTransferParams {
  /** Satoshis. */
  recipients: { address: string; amount: Integer }[];
  network?: NetworkString | undefined;
}
export interface UpdateProfileParams {
  profile: Record<string, any>;
}

export interface TxidResult {
  txid: string;
  /** The same as `txid`. */
  txId?: string;
}
export interface TransactionResult {
  txid?: string;
  /** The same as `txid`. */
  txId?: string;
  transaction?: string;
}
export interface SignTransactionResult {
  txid?: string;
  transaction: string;
}
export interface SignMessageResult {
  /** As the wallet returned it: most wallets write no `0x`. */
  signature: string;
  publicKey: string;
}
export interface GetAddressesResult {
  addresses: AddressEntry[];
}
export type SendTransferResult = TxidResult;
export interface GetAccountsResult {
  accounts: AccountEntry[];
}
export interface UpdateProfileResult {
  profile: Record<string, any>;
}

export type Sighash = 'ALL' | 'NONE' | 'SINGLE' | 'ANYONECANPAY';
export interface SignInputsByAddress {
  index: number;
  address: string;
  publicKey?: string | undefined;
  allowedSighash?: Sighash[] | undefined;
}
export interface SignPsbtParams {
  psbt: string;
  signInputs?: number[] | SignInputsByAddress[] | undefined;
  broadcast?: boolean | undefined;
  network?: NetworkString | undefined;
  allowedSighash?: Sighash[] | undefined;
  descriptor?: string | undefined;
}
export interface SignPsbtResult {
  txid?: string;
  psbt: string;
}

export type { JsonRpcResponseError };
export type JsonRpcResponse<M extends keyof MethodsRaw> = {
  jsonrpc: '2.0';
  id: string | number | null;
} & ({ result: MethodsRaw[M]['result'] } | { error: JsonRpcResponseError });

/** The methods of version 8, with their params and results. */
export type Methods = {
  getAddresses: { params: GetAddressesParams; result: GetAddressesResult };
  sendTransfer: { params: SendTransferParams; result: TxidResult };
  signPsbt: { params: SignPsbtParams; result: SignPsbtResult };
  stx_transferStx: { params: TransferStxParams; result: TransactionResult };
  stx_transferSip10Ft: { params: TransferFungibleParams; result: TransactionResult };
  stx_transferSip9Nft: { params: TransferNonFungibleParams; result: TransactionResult };
  stx_callContract: { params: CallContractParams; result: TransactionResult };
  stx_deployContract: { params: DeployContractParams; result: TransactionResult };
  stx_signTransaction: { params: SignTransactionParams; result: SignTransactionResult };
  stx_signMessage: { params: SignMessageParams; result: SignMessageResult };
  stx_signStructuredMessage: { params: SignStructuredMessageParams; result: SignMessageResult };
  stx_getAddresses: { params: GetAddressesParams; result: GetAddressesResult };
  stx_getAccounts: { params: GetAccountsParams; result: GetAccountsResult };
  stx_updateProfile: { params: UpdateProfileParams; result: UpdateProfileResult };
};
export type MethodParams<M extends keyof Methods> = Methods[M]['params'];
export type MethodResult<M extends keyof Methods> = Methods[M]['result'];

/** The types of a request as a wallet receives it: Clarity values in hex, integers as digits. */
type Raw<T> = T extends bigint
  ? string
  : T extends PostCondition
    ? { [K in keyof T]: Raw<T[K]> }
    : T extends ClarityValue
      ? string
      : T extends (infer U)[]
        ? Raw<U>[]
        : T extends object
          ? { [K in keyof T]: Raw<T[K]> }
          : T;
export type MethodsRaw = {
  [M in keyof Methods]: { params: Raw<Methods[M]['params']>; result: Raw<Methods[M]['result']> };
};
export type MethodParamsRaw<M extends keyof Methods> = MethodsRaw[M]['params'];
export type MethodResultRaw<M extends keyof Methods> = MethodsRaw[M]['result'];
