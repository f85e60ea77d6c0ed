/** Reads and calls of a contract, for the hooks of the modules for frameworks. */
import { BINDING, type Binding } from '../core/binding.js';
import { getDefaultClient } from '../core/client.js';
import { mustBe } from '../errors.js';
import * as option from '../lib/read-options.js';
import { ReadWatcher as Reader } from '../lib/read-watcher.js';
import { attempt, copyPlainData, read } from '../lib/safe-access.js';
import { toIdentity, toKey } from '../lib/to-key.js';
import type { TransactionState } from '../transactions/types.js';
import { watchSettled } from '../transactions/watch-settled.js';
import { ContractError } from '../contracts/contract-error.js';
import { getRetryDelay, toContractError } from '../contracts/watch-account.js';
import type { CallOptions, ContractReadOptions } from '../contracts/contract-types.js';
import {
  IDLE,
  NO_EVENT,
  NOTHING,
  PENDING,
  createAction,
  isEvent,
  toCallError,
  type ActionFunctions,
  type ActionState,
  type ActionWatcher,
  type CallError,
} from './action.js';
import { nothing, toHook, type Watched, type Watcher } from './watcher.js';
import type { UseWalletOptions } from './wallet.js';

/** A contract of `contract()`. */
export interface UsableContract {
  readonly contract: string;
  readonly read: object;
  readonly simulate: object;
  readonly call: object;
}

type AnyFunction = (...args: never[]) => Promise<unknown>;
type FunctionIn<Functions, Name> = Name extends keyof Functions
  ? Extract<Functions[Name], AnyFunction>
  : never;

/**
 * The name of a read-only function. For a public one that writes nothing, such as a quote, pass
 * `{ ...contract, read: contract.simulate }` as the contract.
 */
export type ReadName<C extends UsableContract> = Extract<keyof C['read'], string>;
type ReadFunction<C extends UsableContract, Name> = FunctionIn<C['read'], Name>;
/** The arguments of a read. A function without arguments needs none. */
export type ReadArgs<C extends UsableContract, Name> = Parameters<ReadFunction<C, Name>>[0];
export type ReadData<C extends UsableContract, Name> = Awaited<ReturnType<ReadFunction<C, Name>>>;

export type CallName<C extends UsableContract> = Extract<keyof C['call'], string>;
export type CallArgs<C extends UsableContract, Name> = Parameters<FunctionIn<C['call'], Name>>;
export type CallData<C extends UsableContract, Name> = Awaited<
  ReturnType<FunctionIn<C['call'], Name>>
>;

export interface UseContractReadOptions<Data = unknown> extends Omit<
  ContractReadOptions,
  'signal'
> {
  /** Milliseconds after which it is read again, 1000 or more. Default: only after a confirmed transaction of this browser. */
  readonly interval?: number | undefined;
  /** False: nothing is read. Default: true. */
  readonly enabled?: boolean | undefined;
  /** What a server has read: the data until it is read again in the browser. */
  readonly initial?: Data | undefined;
}

/**
 * A function of the contract.
 *
 * @throws ContractError `invalid` if the hook cannot use one of this name, which only TypeScript notices earlier
 */
function findFunction<T>(
  caller: 'useContractRead' | 'useContractCall',
  contract: UsableContract,
  name: string,
): (...args: readonly unknown[]) => Promise<T> {
  const { contract: id, read: reads, call: calls } = contract;
  const isRead = caller === 'useContractRead';
  const [functions, others] = isRead ? [reads, calls] : [calls, reads];
  if (Object.hasOwn(functions, name)) return Reflect.get(functions, name) as never;
  const kind = isRead ? 'read-only' : 'public';
  const problem = mustBe('name', name, `the name of a ${kind} function of ${id}`);
  const names = Object.entries(functions).map(([known]) => known);
  const other = isRead ? PUBLIC : READ_ONLY;
  const remedy = Object.hasOwn(others, name) ? other : option.suggestion(String(name), names);
  const message = `${caller}: ${problem} ${remedy}`;
  throw new ContractError('invalid', message, { contract: id, functionName: name });
}

const READ_ONLY = 'It is read-only: use useContractRead.';
const PUBLIC =
  'It is public: use useContractCall, or pass `{ ...contract, read: contract.simulate }` for what it would answer.';

/** @throws ContractError `invalid` for something else, such as the interface alone */
function checkContract(caller: string, contract: unknown): void {
  if (typeof read(contract, 'read') === 'object' && typeof read(contract, 'call') === 'object')
    return;
  const message = `${caller}: ${mustBe('contract', contract, 'what contract() returns')}`;
  throw new ContractError('invalid', message);
}

const fail = (field: string): never => {
  throw new TypeError(field);
};

/** The arguments of a read, which may be left out if the function has none, and its options. */
export type ReadRest<C extends UsableContract, Name> =
  undefined extends ReadArgs<C, Name>
    ? [args?: ReadArgs<C, Name>, options?: UseContractReadOptions<ReadData<C, Name>>]
    : [args: ReadArgs<C, Name> | undefined, options?: UseContractReadOptions<ReadData<C, Name>>];

/** A read: its state, and the function to read again. */
export interface ReadWatcher<T> extends Watcher<ActionState<T, ContractError>> {
  /** Reads again, and keeps the data meanwhile. */
  readonly reload: (this: void) => void;
}

const getBinding = (contract: UsableContract): Binding | undefined =>
  (contract as { readonly [BINDING]?: Binding })[BINDING];

/**
 * Reads in the browser, unless the arguments are undefined and the function has some: again when the account that reads by default
 * changes, after a transaction of this browser is confirmed, and on an interval.
 *
 * @throws TypeError that names a wrong option; ContractError `invalid` for a wrong contract or name
 */
export function watchRead<C extends UsableContract, Name extends ReadName<C>>(
  contract: C,
  name: Name,
  args: ReadArgs<C, Name> | undefined,
  options: UseContractReadOptions<ReadData<C, Name>> | undefined,
): Watched<ReadWatcher<ReadData<C, Name>>> {
  type Data = ReadData<C, Name>;
  type State = ActionState<Data, ContractError>;
  checkContract('useContractRead', contract);
  const { contract: id } = contract;
  const readFunction = findFunction<Data>('useContractRead', contract, name);
  const binding = getBinding(contract);
  const { interval, enabled, initial, ...rest } = option.readOptions(
    'useContractRead',
    options,
    READ,
  );
  const readOptions = option.withDefaults(rest, {});
  const isRead =
    enabled !== false && (args !== undefined || binding?.hasArguments?.(name) === false);
  const create = (): ReadWatcher<Data> => {
    const reload = () => {};
    if (!isRead) return { ...nothing<State>(IDLE), reload };
    // Copied, since the page may change the object. What is not plain data is refused by the function.
    const copy = attempt(() => copyPlainData(args, name, fail)) ?? args;
    const reader = new Reader<Data, State>({
      empty: PENDING,
      initial:
        initial === undefined
          ? undefined
          : { ...NOTHING, status: 'success', data: initial as Data },
      read: async (signal, isFresh): Promise<Data> => {
        const call = isFresh ? { ...readOptions, signal, maxAge: 0 } : { ...readOptions, signal };
        return readFunction(copy, call);
      },
      toReading: ({ data }) => ({ ...NOTHING, status: 'pending', data }),
      toReady: (data) => ({ ...NOTHING, status: 'success', data }),
      toFailed: (thrown, { data }) => {
        const error = toContractError(name, thrown);
        // A busy service is no error: it is asked again.
        return error.code === 'rate-limited'
          ? { ...NOTHING, status: 'pending', data }
          : { ...NOTHING, status: 'error', data, error };
      },
      getDelay: getRetryDelay,
      maxAge: Infinity,
      interval,
      watch: (again, restart) => {
        const client = binding?.client ?? getDefaultClient();
        const settled = ({ status }: TransactionState) => status === 'confirmed' && again();
        let sender = binding?.getSender(readOptions);
        const undo = client.subscribe(() => {
          const next = binding?.getSender(readOptions);
          if (next === sender) return;
          sender = next;
          restart();
        });
        const end = watchSettled(client, undefined, settled);
        return () => {
          undo();
          end();
        };
      },
    });
    return { ...toHook<State>(reader), reload: reader.reload };
  };
  const client = binding && toIdentity(binding.client);
  const about = [client, binding?.describe(name), isRead];
  return { key: toKey([id, name, args, readOptions, interval, ...about]), create };
}

/** Less is often meant as seconds, and would soon be refused by a service. */
const INTERVAL = option.number(1_000, option.LONGEST_TIMER);
const READ: option.OptionTable<UseContractReadOptions> = {
  interval: option.custom(`milliseconds: ${INTERVAL.expected}`, INTERVAL.accepts),
  enabled: option.flag,
  initial: option.scalar,
  sender: option.someText,
  tip: option.someText,
  maxAge: option.number(0, Number.MAX_SAFE_INTEGER),
};

/**
 * The client of the options asks the wallet, else that of the contract.
 *
 * @throws TypeError that names a wrong option; ContractError `invalid` for a wrong contract or name
 */
export function watchCall<C extends UsableContract, Name extends CallName<C>>(
  contract: C,
  name: Name,
  options: UseWalletOptions | undefined,
): Watched<ActionWatcher<CallArgs<C, Name>, CallData<C, Name>, CallError>> {
  type Data = CallData<C, Name>;
  type Send = ActionFunctions<CallArgs<C, Name>, Data>['send'];
  const { client } = option.readOptions('useContractCall', options, { client: option.client });
  checkContract('useContractCall', contract);
  const { contract: id } = contract;
  const callFunction = findFunction<Data>('useContractCall', contract, name);
  const binding = getBinding(contract);
  const sender = client ?? binding?.client;
  const create = (): ActionWatcher<CallArgs<C, Name>, Data, CallError> => {
    const action = createAction<Data, CallError>(toCallError);
    const tracking = { client: sender, method: 'stx_callContract', network: binding?.network };
    const send = (...[args, callOptions]: readonly [unknown?, CallOptions?]) => {
      const caller = callOptions?.client ?? client;
      const tracked = { ...tracking, client: caller ?? sender, label: callOptions?.label };
      const sent = caller ? { ...callOptions, client: caller } : callOptions;
      return action.run(() => {
        if (isEvent(args))
          throw new ContractError('invalid', `${name}: ${mustBe('args', args, NO_EVENT)}`);
        return callFunction(args, sent);
      }, tracked);
    };
    return { ...action, send: send as unknown as Send };
  };
  const key = toKey([id, name, sender && toIdentity(sender), binding?.describe(name)]);
  return { key, create };
}
