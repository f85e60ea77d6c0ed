import { mustBe, withDocs } from '../errors.js';
import { oneOf, readOptions, text, type OptionTable } from '../lib/read-options.js';
import { has, httpsUrl, read } from '../lib/safe-access.js';
import {
  getAddressFormat,
  getMempoolSpaceUrl,
  getNetwork,
  getNetworkFamily,
  normalizeNetwork,
  type NetworkName,
} from '../stacks/address.js';
import { getSettings } from './configure.js';
import { A_NETWORK, suggestNetwork } from './services.js';

/** What {@link explorerUrl} links to. `chain` of a transaction: default `stacks`. */
export type ExplorerTarget =
  | { readonly address: string; readonly network?: NetworkName | undefined }
  | {
      readonly txid: string;
      readonly chain?: 'stacks' | 'bitcoin' | undefined;
      readonly network?: NetworkName | undefined;
    };

interface TargetOptions {
  readonly address?: string | undefined;
  readonly txid?: string | undefined;
  readonly chain?: 'stacks' | 'bitcoin' | undefined;
  readonly network?: NetworkName | undefined;
}
const TARGET: OptionTable<TargetOptions> = {
  address: text,
  txid: text,
  chain: oneOf('stacks', 'bitcoin'),
  network: text,
};

/**
 * The URL of an address or a transaction in the Stacks explorer or in mempool.space. Undefined for a local chain, which they
 * do not have, and for a text that is no address and no id.
 *
 * @param target `network` default: for an address, that of its prefix; for a transaction, that of `configure()`, else mainnet
 * @throws TypeError for a wrong field, which it names
 * @example
 * ```ts
 * import { explorerUrl } from 'stacks-wallet-elements';
 *
 * console.log(explorerUrl({ address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' }));
 * console.log(explorerUrl({ txid: '5a'.repeat(32), network: 'testnet' }));
 * ```
 */
export function explorerUrl(target: ExplorerTarget): string | undefined {
  const {
    address,
    txid = '',
    chain = 'stacks',
    network,
  } = readOptions<TargetOptions>('explorerUrl', target, TARGET, undefined, 'target');
  const settings = getSettings();
  const meant = network && suggestNetwork(network, settings);
  if (meant) {
    const message = `${mustBe('network', network, A_NETWORK)} ${meant}`;
    throw new TypeError(withDocs(`explorerUrl: ${message}`, 'options'));
  }
  if (address !== undefined) {
    const format = getAddressFormat(address);
    return format && explorerLink({ chain: format.chain, address, network }, undefined);
  }
  const [, hex] = /^(?:0x)?([0-9a-f]{64})$/i.exec(txid) ?? [];
  const page = { chain, network: network ?? settings.network ?? 'mainnet' };
  return hex && explorerLink({ ...page, txid: (chain === 'stacks' ? '0x' : '') + hex }, undefined);
}

/**
 * The page that a link to an explorer opens: an address or a transaction. Without a network, the prefix of the address
 * determines it.
 */
export type ExplorerPage = { readonly chain: 'stacks' | 'bitcoin' } & (
  | { readonly address: string; readonly network: string | undefined }
  | { readonly txid: string; readonly network: string }
);

/**
 * The URL of a page in an explorer. `template` replaces the default explorer; `{chain}`, `{network}`, and `{address}`
 * or `{txid}` are filled in. Undefined if no default explorer has the network (a local one), or if the URL
 * is not https.
 */
export function explorerLink(page: ExplorerPage, template: string | undefined): string | undefined {
  const network = normalizeNetwork(page.network ?? getNetwork(read(page, 'address')) ?? 'testnet');
  const source = template || defaultTemplate(page.chain, network, has(page, 'txid'));
  const values: Readonly<Record<string, string>> = { ...page, network };
  return (
    source &&
    httpsUrl(
      source.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
        Object.hasOwn(values, name) ? encodeURIComponent(values[name]!) : placeholder,
      ),
    )
  );
}

function defaultTemplate(
  chain: ExplorerPage['chain'],
  network: string,
  isTransaction: boolean,
): string | undefined {
  if (chain === 'bitcoin') {
    const mempool = getMempoolSpaceUrl(network);
    return mempool && `${mempool}/${isTransaction ? 'tx/{txid}' : 'address/{address}'}`;
  }
  const family = getNetworkFamily(network);
  return family === 'mainnet' || family === 'testnet'
    ? stacksExplorer(isTransaction ? 'txid/{txid}' : 'address/{address}', family)
    : undefined;
}

/** The URL of a page of the Stacks explorer: an address or a transaction, on mainnet or testnet. */
export const stacksExplorer = (page: string, chain: string): string =>
  `https://explorer.hiro.so/${page}?chain=${chain}`;
