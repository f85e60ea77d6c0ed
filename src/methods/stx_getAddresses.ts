import type { AddressesResult } from '../wire/addresses.js';
import {
  addressFields,
  readsAddresses,
  networkOnly,
  toStacksAddresses,
  type GetAddressesParams,
} from './addresses.js';
import * as is from './checks.js';
import type { Method } from './method.js';

/** The Stacks addresses of the account. */
export const stx_getAddresses: Method<GetAddressesParams | undefined, AddressesResult> = {
  check: is.orNothing(addressFields),
  write: networkOnly,
  read: toStacksAddresses,
  ...readsAddresses,
};
