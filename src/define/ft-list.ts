import { define } from './define.js';
import { FtList } from '../elements/ft-list/ft-list.js';

define('ft-list', FtList);

export type * from '../elements/ft-list/ft-list.js';
