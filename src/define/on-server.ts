/*
 * In place of the modules that define elements, in Cloudflare Workers and in the edge runtime of Next: package.json,
 * "workerd" and "edge-light". Lit has no build for them. Pages are rendered there as in Node, where the modules define
 * nothing that a page gets.
 */
/** Does nothing: the elements are defined in the browser. */
export function loadElements(): void {}
