import { custom } from '../lib/read-options.js';
import { SIGN_IN_CHAINS } from '../sign-in/message.js';

/** The option of a server that names its chains. */
export const CHAIN_LIST = custom(
  `an array of one or more of ${SIGN_IN_CHAINS.join(', ')}`,
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((chain) => SIGN_IN_CHAINS.some((name) => name === chain)),
);
