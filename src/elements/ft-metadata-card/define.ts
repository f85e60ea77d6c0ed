import { define } from '../../define/define.js';
import { FtMetadataCard } from './ft-metadata-card.js';

define('ft-metadata-card', FtMetadataCard);

export type * from './ft-metadata-card.js';
