/** Tokens, balances and names. */
import { isObject } from '../lib/safe-access.js';
import { toIdentity, toKey } from '../lib/to-key.js';
import {
  createTokenWatcher,
  type TokenState,
  type WatchTokenOptions,
} from '../metadata/watch-token.js';
import {
  createBalanceWatcher,
  type BalanceState,
  type WatchBalanceOptions,
} from '../contracts/watch-balance.js';
import {
  createNameWatcher,
  type NameState,
  type WatchNameOptions,
} from '../contracts/watch-name.js';
import { nothing, toHook, type Watched, type Watcher } from './watcher.js';

/** Nothing is read: what would be read is undefined. */
export interface Idle {
  readonly status: 'idle';
  readonly error: undefined;
}

/** A token, see `watchToken`. `idle`: without a principal. */
export type TokenSnapshot = TokenState | (Idle & { readonly token: undefined });

export type UseTokenOptions = Omit<WatchTokenOptions, 'signal'>;

const NO_TOKEN: TokenSnapshot = Object.freeze({
  status: 'idle',
  token: undefined,
  error: undefined,
});

/**
 * Loads a token in the browser, if there is a principal.
 *
 * @throws MetadataError `invalid-params` for a wrong option, which it names
 */
export function watchToken(
  principal: string | undefined,
  options: UseTokenOptions | undefined,
): Watched<Watcher<TokenSnapshot>> {
  const create = (): Watcher<TokenSnapshot> =>
    principal ? toHook(createTokenWatcher('useToken', principal, options)) : nothing(NO_TOKEN);
  return { key: toOptionsKey(principal, options), create };
}

/** What an account can spend, see `watchBalance`. `idle`: without an address. */
export type BalanceSnapshot = BalanceState | (Idle & { readonly balance: undefined });

export type UseBalanceOptions = Omit<WatchBalanceOptions, 'signal'>;

const NO_BALANCE: BalanceSnapshot = Object.freeze({
  status: 'idle',
  balance: undefined,
  error: undefined,
});

/**
 * Reads a balance in the browser, if there is an address.
 *
 * @throws ContractError `invalid` for a wrong option, which it names
 */
export function watchBalance(
  address: string | undefined,
  options: UseBalanceOptions | undefined,
): Watched<Watcher<BalanceSnapshot>> {
  const create = (): Watcher<BalanceSnapshot> =>
    address ? toHook(createBalanceWatcher('useBalance', address, options)) : nothing(NO_BALANCE);
  return { key: toOptionsKey(address, options), create };
}

/** The name of an account, see `watchName`. `idle`: without an address. */
export type NameSnapshot =
  | NameState
  | (Idle & { readonly name: undefined; readonly reason: undefined });

export type UseNameOptions = Omit<WatchNameOptions, 'signal'>;

const NO_NAME: NameSnapshot = Object.freeze({
  status: 'idle',
  name: undefined,
  reason: undefined,
  error: undefined,
});

/**
 * Reads a name in the browser, if there is an address.
 *
 * @throws ContractError `invalid` for a wrong option, which it names
 */
export function watchName(
  address: string | undefined,
  options: UseNameOptions | undefined,
): Watched<Watcher<NameSnapshot>> {
  const create = (): Watcher<NameSnapshot> =>
    address ? toHook(createNameWatcher('useName', address, options)) : nothing(NO_NAME);
  return { key: toOptionsKey(address, options), create };
}

/** Arguments as a text. A client is compared by its identity. */
function toOptionsKey(argument: unknown, options: object | undefined): string {
  const { client, ...rest } = { ...options } as { readonly client?: unknown };
  return toKey([argument, rest, isObject(client) ? toIdentity(client) : client]);
}
