/** Replaces `cdn` in Cloudflare Workers and in the edge runtime of Next.js, like `define/on-server`. */
export * from './index.js';
export { loadElements } from './define/on-server.js';

/** Does nothing: elements show their texts only in the browser. */
export function registerMessages(): Promise<void> {
  return Promise.resolve();
}
