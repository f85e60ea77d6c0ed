/** What the recipes share: the part of the server that takes payments. */
import { createPaymentHandler, memoryPaymentStore } from 'stacks-wallet-elements/payments/server';

/** Of a database, in a real shop. */
const PRICES = new Map([['A-1042', 5_000_000n]]);

export const payments = createPaymentHandler({
  origin: process.env['ORIGIN'] ?? 'http://localhost:3000',
  stacksApi: process.env['STACKS_API'],
  // A table of your database: see stores.mjs.
  store: memoryPaymentStore(),
  orders(id) {
    const amount = PRICES.get(id);
    return amount === undefined
      ? undefined
      : { to: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH', asset: 'stx', amount };
  },
  onPaid: ({ order, txid }) => console.log(`${order} is paid by ${txid}`),
});
