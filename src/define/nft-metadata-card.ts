import { define } from './define.js';
import { NftMetadataCard } from '../elements/nft-metadata-card/nft-metadata-card.js';

define('nft-metadata-card', NftMetadataCard);

export type * from '../elements/nft-metadata-card/nft-metadata-card.js';
