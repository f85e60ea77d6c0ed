import type { AccountAddress } from './account-addresses.js';

/**
 * Where an explorer shows an address. `network` is what the wallet reported; without it the address's own
 * prefix decides. `template` replaces the explorer: `{address}`, `{network}` and `{chain}` (`stx`, `btc`)
 * are filled in. Undefined where there is no explorer (a network on the user's own machine), and for
 * anything but https.
 */
export function explorerUrl(
  { address, symbol }: AccountAddress,
  network: string | undefined,
  template?: string,
): string | undefined {
  const name = network ?? networkOf(address);
  const values: Record<string, string> = {
    address,
    network: name,
    chain: symbol === 'STX' ? 'stx' : 'btc',
  };
  const source = template || standardTemplate(symbol, name);
  return (
    source &&
    httpsUrl(
      source.replace(/\{(address|network|chain)\}/g, (_, key: string) =>
        encodeURIComponent(values[key] ?? ''),
      ),
    )
  );
}

function standardTemplate(symbol: 'STX' | 'BTC', network: string): string | undefined {
  if (network !== 'mainnet' && network !== 'testnet') return undefined;
  if (symbol === 'STX') return 'https://explorer.hiro.so/address/{address}?chain={network}';
  return network === 'mainnet'
    ? 'https://mempool.space/address/{address}'
    : 'https://mempool.space/testnet/address/{address}';
}

/** Stacks: SP and SM are mainnet. Bitcoin: by the bech32 prefix, else by the version's first character. */
function networkOf(address: string): string {
  if (/^(SP|SM|bc1|1|3)/.test(address)) return 'mainnet';
  return address.startsWith('bcrt1') ? 'regtest' : 'testnet';
}

function httpsUrl(text: string): string | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
