import { createMetadataClient } from './client.js';
import type { FtMetadataAnswer, FtMetadataOptions, MetadataClient } from './client.js';

/** Two copies of this package on one page share one cache; `1` is the version of the client's contract. */
const KEY = Symbol.for('stacks-wallet-elements/metadata-client/1');

/** The page-wide client: the public service, default limits. Made when it is first asked for. */
export function defaultMetadataClient(): MetadataClient {
  const shared = globalThis as { [KEY]?: MetadataClient };
  return (shared[KEY] ??= createMetadataClient());
}

/**
 * The metadata of the fungible token of a contract principal, through the page-wide client. See
 * {@link MetadataClient.getFtMetadata} for what it rejects with.
 */
export function getFtMetadata(
  principal: string,
  options?: FtMetadataOptions,
): Promise<FtMetadataAnswer> {
  return defaultMetadataClient().getFtMetadata(principal, options);
}
