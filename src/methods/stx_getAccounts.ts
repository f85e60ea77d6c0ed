import type { AccountsResult, GetAccountsParams } from '../accounts/addresses.js';
import * as is from './fields.js';
import { type Method, addressesMethod, readStacksAddresses } from './method.js';

/** The Stacks accounts, with their Gaia data. */
export const stx_getAccounts: Method<GetAccountsParams | undefined, AccountsResult> = {
  ...addressesMethod,
  checkParams: is.orNothing(is.network),
  expected: 'a Stacks address',
  // The list as `addresses`, like the other methods, and as `accounts` (SIP-030).
  readAnswer: (answer) => {
    const result = readStacksAddresses(answer);
    return result && { ...result, accounts: result.addresses };
  },
};
