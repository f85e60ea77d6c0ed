import type { FtMetadata } from './ft-metadata.js';

/** The metadata of an NFT (SIP-009), as the metadata service returns it. */
export type NftMetadata = Pick<FtMetadata, 'token_uri' | 'metadata'>;

/** The metadata of a semi-fungible token (SIP-013), as the metadata service returns it. */
export type SftMetadata = Pick<
  FtMetadata,
  'token_uri' | 'decimals' | 'total_supply' | 'invalid' | 'metadata'
>;
