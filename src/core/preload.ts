/** What a method may load late, beyond the line of a request itself. */
const clarity = () => import('../lib/clarity-encoder.js');
const postConditions = () => import('../lib/post-condition-encoder.js');
const psbt = () =>
  Promise.all([import('../lib/psbt-outline.js'), import('../lib/psbt-addresses.js')]);

const PARTS: Readonly<Record<string, readonly (() => Promise<unknown>)[]>> = {
  signPsbt: [psbt],
  stx_transferSip10Ft: [postConditions],
  stx_transferSip9Nft: [clarity, postConditions],
  stx_callContract: [clarity, postConditions],
  stx_deployContract: [postConditions],
  stx_signStructuredMessage: [clarity],
};

/** Fetches what a request of this method loads late, ahead of need. Rejects where that fails. */
export async function preload(method: string | undefined): Promise<void> {
  const parts = method !== undefined && Object.hasOwn(PARTS, method) ? PARTS[method] : [];
  await Promise.all([import('./request.js'), ...(parts ?? []).map((load) => load())]);
}
