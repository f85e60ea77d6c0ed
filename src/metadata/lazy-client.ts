import { loadOnce } from '../lib/promises.js';
import type {
  FtMetadataAnswer,
  FtMetadataOptions,
  FtQuery,
  MetadataClient,
  MetadataClientOptions,
  TokensOptions,
} from './metadata-types.js';

/*
 * For the script tag and <wallet-context>: a page without tokens loads no code for tokens (9 kB with gzip), which is loaded
 * with the first call. Apps import `./metadata-client.js`.
 */

/** Like `createMetadataClient` of `stacks-wallet-elements/metadata`. */
export function createMetadataClient(options?: MetadataClientOptions): MetadataClient {
  return lazyClient(async () =>
    (await import('./metadata-client.js')).createMetadataClient(options),
  );
}

/** Like `getFtMetadata` of `stacks-wallet-elements/metadata`. */
export function getFtMetadata(
  principal: string,
  options?: FtMetadataOptions,
): Promise<FtMetadataAnswer> {
  return lazyClient(loadDefault).getFtMetadata(principal, options);
}

/** A client that calls another one, by default that of the page. */
export function withBaseUrl(
  client: MetadataClient | undefined,
  baseUrl: string | undefined,
): MetadataClient {
  return lazyClient(client ? () => Promise.resolve(client) : loadDefault, baseUrl);
}

const loadDefault = async (): Promise<MetadataClient> =>
  (await import('./metadata-client.js')).defaultMetadataClient();

/** `baseUrl`: for calls without one. */
function lazyClient(load: () => Promise<MetadataClient>, baseUrl?: string): MetadataClient {
  const get = loadOnce(load);
  const merge = <T extends FtMetadataOptions | TokensOptions | FtQuery>(
    options: T | undefined,
  ): T | undefined => (baseUrl ? ({ baseUrl, ...options } as T) : options);
  return {
    getFtMetadata: async (principal, call) => (await get()).getFtMetadata(principal, merge(call)),
    getNftMetadata: async (principal, id, call) =>
      (await get()).getNftMetadata(principal, id, merge(call)),
    getSftMetadata: async (principal, id, call) =>
      (await get()).getSftMetadata(principal, id, merge(call)),
    getTokens: async (principals, call) => (await get()).getTokens(principals, merge(call)),
    searchFts: async (query) => (await get()).searchFts(merge(query)),
  };
}
