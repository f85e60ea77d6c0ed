import { define } from './define.js';
import { FtAmount } from '../elements/ft-amount/ft-amount.js';

define('ft-amount', FtAmount);

export type * from '../elements/ft-amount/ft-amount.js';
