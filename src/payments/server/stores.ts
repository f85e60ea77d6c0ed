/** Where a server keeps which transaction has paid which order, such as a table with `txid` as its primary key. */
export interface PaymentStore {
  /**
   * Stores that a transaction pays an order, atomically. True if it is stored now, also if it was before with the same order;
   * false if the transaction pays another order. Of two calls at the same time with one `txid` and two orders, one returns true.
   *
   * @param txid `0x` and 64 hex digits in lower case
   */
  add(txid: string, order: string): boolean | Promise<boolean>;
}

/**
 * Creates a {@link PaymentStore} in the memory of this process, for development and tests: a restart loses it, and then a
 * transaction could pay a second order.
 *
 * @example
 * ```ts
 * import { memoryPaymentStore } from 'stacks-wallet-elements/payments/server';
 *
 * const store = memoryPaymentStore();
 * console.log(await store.add('0x5a', 'A-1042')); // true
 * ```
 */
export function memoryPaymentStore(): PaymentStore {
  const orders = new Map<string, string>();
  return {
    add(txid, order) {
      const paid = orders.get(txid) ?? order;
      orders.set(txid, paid);
      return paid === order;
    },
  };
}
