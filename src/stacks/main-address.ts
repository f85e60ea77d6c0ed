import type { AddressEntry } from '../methods/addresses.js';

/**
 * The entry that represents an account: the first of the chain, or else the first of all. Prefers a Bitcoin address
 * for payments to one for ordinals, which is not meant for receiving money. `chain` is Stacks unless it is `btc`: a
 * removed attribute gives null.
 */
export function mainEntry(
  entries: readonly AddressEntry[],
  chain?: 'stx' | 'btc',
): AddressEntry | undefined {
  const ofChain = entries.filter(({ symbol }) => symbol === (chain === 'btc' ? 'BTC' : 'STX'));
  const forPayments = ofChain.filter((entry) => !holdsOrdinals(entry));
  return [...forPayments, ...ofChain, ...entries][0];
}

const holdsOrdinals = ({ purpose, type, addressType }: AddressEntry) =>
  /ordinals|p2tr/.test(`${purpose ?? type ?? addressType}`);
