import { custom, text, type OptionTable } from '../lib/read-options.js';
import { ReadWatcher, type Watcher } from '../lib/read-watcher.js';
import { getAddressFormat, getNetwork, getNetworkFamily } from '../stacks/address.js';
import { SBTC } from '../stacks/assets.js';
import type { SentTransaction, WalletClient } from '../core/types.js';
import type { Unsubscribe } from '../lib/store.js';
import { readFtBalance, readStxBalance } from './balances.js';
import type { ContractError } from './contract-error.js';
import { readOptions, type ReadOptions } from './stacks-node.js';
import {
  AccountNetwork,
  getRetryDelay,
  toContractError,
  WATCH_OPTIONS,
  type WatchAccountOptions,
} from './watch-account.js';

/** Milliseconds for which a balance is not read again when the user returns to the page. */
const FRESH = 10_000;

/**
 * What an account can spend of an asset, in base units: micro-STX, satoshis of sBTC. Frozen, and the same object until it
 * changes.
 *
 * - `loading`: also before the first listener, and while the service is busy (`error` says so). While it is read again, `balance`
 *   is that of before.
 * - `error`: after `network` it is read again. `balance` is that of before, if there is one.
 */
export type BalanceState =
  | {
      readonly status: 'loading';
      readonly balance: bigint | undefined;
      readonly error: ContractError | undefined;
    }
  | { readonly status: 'ready'; readonly balance: bigint; readonly error: undefined }
  | {
      readonly status: 'error';
      readonly balance: bigint | undefined;
      readonly error: ContractError;
    };

/** The options of {@link watchBalance}: those of `getStxBalance` and `getFtBalance`, and the asset. */
export interface WatchBalanceOptions extends WatchAccountOptions {
  /**
   * `stx`, `sbtc` (the official token on mainnet and testnet), or the asset identifier of a fungible token,
   * `<address>.<contract-name>::<asset-name>`. Default: `stx`.
   */
  readonly asset?: 'stx' | 'sbtc' | (string & {}) | undefined;
  /** What a server has read, in base units: the state is `ready` at once. It is read again. */
  readonly initial?: bigint | undefined;
}

const OPTIONS: OptionTable<WatchBalanceOptions> = {
  ...WATCH_OPTIONS,
  asset: text,
  initial: custom('a bigint', (value) => typeof value === 'bigint'),
};

/**
 * Reads what an account can spend while there are listeners: again after a transaction of the account, or of the client, has left
 * the mempool, when the user returns to the page after ten seconds or more, and after a failure that may be temporary.
 * It also stores every transaction that the client sends, as `trackSent` does.
 *
 * An address of another network than that of the client is an `error` of the state, `wrong-network`, unless the option `network`
 * names its network: a balance of a testnet is not shown as if it were one of mainnet. A client without a network reads the
 * address on its own.
 *
 * @throws ContractError `invalid` for a wrong option. A wrong address or asset is an `error` of the state.
 * @example
 * ```ts
 * import { watchBalance } from 'stacks-wallet-elements/contracts';
 *
 * const sbtc = watchBalance('SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH', { asset: 'sbtc' });
 * const unsubscribe = sbtc.subscribe(() => {
 *   const { status, balance, error } = sbtc.state;
 *   console.log(status, balance ?? error?.code);
 * });
 * unsubscribe();
 * ```
 */
export function watchBalance(
  address: string,
  options?: WatchBalanceOptions,
): Watcher<BalanceState> {
  return createBalanceWatcher('watchBalance', address, options);
}

/** @param caller the function that the page has called, for the errors */
export function createBalanceWatcher(
  caller: string,
  address: string,
  options: WatchBalanceOptions | undefined,
): Watcher<BalanceState> {
  const checked = readOptions(caller, options, OPTIONS);
  const { asset = 'stx', initial, source, maxAge, beforeRead, signal } = checked;
  const account = new AccountNetwork(address, checked);
  return new ReadWatcher<bigint, BalanceState>({
    empty: { status: 'loading', balance: undefined, error: undefined },
    initial:
      initial === undefined ? undefined : { status: 'ready', balance: initial, error: undefined },
    read: async (ended, isFresh) => {
      account.check(caller);
      const network = account.current;
      const kept = isFresh ? 0 : maxAge;
      const call = { network, source, signal: ended, maxAge: kept };
      return readBalance(caller, address, asset, call);
    },
    toReading: ({ balance, error }) => ({ status: 'loading', balance, error }),
    toReady: (balance) => ({ status: 'ready', balance, error: undefined }),
    toFailed: (thrown, { balance }) => {
      const error = toContractError(caller, thrown);
      return { status: error.code === 'rate-limited' ? 'loading' : 'error', balance, error };
    },
    getDelay: getRetryDelay,
    maxAge: FRESH,
    watch: (again, restart) => {
      const ends = [watchTransactions(account.client, address, again), account.watch(restart)];
      return () => ends.forEach((end) => end());
    },
    beforeRead,
    signal,
  });
}

const ASSET = '"stx", "sbtc" on mainnet or testnet, or `<address>.<contract-name>::<asset-name>`';

async function readBalance(
  caller: string,
  address: string,
  asset: string,
  call: ReadOptions,
): Promise<bigint> {
  const name = asset.toLowerCase();
  if (name === 'stx') {
    const { available } = await readStxBalance(caller, address, call);
    return available;
  }
  const { network } = call;
  const family = getNetworkFamily(network ?? '') ?? getNetwork(address);
  const sbtc = family === 'mainnet' || family === 'testnet' ? SBTC[family] : undefined;
  const reader = { caller, field: 'asset', expected: ASSET };
  return readFtBalance(reader, address, name === 'sbtc' ? (sbtc ?? name) : asset, call);
}

/**
 * The code that tracks transactions loads when it is needed, and then gets what the client has sent meanwhile. Without it, the
 * rest works.
 */
function watchTransactions(
  client: WalletClient,
  address: string,
  changed: () => void,
): Unsubscribe {
  const missed: SentTransaction[] = [];
  let track: (sent: SentTransaction) => void = (sent) => missed.push(sent);
  const ends = [client.on('sent', (sent) => track(sent))];
  let isEnded = false;
  import('../transactions/watch-settled.js').then(
    ({ watchSettled }) => {
      // A wrong address is an error of the read.
      if (isEnded || !getAddressFormat(address)) return;
      const on: WalletClient['on'] = (_type, listener) => {
        track = listener;
        missed.forEach(listener);
        return () => {};
      };
      ends.push(watchSettled({ on }, { account: address }, changed));
    },
    () => ends.forEach((end) => end()),
  );
  return () => {
    isEnded = true;
    ends.forEach((end) => end());
  };
}
