import { define } from '../../define/define.js';
import { FtAmount } from './ft-amount.js';

define('ft-amount', FtAmount);

export type * from './ft-amount.js';
