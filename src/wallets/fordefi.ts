import { read } from '../lib/safe-access.js';
import { fordefiInfo } from './fordefi-info.js';
import { defineWallet, type Answers } from './standard.js';
import { satsConnect } from './xverse.js';

/** The methods that are sent in the same way as to Xverse. A new method does not compile until it is here. */
type Shared =
  | 'getAddresses'
  | 'sendTransfer'
  | 'signMessage'
  | 'signPsbt'
  | 'stx_getAddresses'
  | 'stx_getAccounts'
  | 'stx_getNetworks'
  | 'stx_transferStx'
  | 'stx_transferSip10Ft'
  | 'stx_transferSip9Nft'
  | 'stx_callContract'
  | 'stx_deployContract'
  | 'stx_signTransaction'
  | 'stx_signTransactions'
  | 'stx_signMessage'
  | 'stx_signStructuredMessage'
  | 'stx_updateProfile';

const answers: Pick<Answers, Shared> = satsConnect.answers;

/** Fordefi publishes no schema. It is treated like Xverse until more is known. */
export const fordefi = defineWallet({
  ...fordefiInfo,
  ...satsConnect,
  answers,
  isOwn: (provider) => read(provider, 'isFordefi') === true,
});
