import {
  requestNode,
  findNode,
  GET_SMALL,
  invalid,
  READ_OPTIONS,
  readOptions,
  unusable,
  type ReadOptions,
} from './stacks-node.js';

/** A block of the Stacks chain, and the Bitcoin block of its tenure. */
export interface BlockTime {
  readonly height: number;
  /** Milliseconds since 1970, as of `Date.now()`. */
  readonly time: number;
  readonly burnHeight: number;
  /** Milliseconds since 1970. */
  readonly burnTime: number;
}

/**
 * When a block was mined. The time is what its miner wrote, within the rules of the chain. For a deadline in Bitcoin blocks,
 * count about ten minutes for each from `burnHeight` on. Needs a Stacks API: a node alone has no such route.
 *
 * @param block a height of the Stacks chain, or `latest`
 * @throws ContractError `invalid`; `not-found` for a block that is not there yet; `rate-limited`, `network`, `bad-response`;
 *   the reason of the signal
 * @example
 * ```ts
 * import { getBlockTime } from 'stacks-wallet-elements/contracts';
 *
 * const { time, burnHeight } = await getBlockTime('latest', { network: 'mainnet' });
 * const deadline = 900_000; // a height of Bitcoin, as in a contract
 * console.log(new Date(time + (deadline - burnHeight) * 600_000));
 * ```
 */
export async function getBlockTime(
  block: number | 'latest',
  options?: ReadOptions,
): Promise<BlockTime> {
  const caller = 'getBlockTime';
  const checked = readOptions(caller, options, READ_OPTIONS);
  const isHeight = Number.isSafeInteger(block) && (block as number) >= 0;
  if (!isHeight && block !== 'latest') invalid(caller, 'block', block, 'a height or "latest"');
  const node = findNode(caller, undefined, checked);
  // Of stacks-blockchain-api since 7.10. `v3` has no block of its own.
  const path = `/extended/v2/blocks/${block}`;
  const request = { ...GET_SMALL, caller, path, missing: `block ${block}` };
  const { json } = await requestNode(node, request, checked);
  const read = (field: string): number => {
    const value = (json as Readonly<Record<string, unknown>>)[field];
    if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
    throw unusable(caller, field, value, 'a whole number');
  };
  const height = read('height');
  if (isHeight && height !== block) throw unusable(caller, 'height', height, String(block));
  return {
    height,
    time: read('block_time') * 1_000,
    burnHeight: read('burn_block_height'),
    burnTime: read('burn_block_time') * 1_000,
  };
}
