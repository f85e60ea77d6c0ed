import type { AddressesResult, GetAddressesParams } from '../accounts/addresses.js';
import * as is from './fields.js';
import { type Method, readAddresses, addressesMethod, addressesParams } from './method.js';

/** All addresses of the account, Stacks and Bitcoin: the same as `connect`. */
export const getAddresses: Method<GetAddressesParams | undefined, AddressesResult> = {
  ...addressesMethod,
  checkParams: is.orNothing({ ...addressesParams, allowPolicyAccounts: is.optional(is.flag) }),
  readAnswer: readAddresses,
};
