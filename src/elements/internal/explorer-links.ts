/** The Bitcoin networks of mempool.space and their paths. */
export const BITCOIN_PATHS: Readonly<Record<string, string>> = {
  mainnet: '',
  testnet: '/testnet',
  testnet4: '/testnet4',
  signet: '/signet',
};

/** The URL if it is one with https. */
export function httpsUrl(text: string): string | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
