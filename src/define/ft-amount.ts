import { FtAmount } from '../elements/ft-amount/ft-amount.js';
import { define } from './define.js';

define('ft-amount', FtAmount);

export type * from '../elements/ft-amount/ft-amount.js';
