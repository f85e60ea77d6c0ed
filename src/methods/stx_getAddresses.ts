import type { AddressesResult } from './addresses.js';
import {
  addressFields,
  readsAddresses,
  networkOnly,
  toStacksAddresses,
  type GetAddressesParams,
} from './address-methods.js';
import * as is from './checks.js';
import type { Method } from './method.js';

/** The Stacks addresses of the account. */
export const stx_getAddresses: Method<GetAddressesParams | undefined, AddressesResult> = {
  check: is.orNothing(addressFields),
  write: networkOnly,
  read: toStacksAddresses,
  ...readsAddresses,
};
