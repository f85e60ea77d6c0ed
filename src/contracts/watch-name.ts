import { someText, type OptionTable } from '../lib/read-options.js';
import { ReadWatcher, type Watcher } from '../lib/read-watcher.js';
import type { ContractError } from './contract-error.js';
import { readName, type NameResult, type NoName } from './names.js';
import { readOptions } from './stacks-node.js';
import {
  AccountNetwork,
  getRetryDelay,
  toContractError,
  WATCH_OPTIONS,
  type WatchAccountOptions,
} from './watch-account.js';

/** Milliseconds after which a name is read again when the user returns to the page. */
const FRESH = 600_000;

/**
 * The primary name of an account, or why there is none, see `getName`. Frozen, and the same object until it changes.
 *
 * - `loading`: also before the first listener. While it is read again, `name` is that of before.
 * - `unknown`: it could not be read. It is read again if `error` may be temporary.
 */
export type NameState =
  | {
      readonly status: 'loading';
      readonly name: string | undefined;
      readonly reason: undefined;
      readonly error: undefined;
    }
  | {
      readonly status: 'found';
      readonly name: string;
      readonly reason: undefined;
      readonly error: undefined;
    }
  | {
      readonly status: 'none';
      readonly name: undefined;
      readonly reason: NoName;
      readonly error: undefined;
    }
  | {
      readonly status: 'unknown';
      readonly name: string | undefined;
      readonly reason: undefined;
      readonly error: ContractError;
    };

/** The options of {@link watchName}: those of `getName`. */
export interface WatchNameOptions extends WatchAccountOptions {
  /** The name that a server has read: the state is `found` at once. It is read again. */
  readonly initial?: string | undefined;
}

const OPTIONS: OptionTable<WatchNameOptions> = { ...WATCH_OPTIONS, initial: someText };

/**
 * Reads the primary name of an account (BNS-V2), such as `alice.btc`, while there are listeners: again when the user returns to
 * the page after ten minutes or more, and after a failure that may be temporary. Show it as a label beside the address, never
 * instead of it. An address of another network than that of the client is an `error` of the state, as of `watchBalance`.
 *
 * @throws ContractError `invalid` for a wrong option. A wrong address is an `error` of the state.
 * @example
 * ```ts
 * import { watchName } from 'stacks-wallet-elements/contracts';
 *
 * const name = watchName('SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH');
 * const unsubscribe = name.subscribe(() => console.log(name.state.status, name.state.name));
 * unsubscribe();
 * ```
 */
export function watchName(address: string, options?: WatchNameOptions): Watcher<NameState> {
  return createNameWatcher('watchName', address, options);
}

/** @param caller the function that the page has called, for the errors */
export function createNameWatcher(
  caller: string,
  address: string,
  options: WatchNameOptions | undefined,
): Watcher<NameState> {
  const checked = readOptions(caller, options, OPTIONS);
  const { initial, source, maxAge, beforeRead, signal } = checked;
  const account = new AccountNetwork(address, checked);
  return new ReadWatcher<Known, NameState>({
    empty: { status: 'loading', name: undefined, ...NOTHING },
    initial: initial === undefined ? undefined : { status: 'found', name: initial, ...NOTHING },
    read: async (ended, isFresh) => {
      account.check(caller);
      const network = account.current;
      const kept = isFresh ? 0 : maxAge;
      const call = { network, source, signal: ended, maxAge: kept };
      const result = await readName(caller, address, call);
      if (result.status === 'unknown') throw result.error;
      return result;
    },
    toReading: ({ name }) => ({ status: 'loading', name, ...NOTHING }),
    toReady: (result) =>
      result.status === 'found'
        ? { status: 'found', name: result.name, ...NOTHING }
        : { status: 'none', name: undefined, reason: result.reason, error: undefined },
    toFailed: (thrown, { name }) => ({
      status: 'unknown',
      name,
      reason: undefined,
      error: toContractError(caller, thrown),
    }),
    getDelay: getRetryDelay,
    maxAge: FRESH,
    watch: (_again, restart) => account.watch(restart),
    beforeRead,
    signal,
  });
}

type Known = Exclude<NameResult, { readonly status: 'unknown' }>;
const NOTHING = { reason: undefined, error: undefined } as const;
