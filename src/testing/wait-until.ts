import { waitUntil as poll } from '@open-wc/testing';

/**
 * Resolves once the condition holds. Waits far longer than the default of open-wc (one second), so that tests
 * do not fail on a busy machine.
 */
export const waitUntil: typeof poll = (condition, message, options) =>
  poll(condition, message, { interval: 10, timeout: 50_000, ...options });

/** Resolves after `ms` milliseconds. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
