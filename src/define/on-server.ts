/*
 * Replaces the modules that define elements in Cloudflare Workers and in the edge runtime of Next (the conditions
 * "workerd" and "edge-light" in package.json). Lit has no build for these. A server only writes the tags.
 */
/** Does nothing: the elements are defined in the browser. */
export function loadElements(): void {}
