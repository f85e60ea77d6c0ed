/** Entry point for servers: verifies payments. No DOM. */
export * from './handler.js';
export * from './stores.js';
export { toNode, type NodeRequest, type NodeResponse } from '../../http/to-node.js';
export {
  findPayment,
  verifyPayment,
  type ExpectedPayment,
  type PaymentCode,
  type PaymentResult,
  type RefusedPayment,
  type VerifiedPayment,
  type VerifyPaymentOptions,
} from './verify-payment.js';
export type { PaymentBlock } from './read-transaction.js';
export type { Payment, PaymentParams } from '../payment.js';
