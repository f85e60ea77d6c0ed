import type { WalletClient } from '../core/types.js';
import type { CallContractParams } from '../methods/stx_callContract.js';
import type { TransactionParams } from '../methods/fields.js';
import type { SendResult } from '../methods/method.js';
import type { AssetId, ContractId } from '../stacks/clarity-value.js';
import type { PostCondition } from '../stacks/post-conditions.js';
import type {
  AbiArgument,
  AbiFunction,
  AbiInput,
  AbiOutput,
  ContractInterface,
  Named,
  ResponseOutput,
  Unwrapped,
} from './abi.js';
import type { ReadOptions, NodeOptions } from './stacks-node.js';
import type { AbortSignal } from '../lib/web-types.js';

/** The options of `contract`. */
export interface ContractOptions extends NodeOptions {
  /** `<address>.<contract-name>`. */
  readonly contract: string;
  /** Sends the calls. Default: the client of the page. */
  readonly client?: WalletClient | undefined;
  /** The default `sender` of reads. */
  readonly sender?: string | undefined;
}

/** The options of a read of a contract. */
export interface ContractReadOptions extends Pick<ReadOptions, 'maxAge' | 'signal'> {
  /** `tx-sender` in the contract. Default: the connected address, else that of the contract. */
  readonly sender?: string | undefined;
  /** The block to read from: its index block hash. Default: the newest. */
  readonly tip?: string | undefined;
}

/** The options of a call through the wallet. */
export interface CallOptions extends Omit<TransactionParams, 'network'> {
  /** Aborting rejects with the signal's reason, closes the picker and ignores the wallet's answer. */
  signal?: AbortSignal | undefined;
  /** A text of the page about the call, such as "Swap STX": see the option of `request`. Default: none. */
  label?: string | undefined;
  /** Sends the call. Default: the client of the contract. */
  client?: WalletClient | undefined;
}

/** Options of a call that move what a transaction is meant to move, and nothing else. */
export interface SuggestedConditions {
  readonly postConditions: readonly PostCondition[];
  readonly postConditionMode: 'deny';
}

declare const none: unique symbol;
/** Arguments of a function that has none: an empty object. */
export interface NoArguments {
  readonly [none]?: never;
}

type Items<List> = List extends readonly (infer Item)[] ? Item : never;
type Functions<A extends ContractInterface, Access extends string> = Extract<
  A['functions'][number],
  { readonly access: Access }
>;
/** True for an interface without literal types, such as an imported JSON file. */
type IsUntyped<A extends ContractInterface> = string extends A['functions'][number]['name']
  ? true
  : string extends A['functions'][number]['access']
    ? true
    : false;

/**
 * A function whose parameters are compared as those of a method, so that a contract with types is a `Contract`, whose functions
 * take any arguments.
 */
type Loose<Args extends readonly unknown[], Result> = {
  call(this: void, ...args: Args): Result;
}['call'];

type Untyped<Options, Result> = Readonly<
  Record<
    string,
    Loose<[args?: Readonly<Record<string, unknown>>, options?: Options], Promise<Result>>
  >
>;

type Read<Args extends readonly AbiArgument[], Result> = Args extends readonly []
  ? (args?: NoArguments, options?: ContractReadOptions) => Promise<Result>
  : (args: Named<Args>, options?: ContractReadOptions) => Promise<Result>;

type CallFunction<Args extends readonly AbiArgument[], Options, Result> = Args extends readonly []
  ? (args?: NoArguments, options?: Options) => Result
  : (args: Named<Args>, options?: Options) => Result;

type Reads<A extends ContractInterface, Access extends string> =
  IsUntyped<A> extends true
    ? Untyped<ContractReadOptions, unknown>
    : {
        readonly [F in Functions<A, Access> as F['name']]: Read<
          F['args'],
          Unwrapped<F['outputs']['type']>
        >;
      };

type Responses<A extends ContractInterface> =
  IsUntyped<A> extends true
    ? Untyped<ContractReadOptions, ResponseOutput<unknown, unknown>>
    : {
        readonly [
          F in Extract<
            Functions<A, 'public' | 'read_only'>,
            { readonly outputs: { readonly type: { readonly response: unknown } } }
          > as F['name']
        ]: Read<F['args'], AbiOutput<F['outputs']['type']>>;
      };

type Calls<A extends ContractInterface> =
  IsUntyped<A> extends true
    ? Untyped<CallOptions, SendResult>
    : {
        readonly [F in Functions<A, 'public'> as F['name']]: CallFunction<
          F['args'],
          CallOptions,
          Promise<SendResult>
        >;
      };

type Params<A extends ContractInterface> =
  IsUntyped<A> extends true
    ? Readonly<
        Record<
          string,
          Loose<
            [args?: Readonly<Record<string, unknown>>, options?: CallOptions],
            CallContractParams
          >
        >
      >
    : {
        readonly [F in Functions<A, 'public'> as F['name']]: CallFunction<
          F['args'],
          CallOptions,
          CallContractParams
        >;
      };

/** The functions for which conditions can be derived. */
type Suggested = 'transfer' | 'initiate-withdrawal-request';
type Suggestions<A extends ContractInterface> =
  IsUntyped<A> extends true
    ? Readonly<
        Record<string, Loose<[args: Readonly<Record<string, unknown>>], SuggestedConditions>>
      >
    : {
        readonly [
          F in Extract<Functions<A, 'public'>, { readonly name: Suggested }> as F['name']
        ]: (args: Named<F['args']>) => SuggestedConditions;
      };

type Maps<A extends ContractInterface> =
  IsUntyped<A> extends true
    ? Readonly<Record<string, Loose<[key: unknown, options?: MapOptions], Promise<unknown>>>>
    : {
        readonly [M in Items<A['maps']> as M['name']]: (
          key: AbiInput<M['key']>,
          options?: MapOptions,
        ) => Promise<AbiOutput<{ readonly optional: M['value'] }>>;
      };

/** The options of reads that run no function. */
export type MapOptions = Omit<ContractReadOptions, 'sender'>;

type Variables<A extends ContractInterface, Access extends string> =
  IsUntyped<A> extends true
    ? Readonly<Record<string, (options?: MapOptions) => Promise<unknown>>>
    : {
        readonly [V in Extract<Items<A['variables']>, { readonly access: Access }> as V['name']]: (
          options?: MapOptions,
        ) => Promise<AbiOutput<V['type']>>;
      };

/** Never if the contract has no tokens. */
type AssetName<Tokens> = [Items<Tokens>] extends [never]
  ? never
  : Items<Tokens> extends { readonly name: infer Name extends string }
    ? Name
    : never;

/** A contract, typed by its interface. Names are those of the contract. */
export interface TypedContract<A extends ContractInterface> {
  readonly contract: ContractId;
  /**
   * Calls a read-only function. Resolves with a plain JavaScript value; of a response, with what is in `(ok …)`.
   *
   * @throws ContractError `err-response` for `(err …)`, whose content is `value`; see {@link ContractError} for others
   */
  readonly read: Reads<A, 'read_only'>;
  /** Calls a function without sending a transaction. Resolves with `{ ok: true, value }` or `{ ok: false, error }`. */
  readonly readResponse: Responses<A>;
  /**
   * Calls a public function that writes nothing, such as a quote, without sending a transaction.
   *
   * @throws ContractError `not-read-only` for a function that writes or transfers; see `read` for others
   */
  readonly simulate: Reads<A, 'public'>;
  /** The value in a map; null if the map has none for the key. */
  readonly map: Maps<A>;
  readonly variable: Variables<A, 'variable'>;
  readonly constant: Variables<A, 'constant'>;
  /**
   * Calls a public function through the user's wallet: `stx_callContract`. If no mode is given, it is `deny`: the transaction
   * aborts if it moves what no post-condition names.
   *
   * @throws ContractError `invalid` for a wrong argument, before the wallet is asked; else JsonRpcError, like `request`
   */
  readonly call: Calls<A>;
  /** The params of `stx_callContract` for a call, such as for `client.explain`. They can be written as JSON. */
  readonly params: Params<A>;
  /**
   * Post-conditions for a transfer of a SIP-010 or SIP-009 token, and for a withdrawal of sBTC: exactly what the account
   * sends. For the options of `call`.
   *
   * @throws ContractError `invalid` for a function whose interface does not show what it moves
   */
  readonly suggest: Suggestions<A>;
  /** The asset identifier of a fungible token: its name is that in the interface. */
  readonly ft: Loose<[name: AssetName<A['fungible_tokens']>], AssetId>;
  /** The asset identifier of a non-fungible token. */
  readonly nft: Loose<[name: AssetName<A['non_fungible_tokens']>], AssetId>;
}

/** A contract of any interface: its functions take any arguments. */
export type AnyContract = {
  readonly [Name in keyof TypedContract<ContractInterface>]: TypedContract<ContractInterface>[Name];
};

/**
 * A contract, typed by its interface. `Contract` alone is a contract of any interface: every typed one is assignable to it. Not one
 * interface for both, which TypeScript would compare by its type argument.
 */
export type Contract<A extends ContractInterface = ContractInterface> =
  IsUntyped<A> extends true ? AnyContract : TypedContract<A>;

export type { AbiFunction };
