import { clip, describe } from '../errors.js';
import { withoutQuery } from '../http/base-url.js';
import { readRoutes } from '../http/stacks-routes.js';
import { empty, isRecord } from '../lib/safe-access.js';
import { canBeOn, getAddressFormat, parsePrincipal } from '../stacks/address.js';
import { encodeClarity } from '../stacks/clarity.js';
import { encodePrincipal, expectPrincipal } from '../stacks/stacks-address.js';
import type { AssetId } from '../stacks/clarity-value.js';
import { principal } from '../clarity/cl.js';
import type { AbiType } from './abi.js';
import { callRead } from './call-read.js';
import { ContractError } from './contract-error.js';
import * as option from '../lib/read-options.js';
import {
  askRoute,
  GET_SMALL,
  checkPrincipal,
  findAccountNode,
  HEX,
  invalid,
  notFound,
  READ_OPTIONS,
  readAmount,
  readOptions,
  refused,
  unusable,
  type ReadOptions,
} from './stacks-node.js';

/** Micro-STX. */
export interface StxBalance {
  /** What can be sent. */
  readonly available: bigint;
  /** Locked by stacking. */
  readonly locked: bigint;
  /** Both together. */
  readonly total: bigint;
  /** The height of the Bitcoin block in which it is unlocked. Undefined if nothing is locked. */
  readonly unlockHeight: number | undefined;
}

/** The balance of a token, or why a row of the service says none. */
export type FtBalance =
  | {
      readonly assetId: AssetId;
      /** Base units. */
      readonly balance: bigint;
      readonly error?: undefined;
    }
  | {
      /** As the service writes it, shortened. Undefined if it is no text. */
      readonly assetId: string | undefined;
      readonly balance?: undefined;
      readonly error: ContractError;
    };

type Json = Readonly<Record<string, unknown>>;

/**
 * The STX of an account: first what can be spent. An address that the chain does not know has zero.
 *
 * @throws ContractError `invalid`, `wrong-network`, `rate-limited`, `network`, `bad-response`; the reason of the signal
 * @example
 * ```ts
 * import { getStxBalance } from 'stacks-wallet-elements/contracts';
 *
 * const { available, locked } = await getStxBalance('SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH');
 * ```
 */
export function getStxBalance(address: string, options?: ReadOptions): Promise<StxBalance> {
  return readStxBalance('getStxBalance', address, options);
}

/** @param caller the function that the page has called, for the errors */
export async function readStxBalance(
  caller: string,
  address: string,
  options: ReadOptions | undefined,
): Promise<StxBalance> {
  const checked = readOptions(caller, options, READ_OPTIONS);
  checkPrincipal(caller, 'address', address);
  const node = findAccountNode(caller, address, checked);
  const readBalance = (path: string) => askRoute(node, { ...GET_SMALL, caller, path }, checked);
  const balance = await readRoutes(`${node.baseUrl} balances/stx`, [
    async () => {
      const json = await readBalance(`/extended/v3/principals/${address}/balances/stx`);
      if (!json) return undefined;
      const { locked } = json;
      const available = readAmount(caller, 'available', json['available']);
      const total = readAmount(caller, 'balance', json['balance']);
      const lock = isRecord(locked) ? locked : undefined;
      if (!lock && locked !== null) throw unusable(caller, 'locked', locked, 'an object or null');
      const amount = lock ? readAmount(caller, 'locked.amount', lock['amount']) : 0n;
      if (available + amount !== total) {
        throw unusable(caller, 'balance', total, `${available + amount}, the available and the locked amount`); // prettier-ignore
      }
      const height = lock?.['burn_unlock_height'];
      return toBalance(caller, available, amount, 'locked.burn_unlock_height', height);
    },
    // Nodes have this route, and every API forwards it. Its `balance` is what can be spent.
    async () => {
      const json = await readBalance(`/v2/accounts/${address}?proof=0`);
      if (!json) return undefined;
      const available = readAmount(caller, 'balance', json['balance'], HEX);
      const locked = readAmount(caller, 'locked', json['locked'], HEX);
      return toBalance(caller, available, locked, 'unlock_height', json['unlock_height']);
    },
  ]);
  return balance ?? notFound(caller, `account ${address} at ${withoutQuery(node.baseUrl)}`);
}

function toBalance(
  caller: string,
  available: bigint,
  locked: bigint,
  field: string,
  height: unknown,
): StxBalance {
  const total = available + locked;
  if (locked === 0n) return { available, locked, total, unlockHeight: undefined };
  if (!Number.isSafeInteger(height) || (height as number) < 0) {
    throw unusable(caller, field, height, 'the height of a block');
  }
  return { available, locked, total, unlockHeight: height as number };
}

/**
 * What an account has of a fungible token, and can send, in base units.
 *
 * @param assetId `<address>.<contract-name>::<asset-name>`
 * @throws ContractError `invalid`, `wrong-network`, `not-found`, `rate-limited`, `network`, `bad-response`; the reason of the signal
 * @example
 * ```ts
 * import { getFtBalance, SBTC } from 'stacks-wallet-elements/contracts';
 *
 * const satoshis = await getFtBalance('SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH', SBTC.mainnet);
 * ```
 */
export function getFtBalance(
  address: string,
  assetId: string,
  options?: ReadOptions,
): Promise<bigint> {
  const expected = '`<address>.<contract-name>::<asset-name>`, such as `SBTC.mainnet`';
  return readFtBalance({ caller: 'getFtBalance', field: 'assetId', expected }, address, assetId, options); // prettier-ignore
}

/** What the page has called, and its argument or option with the token, for the errors. */
interface FtReader {
  readonly caller: string;
  readonly field: string;
  readonly expected: string;
}

export async function readFtBalance(
  { caller, field, expected }: FtReader,
  address: string,
  assetId: string,
  options: ReadOptions | undefined,
): Promise<bigint> {
  const checked = readOptions(caller, options, READ_OPTIONS);
  checkPrincipal(caller, 'address', address);
  if (typeof assetId !== 'string' || !encodePrincipal(assetId)?.asset) {
    invalid(caller, field, assetId, expectPrincipal(expected, assetId));
  }
  const node = findAccountNode(caller, address, checked);
  // An API answers 0 for a token of another network.
  const { address: deployer, contract: name } = parsePrincipal(assetId)!;
  if (!canBeOn(getAddressFormat(deployer)!, node.network)) {
    invalid(caller, field, assetId, `a token on ${node.network}, as ${address}`);
  }
  const balance = await readRoutes(`${node.baseUrl} balances/ft of a token`, [
    async () => {
      const path = `/extended/v3/principals/${address}/balances/ft/${encodeURIComponent(assetId)}`;
      const json = await askRoute(node, { ...GET_SMALL, caller, path }, checked);
      if (!json) return undefined;
      const { asset_identifier: answeredId = assetId } = json;
      if (answeredId !== assetId) throw unusable(caller, 'asset_identifier', answeredId, assetId);
      return readAmount(caller, 'balance', json['balance']);
    },
    // A node knows balances only by the contract. Not all of the sBTC in `get-balance` can be sent.
    async () => {
      const isSbtc = assetId.endsWith('.sbtc-token::sbtc-token');
      const functionName = isSbtc ? 'get-balance-available' : 'get-balance';
      const who = encodeClarity(principal(address), 'address', (...refused) =>
        invalid(caller, ...refused),
      ).hex;
      const target = {
        node,
        contract: `${deployer}.${name}`,
        name: functionName,
        type: BALANCE,
        tip: undefined,
      };
      const { value } = await callRead(target, [who], address, checked);
      const response = value as { ok: true; value: bigint } | { ok: false };
      if (response.ok) return response.value;
      throw new ContractError(
        'bad-response',
        `${caller}: ${functionName} did not answer with an amount.`,
      );
    },
  ]);
  // The call of the contract returns an amount or throws.
  return balance!;
}

/** The type of `get-balance` (SIP-010). Contracts have a number as an error, if any. */
const BALANCE: AbiType = { response: { ok: 'uint128', error: 'uint128' } };

/** The options of {@link getFtBalances}. */
export interface FtBalancesOptions extends ReadOptions {
  /** The most tokens. Default: 100. At most 1000. */
  readonly limit?: number | undefined;
}
const LIST_OPTIONS: option.OptionTable<FtBalancesOptions> = {
  ...READ_OPTIONS,
  limit: option.integer(1, 1000),
};
/** The most tokens of one answer (stacks-blockchain-api 9.0). */
const MAX_PAGE_SIZE = 200;
/** The most rows that are read of the older route, which has no limit: each has a checksum. */
const MAX_ROWS = 5_000;
/** The most bytes of a row: an identifier of 212 characters, and amounts. */
const MAX_ROW_BYTES = 1_000;
/** The most requests for a list. */
const MAX_REQUESTS = 10;
const NO_FIELDS = empty<Json>();

/** The rows of a list of tokens: each token once. */
class FtRows {
  readonly #rows = new Map<unknown, FtBalance>();
  readonly #caller: string;
  readonly #network: string;

  constructor(caller: string, network: string) {
    this.#caller = caller;
    this.#network = network;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** The largest balances first, then what could not be read. The older route has any order. */
  list(): readonly FtBalance[] {
    return [...this.#rows.values()].sort((row, other) => {
      const [a, b] = [row.balance ?? -1n, other.balance ?? -1n];
      return a === b ? 0 : a > b ? -1 : 1;
    });
  }

  add(assetId: unknown, balance: unknown): void {
    const row = this.#read(assetId, balance);
    // Rows without a readable token are not merged.
    const key = row.assetId ?? row;
    const before = this.#rows.get(key);
    if (!before) this.#rows.set(key, row);
    // A row that was refused stays refused.
    else if (before.error || before.balance === row.balance) return;
    else this.#rows.set(key, this.#refuse(assetId, 'balance', row.balance, `${describe(before.balance)}, as in another row`)); // prettier-ignore
  }

  #read(assetId: unknown, balance: unknown): FtBalance {
    const { address } = encodePrincipal(assetId)?.asset ? parsePrincipal(assetId)! : {};
    if (address === undefined || !canBeOn(getAddressFormat(address)!, this.#network)) {
      return this.#refuse(assetId, 'asset_identifier', assetId, `a token on ${this.#network}`);
    }
    try {
      const amount = readAmount(this.#caller, 'balance', balance);
      return { assetId: assetId as AssetId, balance: amount };
    } catch (error) {
      return { assetId: assetId as AssetId, error: error as ContractError };
    }
  }

  #refuse(assetId: unknown, field: string, value: unknown, expected: string): FtBalance {
    return {
      assetId: typeof assetId === 'string' ? clip(assetId, 212) : undefined,
      error: unusable(this.#caller, field, value, expected),
    };
  }
}

/**
 * The fungible tokens of an account, the largest balances first. Needs a Stacks API: a node alone has no list of them. A row
 * that cannot be used, or that contradicts another one, does not hide the other tokens: it has an `error` and no `balance`.
 *
 * @throws ContractError `invalid`, `wrong-network`, `not-found`, `rate-limited`, `network`, `bad-response`; the reason of the signal
 * @example
 * ```ts
 * import { getFtBalances } from 'stacks-wallet-elements/contracts';
 *
 * const tokens = await getFtBalances('SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH');
 * for (const { assetId, balance, error } of tokens) console.log(assetId, balance ?? error?.message);
 * ```
 */
export async function getFtBalances(
  address: string,
  options?: FtBalancesOptions,
): Promise<readonly FtBalance[]> {
  const caller = 'getFtBalances';
  const checked = readOptions(caller, options, LIST_OPTIONS);
  const { limit = 100 } = checked;
  checkPrincipal(caller, 'address', address);
  const node = findAccountNode(caller, address, checked);
  const balances = new FtRows(caller, node.network);
  const rows = await readRoutes(`${node.baseUrl} balances/ft`, [
    async () => {
      let cursor = '';
      // A service may give a cursor without an end, and fewer rows than it was asked for.
      for (let requests = 0; requests < MAX_REQUESTS && balances.size < limit; requests += 1) {
        const pageSize = Math.min(limit - balances.size, MAX_PAGE_SIZE);
        const path = `/extended/v3/principals/${address}/balances/ft?limit=${pageSize}${cursor}`;
        const json = await askRoute(
          node,
          { ...GET_SMALL, caller, path, maxBytes: MAX_PAGE_SIZE * MAX_ROW_BYTES },
          checked,
        );
        if (!json && cursor === '') return undefined;
        const results = json?.['results'];
        if (!Array.isArray(results)) throw refused(caller, json ? 200 : 404);
        const before = balances.size;
        for (const row of results.slice(0, MAX_PAGE_SIZE) as readonly unknown[]) {
          const { asset_identifier, balance } = isRecord(row) ? row : NO_FIELDS;
          balances.add(asset_identifier, balance);
        }
        const cursors = json?.['cursor'];
        const next = isRecord(cursors) ? cursors['next'] : undefined;
        // encodeURIComponent throws for a lone surrogate.
        const isText = typeof next === 'string' && !/\p{Surrogate}/u.test(next);
        if (!isText || balances.size === before) break;
        cursor = `&cursor=${encodeURIComponent(next)}`;
      }
      return balances.list();
    },
    async () => {
      const path = `/extended/v1/address/${address}/balances`;
      const json = await askRoute(
        node,
        { ...GET_SMALL, caller, path, maxBytes: MAX_ROWS * MAX_ROW_BYTES },
        checked,
      );
      if (!json) return undefined;
      const tokens = json['fungible_tokens'];
      if (!isRecord(tokens)) throw unusable(caller, 'fungible_tokens', tokens, 'an object');
      for (const [assetId, row] of Object.entries(tokens).slice(0, MAX_ROWS)) {
        balances.add(assetId, (isRecord(row) ? row : NO_FIELDS)['balance']);
      }
      return balances.list();
    },
  ]);
  return (rows ?? notFound(caller, `list of tokens at ${withoutQuery(node.baseUrl)}`)).slice(
    0,
    limit,
  );
}
