import type { AddressesResult } from './addresses.js';
import {
  addressFields,
  readsAddresses,
  networkOnly,
  toAddresses,
  type GetAddressesParams,
} from './address-methods.js';
import * as is from './checks.js';
import type { Method } from './method.js';

/** All addresses of the account, Stacks and Bitcoin: the same as `connect`. */
export const getAddresses: Method<GetAddressesParams | undefined, AddressesResult> = {
  check: is.orNothing(addressFields),
  write: networkOnly,
  read: toAddresses,
  ...readsAddresses,
};
