import type { AccountsResult } from './addresses.js';
import {
  readsAddresses,
  networkOnly,
  toAccounts,
  type GetAccountsParams,
} from './address-methods.js';
import * as is from './checks.js';
import type { Method } from './method.js';

/** The Stacks accounts, with their Gaia data. */
export const stx_getAccounts: Method<GetAccountsParams | undefined, AccountsResult> = {
  check: is.orNothing(is.network),
  write: networkOnly,
  read: toAccounts,
  ...readsAddresses,
};
