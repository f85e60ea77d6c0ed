import type {
  FtMetadataAnswer,
  FtMetadataOptions,
  MetadataClient,
  MetadataClientOptions,
} from './client.js';

/*
 * The client of `./metadata` behind the same names, loaded with the first question: a page that shows no
 * token never loads it.
 */

/** As `createMetadataClient` of `stacks-wallet-elements/metadata`. */
export function createMetadataClient(options?: MetadataClientOptions): MetadataClient {
  let client: Promise<MetadataClient> | undefined;
  return {
    async getFtMetadata(principal, call) {
      client ??= import('./client.js').then((module) => module.createMetadataClient(options));
      // The next question tries again where it could not be loaded.
      client.catch(() => (client = undefined));
      return (await client).getFtMetadata(principal, call);
    },
  };
}

/** As `getFtMetadata` of `stacks-wallet-elements/metadata`: through the page-wide client. */
export async function getFtMetadata(
  principal: string,
  options?: FtMetadataOptions,
): Promise<FtMetadataAnswer> {
  const { defaultMetadataClient } = await import('./default-client.js');
  return defaultMetadataClient().getFtMetadata(principal, options);
}
