/** What a method may load late, beyond the line of a request itself. */
const encoder = () => import('../lib/stacks-encoder.js');
const psbt = () =>
  Promise.all([
    import('../lib/psbt-check.js'),
    import('../lib/psbt-outline.js'),
    import('../lib/psbt-addresses.js'),
  ]);
const transaction = () => import('../lib/transaction-check.js');

const PARTS: Readonly<Record<string, () => Promise<unknown>>> = {
  signPsbt: psbt,
  stx_transferSip10Ft: encoder,
  stx_transferSip9Nft: encoder,
  stx_callContract: encoder,
  stx_deployContract: encoder,
  stx_signTransaction: transaction,
  stx_signStructuredMessage: encoder,
};

/** Fetches what a request of this method loads late, ahead of need. Rejects where that fails. */
export async function preload(method: string | undefined): Promise<void> {
  const part = method !== undefined && Object.hasOwn(PARTS, method) ? PARTS[method] : undefined;
  await Promise.all([import('./request.js'), part?.()]);
}
