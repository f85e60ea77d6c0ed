/**
 * Types of another package that this one takes the names from. If an app passes values to @stacks/transactions, it
 * declares that package's names, since a text is not assignable to an enum:
 *
 * @example
 * ```ts
 * import type { ClarityType } from '@stacks/transactions';
 *
 * declare module 'stacks-wallet-elements/clarity' {
 *   interface Register {
 *     ClarityType: ClarityType;
 *   }
 * }
 * ```
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- apps add to it
export interface Register {}

/** The `type` of a Clarity value: a text, or the member of the registered enum that is this text. */
type Type<Name extends string> = Register extends { ClarityType: infer Names }
  ? Extract<Names, Name>
  : Name;

/*
 * The types have the names and the shapes of @stacks/transactions 7, so that values of either package are values of the
 * other one: so integers may be texts, and lists are not readonly.
 */
export interface IntCV {
  readonly type: Type<'int'>;
  readonly value: bigint | number | string;
}
export interface UIntCV {
  readonly type: Type<'uint'>;
  readonly value: bigint | number | string;
}
export interface TrueCV {
  type: Type<'true'>;
}
export interface FalseCV {
  type: Type<'false'>;
}
export type BooleanCV = TrueCV | FalseCV;
/** The bytes are hex without `0x`. */
export interface BufferCV {
  readonly type: Type<'buffer'>;
  readonly value: string;
}
export interface StringAsciiCV {
  readonly type: Type<'ascii'>;
  readonly value: string;
}
export interface StringUtf8CV {
  readonly type: Type<'utf8'>;
  readonly value: string;
}
export interface StandardPrincipalCV {
  readonly type: Type<'address'>;
  readonly value: string;
}
export interface ContractPrincipalCV {
  readonly type: Type<'contract'>;
  readonly value: ContractId;
}
export type PrincipalCV = StandardPrincipalCV | ContractPrincipalCV;
export interface NoneCV {
  readonly type: Type<'none'>;
}
export interface SomeCV<T extends ClarityValue = ClarityValue> {
  readonly type: Type<'some'>;
  readonly value: T;
}
export type OptionalCV<T extends ClarityValue = ClarityValue> = NoneCV | SomeCV<T>;
export interface ResponseOkCV<T extends ClarityValue = ClarityValue> {
  readonly type: Type<'ok'>;
  readonly value: T;
}
export interface ResponseErrorCV<T extends ClarityValue = ClarityValue> {
  readonly type: Type<'err'>;
  readonly value: T;
}
export type ResponseCV = ResponseErrorCV | ResponseOkCV;
export interface ListCV<T extends ClarityValue = ClarityValue> {
  type: Type<'list'>;
  value: T[];
}
export type TupleData<T extends ClarityValue = ClarityValue> = { [key: string]: T };
export interface TupleCV<T extends TupleData = TupleData> {
  type: Type<'tuple'>;
  value: T;
}

/** A Clarity value, as @stacks/transactions 7 represents it. */
export type ClarityValue =
  | IntCV
  | UIntCV
  | TrueCV
  | FalseCV
  | BufferCV
  | StringAsciiCV
  | StringUtf8CV
  | StandardPrincipalCV
  | ContractPrincipalCV
  | NoneCV
  | SomeCV
  | ResponseOkCV
  | ResponseErrorCV
  | ListCV
  | TupleCV;

/** A Clarity value to read: of this package, of @stacks/transactions 7, or written as an object, whatever is registered. */
export type ClarityLike =
  | { readonly type: 'int' | 'uint'; readonly value: bigint | number | string }
  | { readonly type: 'true' | 'false' | 'none' }
  | {
      readonly type: 'buffer' | 'ascii' | 'utf8' | 'address' | 'contract';
      readonly value: string;
    }
  | { readonly type: 'some' | 'ok' | 'err'; readonly value: ClarityLike }
  | { readonly type: 'list'; readonly value: readonly ClarityLike[] }
  | { readonly type: 'tuple'; readonly value: Readonly<Record<string, ClarityLike>> };

/** `<address>.<contract-name>`. */
export type ContractId = `${string}.${string}`;
/** An asset identifier: `<address>.<contract-name>::<asset-name>`. */
export type AssetId = `${ContractId}::${string}`;
