import { waitUntil as poll } from '@open-wc/testing';

/**
 * Resolves once the condition holds. Waits far longer than the default of open-wc (one second), so that tests
 * do not fail on a busy machine.
 */
export const waitUntil: typeof poll = (condition, message, options) =>
  poll(condition, message, { interval: 10, timeout: 50_000, ...options });

/** Resolves once the attribute `status` of the element has this value. */
export const waitForStatus = (element: Element, status: string) =>
  waitUntil(() => element.getAttribute('status') === status, `status ${status}`);

/** The browser's own: a test may replace the global one, so that time passes faster. */
const { setTimeout } = window;

/** Resolves after `ms` milliseconds in real time. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
