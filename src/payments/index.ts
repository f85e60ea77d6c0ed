/** The entry point `stacks-wallet-elements/payments`: one exact payment from a page. */
export { pay, type PayParams, type PayResult } from './pay.js';
export type { Payment, PaymentParams } from './payment.js';
export {
  watchPayment,
  type PaymentFailure,
  type PaymentState,
  type PaymentWatcher,
  type WatchPaymentOptions,
} from './watch-payment.js';
export { SBTC, USDCX } from '../stacks/assets.js';
