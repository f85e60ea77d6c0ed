import type { NftMetadata, SftMetadata } from '../wire/nft-metadata.js';
import type { FtMetadataAnswer, FtMetadataOptions } from './options.js';

/** The metadata of an NFT, and its locale. */
export type NftMetadataAnswer = NftMetadata & Pick<FtMetadataAnswer, 'locale'>;

/** The metadata of a semi-fungible token, and its locale. */
export type SftMetadataAnswer = SftMetadata & Pick<FtMetadataAnswer, 'locale'>;

/**
 * The functions of a client for tokens with a token id: a bigint or decimal digits, from 0 to 2^128 - 1. Options,
 * limits, cache, pauses and errors are those of `getFtMetadata`. Another token id rejects with `invalid-token-id`
 * before any request.
 */
export interface NftMetadataClient {
  /** Returns the metadata of an NFT (SIP-009). The service does not say to which token its answer belongs. */
  getNftMetadata(
    principal: string,
    tokenId: bigint | string,
    options?: FtMetadataOptions,
  ): Promise<NftMetadataAnswer>;
  /** Returns the metadata and the amounts of a semi-fungible token (SIP-013). */
  getSftMetadata(
    principal: string,
    tokenId: bigint | string,
    options?: FtMetadataOptions,
  ): Promise<SftMetadataAnswer>;
}
