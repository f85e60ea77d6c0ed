import { getFtMetadata } from 'stacks-wallet-elements/metadata';
import { TOKEN } from './token';

/** A Server Component, which is rendered at each request; with `'use cache'` as its first line, only when the cache is old. */
export async function Supply() {
  // The page does not wait longer for the service.
  const signal = AbortSignal.timeout(3_000);
  const token = await getFtMetadata(TOKEN, { signal }).catch(() => undefined);
  return <p>Total supply: {token?.total_supply ?? 'unknown'} base units</p>;
}
