import type { AddressesResult, GetAddressesParams } from '../accounts/addresses.js';
import { type Method, readAddresses, addressesMethod } from './method.js';

/** All addresses of the account, Stacks and Bitcoin: the same as `connect`. */
export const getAddresses: Method<GetAddressesParams | undefined, AddressesResult> = {
  ...addressesMethod,
  read: readAddresses,
};
