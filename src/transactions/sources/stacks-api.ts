import { STACKS_APIS } from '../../stacks/address.js';
import { STACKS_API } from '../options.js';
import type { SourceOptions, TransactionSource } from '../types.js';
import { createSource } from './create-source.js';

/**
 * The API of Stacks nodes, such as Hiro's. Reads the routes `v3`; those of `v1`, which are deprecated since 2026, from an
 * API without `v3`, and to find out why a transaction was dropped. Default URL: mainnet.
 *
 * @example
 * ```ts
 * import { stacksApi, trackTransaction } from 'stacks-wallet-elements/transactions';
 *
 * const source = stacksApi({ baseUrl: 'http://localhost:3999' });
 * trackTransaction('5a'.repeat(32), { network: 'devnet', source });
 * ```
 *
 * @throws TransactionError `invalid` for a wrong option, which it names
 */
export function stacksApi(options?: SourceOptions): TransactionSource {
  return createSource(
    { name: STACKS_API, chain: 'stacks', baseUrl: STACKS_APIS.mainnet, isBatched: true },
    options,
    ({ readStacksApi }, baseUrl) => readStacksApi(baseUrl),
  );
}
