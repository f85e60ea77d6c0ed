import type * as Clarity from '../stacks/clarity-value.js';

/*
 * The interface of a contract, as a node returns it (`/v2/contracts/interface`). Types are `unknown` here, since those of a
 * JSON file are not literal: it must be accepted as well.
 */
export interface AbiArgument {
  readonly name: string;
  readonly type: unknown;
}
export interface AbiFunction {
  readonly name: string;
  readonly access: string;
  readonly args: readonly AbiArgument[];
  readonly outputs: { readonly type: unknown };
}
export interface AbiVariable {
  readonly name: string;
  readonly type: unknown;
  readonly access: string;
}
export interface AbiMap {
  readonly name: string;
  readonly key: unknown;
  readonly value: unknown;
}
export interface ContractInterface {
  readonly functions: readonly AbiFunction[];
  readonly variables?: readonly AbiVariable[];
  readonly maps?: readonly AbiMap[];
  readonly fungible_tokens?: readonly { readonly name: string }[];
  readonly non_fungible_tokens?: readonly { readonly name: string; readonly type: unknown }[];
  readonly epoch?: string;
  readonly clarity_version?: string;
}

/** The type of a Clarity value in an interface. */
export type AbiType =
  | 'none'
  | 'int128'
  | 'uint128'
  | 'bool'
  | 'principal'
  | 'trait_reference'
  | { readonly buffer: { readonly length: number } }
  | { readonly 'string-ascii': { readonly length: number } }
  | { readonly 'string-utf8': { readonly length: number } }
  | { readonly optional: AbiType }
  | { readonly response: { readonly ok: AbiType; readonly error: AbiType } }
  | { readonly list: { readonly type: AbiType; readonly length: number } }
  | { readonly tuple: readonly { readonly name: string; readonly type: AbiType }[] };

interface Inputs {
  int128: bigint | number | Clarity.IntCV;
  uint128: bigint | number | Clarity.UIntCV;
  bool: boolean | Clarity.BooleanCV;
  principal: string | Clarity.PrincipalCV;
  trait_reference: Clarity.ContractId | Clarity.ContractPrincipalCV;
  none: null | Clarity.NoneCV;
}

interface Outputs {
  int128: bigint;
  uint128: bigint;
  bool: boolean;
  principal: string;
  trait_reference: string;
  none: null;
}

interface Field {
  readonly name: string;
  readonly type: unknown;
}

/**
 * What an argument of a type may be: a plain value, or a Clarity value of that type. Integers are bigint, or number if they
 * are safe integers; bytes are a Uint8Array, or hex with `0x`; an optional in an optional is `{ some: … }`.
 */
export type AbiInput<T> = T extends keyof Inputs
  ? Inputs[T]
  : Complex<T[keyof T]>[keyof T & keyof Complex<unknown>];

/** By the only key of a type, with its content. Lookups cost the compiler less than conditions. */
interface Complex<Content> {
  buffer: Uint8Array | `0x${string}` | Clarity.BufferCV;
  'string-ascii': string | Clarity.StringAsciiCV;
  'string-utf8': string | Clarity.StringUtf8CV;
  optional:
    | (Content extends AbiOptional ? { readonly some: AbiInput<Content> } : AbiInput<Content>)
    | null
    | Clarity.NoneCV
    | Clarity.SomeCV;
  list: readonly AbiInput<Content['type' & keyof Content]>[] | Clarity.ListCV;
  tuple: Content extends readonly Field[] ? Named<Content> | Clarity.TupleCV : never;
  response:
    | { readonly ok: AbiInput<Content['ok' & keyof Content]> }
    | { readonly error: AbiInput<Content['error' & keyof Content]> }
    | Clarity.ResponseOkCV
    | Clarity.ResponseErrorCV;
}

interface AbiOptional {
  readonly optional: unknown;
}
interface OptionalField {
  readonly type: AbiOptional;
}

/** Arguments, or the entries of a tuple, by their names. Optionals may be left out. */
export type Named<Fields extends readonly Field[]> = NamedBy<
  Fields[number],
  Extract<Fields[number], OptionalField>
>;
type NamedBy<All extends Field, Optional extends Field> = [Optional] extends [never]
  ? { readonly [F in All as F['name']]: AbiInput<F['type']> }
  : { readonly [F in Exclude<All, Optional> as F['name']]: AbiInput<F['type']> } & {
      readonly [F in Optional as F['name']]?: AbiInput<F['type']> | undefined;
    };

/**
 * What a value of a type is in JavaScript. `none` is null; an optional in an optional is `{ some: … }` or null; a response in
 * another value is `{ ok: true, value }` or `{ ok: false, error }`.
 */
export type AbiOutput<T> = T extends keyof Outputs
  ? Outputs[T]
  : T extends { readonly optional: infer Inner }
    ? | (Inner extends { readonly optional: unknown }
          ? { readonly some: AbiOutput<Inner> }
          : AbiOutput<Inner>)
      | null
    : T extends { readonly tuple: infer Fields extends readonly Field[] }
      ? { readonly [F in Fields[number] as F['name']]: AbiOutput<F['type']> }
      : T extends { readonly list: { readonly type: infer Item } }
        ? readonly AbiOutput<Item>[]
        : T extends { readonly buffer: unknown }
          ? Uint8Array
          : T extends { readonly 'string-ascii': unknown } | { readonly 'string-utf8': unknown }
            ? string
            : T extends { readonly response: { readonly ok: infer Ok; readonly error: infer No } }
              ? ResponseOutput<Ok, No>
              : unknown;

export type ResponseOutput<Ok, No> =
  | { readonly ok: true; readonly value: AbiOutput<Ok> }
  | { readonly ok: false; readonly error: AbiOutput<No> };

/** What a function returns if it did not fail: the value in `(ok …)`. */
export type Unwrapped<T> = T extends { readonly response: { readonly ok: infer Ok } }
  ? AbiOutput<Ok>
  : AbiOutput<T>;
