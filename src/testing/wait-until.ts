import { waitUntil as poll } from '@open-wc/testing';

/**
 * Resolves once the condition holds. It waits far longer than the default of open-wc, one second: a busy
 * machine is no failure.
 */
export const waitUntil: typeof poll = (condition, message, options) =>
  poll(condition, message, { interval: 10, timeout: 15_000, ...options });
