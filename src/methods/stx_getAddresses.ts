import type { AddressesResult, GetStacksAddressesParams } from '../accounts/addresses.js';
import { type Method, addressesMethod, readStacksAddresses } from './method.js';

/** The Stacks addresses of the account. */
export const stx_getAddresses: Method<GetStacksAddressesParams | undefined, AddressesResult> = {
  ...addressesMethod,
  expected: 'a Stacks address',
  readAnswer: readStacksAddresses,
};
