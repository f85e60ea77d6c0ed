import { define } from '../../define/define.js';
import { NftMetadataCard } from './nft-metadata-card.js';

define('nft-metadata-card', NftMetadataCard);

export type * from './nft-metadata-card.js';
