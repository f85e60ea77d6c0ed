import { define } from './define.js';
import { FtMetadataCard } from '../elements/ft-metadata-card/ft-metadata-card.js';

define('ft-metadata-card', FtMetadataCard);

export type * from '../elements/ft-metadata-card/ft-metadata-card.js';
