import { toJson } from '../errors.js';
import { readRoutes } from '../http/stacks-routes.js';
import { withoutQuery } from '../http/base-url.js';
import { bareHex } from '../lib/bytes.js';
import { isRecord } from '../lib/safe-access.js';
import { getNetworkFamily } from '../stacks/address.js';
import {
  askRoute,
  checkPrincipal,
  findNode,
  GET_SMALL,
  invalid,
  notFound,
  readAmount,
  readOptions,
  SOURCE_OPTIONS,
  READ_OPTIONS,
  unusable,
  type ReadOptions,
} from './stacks-node.js';

/** What a faucet has sent. */
export interface FaucetResult {
  /** Hex with `0x`. */
  readonly txid: string;
  /** Micro-STX, or satoshis of sBTC. Undefined if the service does not say it. */
  readonly amount: bigint | undefined;
}

export type FaucetOptions = Omit<ReadOptions, 'maxAge'>;
const OPTIONS = { ...SOURCE_OPTIONS, signal: READ_OPTIONS.signal };

/**
 * Asks the faucet of a test network for coins, which arrive when the transaction is in a block. Services limit how often.
 *
 * @param address of a test network
 * @throws ContractError `invalid` for an address of mainnet; `not-found` if the service has no faucet; `rate-limited`,
 *   `network`, `bad-response`; the reason of the signal
 * @example
 * ```ts
 * import { faucet } from 'stacks-wallet-elements/contracts';
 *
 * const { txid } = await faucet('ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ', 'stx');
 * ```
 */
export async function faucet(
  address: string,
  asset: 'stx' | 'sbtc',
  options?: FaucetOptions,
): Promise<FaucetResult> {
  const caller = 'faucet';
  const checked = readOptions<FaucetOptions>(caller, options, OPTIONS);
  checkPrincipal(caller, 'address', address);
  if (asset !== 'stx' && asset !== 'sbtc') invalid(caller, 'asset', asset, '"stx" or "sbtc"');
  const node = findNode(caller, address, checked);
  if (getNetworkFamily(node.network) === 'mainnet') invalid(caller, 'address', address, 'an address of a test network'); // prettier-ignore
  const ask = (path: string, body: string) =>
    askRoute(node, { ...GET_SMALL, caller, path, body }, checked);
  const toResult = (field: string, txid: unknown, amount: unknown): FaucetResult => {
    const hex = bareHex(txid);
    if (hex?.length !== 64) throw unusable(caller, field, txid, 'a transaction id');
    return { txid: `0x${hex}`, amount: amount === undefined ? undefined : readAmount(caller, 'amount', amount) }; // prettier-ignore
  };
  const sent = await readRoutes(`${node.baseUrl} faucets/${asset}`, [
    async () => {
      const json = await ask(`/extended/v3/faucets/${asset}`, toJson({ address })!);
      if (!json) return undefined;
      const { transaction, amount } = json;
      const txid = isRecord(transaction) ? transaction['tx_id'] : undefined;
      return toResult('transaction.tx_id', txid, isRecord(amount) ? amount[asset] : undefined);
    },
    async () => {
      if (asset !== 'stx') return undefined;
      const json = await ask(`/extended/v1/faucets/stx?address=${address}`, '{}');
      return json && toResult('txId', json['txId'], undefined);
    },
  ]);
  return sent ?? notFound(caller, `faucet for ${asset} at ${withoutQuery(node.baseUrl)}`);
}
