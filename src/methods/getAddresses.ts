import type { AddressesResult, GetAddressesParams } from './addresses.js';
import { type Method, readAddresses, readsAddresses } from './method.js';

/** All addresses of the account, Stacks and Bitcoin: the same as `connect`. */
export const getAddresses: Method<GetAddressesParams | undefined, AddressesResult> = {
  ...readsAddresses,
  read: readAddresses,
};
