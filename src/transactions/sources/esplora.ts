import { getMempoolSpaceUrl } from '../../stacks/address.js';
import type { SourceOptions, TransactionSource } from '../types.js';
import { createSource } from './create-source.js';

/**
 * A Bitcoin explorer with the API of Esplora, such as Blockstream's. Default URL: Blockstream's, mainnet.
 *
 * @example
 * ```ts
 * import { esplora, trackTransaction } from 'stacks-wallet-elements/transactions';
 *
 * const source = esplora({ baseUrl: 'https://blockstream.info/testnet/api' });
 * trackTransaction('5a'.repeat(32), { network: 'testnet', source });
 * ```
 *
 * @throws TransactionError `invalid` for a wrong option, which it names
 */
export function esplora(options?: SourceOptions): TransactionSource {
  return createSource(
    { name: 'esplora', chain: 'bitcoin', baseUrl: 'https://blockstream.info/api' },
    options,
    ({ readEsplora }) => readEsplora(),
  );
}

/**
 * mempool.space, which also reports replacements. Default URL: mainnet.
 *
 * @example
 * ```ts
 * import { mempoolSpace, trackTransaction } from 'stacks-wallet-elements/transactions';
 *
 * const source = mempoolSpace({ baseUrl: 'https://mempool.space/signet/api' });
 * trackTransaction('5a'.repeat(32), { network: 'signet', source });
 * ```
 *
 * @throws TransactionError `invalid` for a wrong option, which it names
 */
export function mempoolSpace(options?: SourceOptions): TransactionSource {
  const baseUrl = `${getMempoolSpaceUrl('mainnet')}/api`;
  return createSource(
    { name: 'mempool-space', chain: 'bitcoin', baseUrl },
    options,
    ({ readMempoolSpace }) => readMempoolSpace(),
  );
}
