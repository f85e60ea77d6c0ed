import { define } from '../../define/define.js';
import { FtList } from './ft-list.js';

define('ft-list', FtList);

export type * from './ft-list.js';
