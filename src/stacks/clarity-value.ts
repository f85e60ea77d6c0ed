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

interface Tagged<Name extends string> {
  readonly type: Type<Name>;
}
interface Valued<Name extends string, Value> extends Tagged<Name> {
  readonly value: Value;
}

/*
 * The types have the names and the shapes of @stacks/transactions 7, so that values of either package are values of the
 * other one: so integers may be texts, and lists are not readonly.
 */
export type IntCV = Valued<'int', bigint | number | string>;
export type UIntCV = Valued<'uint', bigint | number | string>;
export type TrueCV = Tagged<'true'>;
export type FalseCV = Tagged<'false'>;
export type BooleanCV = TrueCV | FalseCV;
/** The bytes are hex without `0x`. */
export type BufferCV = Valued<'buffer', string>;
export type StringAsciiCV = Valued<'ascii', string>;
export type StringUtf8CV = Valued<'utf8', string>;
export type StandardPrincipalCV = Valued<'address', string>;
export type ContractPrincipalCV = Valued<'contract', ContractId>;
export type PrincipalCV = StandardPrincipalCV | ContractPrincipalCV;
export type NoneCV = Tagged<'none'>;
export interface SomeCV<T extends ClarityValue = ClarityValue> extends Tagged<'some'> {
  readonly value: T;
}
export type OptionalCV<T extends ClarityValue = ClarityValue> = NoneCV | SomeCV<T>;
export interface ResponseOkCV<T extends ClarityValue = ClarityValue> extends Tagged<'ok'> {
  readonly value: T;
}
export interface ResponseErrorCV<T extends ClarityValue = ClarityValue> extends Tagged<'err'> {
  readonly value: T;
}
export type ResponseCV = ResponseErrorCV | ResponseOkCV;
export interface ListCV<T extends ClarityValue = ClarityValue> extends Tagged<'list'> {
  readonly value: T[];
}
export type TupleData<T extends ClarityValue = ClarityValue> = { [key: string]: T };
export interface TupleCV<T extends TupleData = TupleData> extends Tagged<'tuple'> {
  readonly value: T;
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
