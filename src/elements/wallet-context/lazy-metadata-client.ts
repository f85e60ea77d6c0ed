import type { MetadataClient } from '../../metadata/client.js';

/**
 * The outer client, or the page-wide one, with another base URL. Its code is loaded with the first request,
 * so that a page without tokens never loads it.
 */
export function lazyMetadataClient(
  baseUrl: string | undefined,
  outer: MetadataClient | undefined,
): MetadataClient {
  return {
    async getFtMetadata(principal, options) {
      const client =
        outer ?? (await import('../../metadata/default-client.js')).defaultMetadataClient();
      return client.getFtMetadata(principal, { ...(baseUrl && { baseUrl }), ...options });
    },
  };
}
