import { formatUnits, getFtMetadata } from 'stacks-wallet-elements/metadata';
import { TOKEN } from './token';

/** A Server Component, which is rendered at each request; with `'use cache'` as its first line, only when the cache is old. */
export async function Supply() {
  // The page does not wait longer for the service.
  const signal = AbortSignal.timeout(3_000);
  const token = await getFtMetadata(TOKEN, { signal }).catch(() => undefined);
  if (token?.total_supply === undefined || token.decimals === undefined) return null;
  return (
    <p>
      Total supply: {formatUnits(token.total_supply, token.decimals, { locale: 'en' })}{' '}
      {token.symbol}
    </p>
  );
}
