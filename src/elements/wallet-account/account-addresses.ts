import type { AddressEntry } from '../../methods/addresses.js';
import type { AddressRow, AddressTexts } from './address-row.template.js';

/** The purpose of an address. `bitcoin`: neither the wallet nor the format shows a more exact purpose. */
export type Purpose = 'stacks' | 'bitcoinPayment' | 'bitcoinOrdinals' | 'bitcoin';

export interface AccountAddress {
  readonly address: string;
  readonly chain: 'stx' | 'btc';
  readonly purpose: Purpose;
}

const ORDER: readonly Purpose[] = ['stacks', 'bitcoinPayment', 'bitcoinOrdinals', 'bitcoin'];
/** No known wallet has more addresses; a hostile wallet could. */
const MAX_ADDRESSES = 20;

/** The addresses of an account, each once, in an order that does not depend on the wallet. */
export function accountAddresses(entries: readonly AddressEntry[]): readonly AccountAddress[] {
  const byAddress = new Map<string, AccountAddress>();
  for (const entry of entries.slice(0, MAX_ADDRESSES)) {
    const { address } = entry;
    const chain = entry.symbol === 'STX' ? 'stx' : 'btc';
    if (!byAddress.has(address))
      byAddress.set(address, { address, chain, purpose: purposeOf(entry) });
  }
  return [...byAddress.values()].sort(
    (a, b) => ORDER.indexOf(a.purpose) - ORDER.indexOf(b.purpose),
  );
}

/** Xverse gives a `purpose`. Leather gives the script type, and keeps ordinals on its taproot address. */
function purposeOf({ symbol, purpose, type, addressType }: AddressEntry): Purpose {
  if (symbol === 'STX') return 'stacks';
  const script = type ?? addressType;
  if (purpose === 'ordinals') return 'bitcoinOrdinals';
  if (purpose === 'payment') return 'bitcoinPayment';
  if (script === 'p2tr') return 'bitcoinOrdinals';
  return script === 'p2wpkh' || script === 'p2sh' ? 'bitcoinPayment' : 'bitcoin';
}

/** Rows with their labels. Numbers further addresses of the same purpose, so that accessible names are unique. */
export function addressRows(
  entries: readonly AccountAddress[],
  messages: AddressTexts,
  shown: (entry: AccountAddress) => Omit<AddressRow, 'label'>,
): AddressRow[] {
  const seen = new Map<Purpose, number>();
  return entries.map((entry) => {
    const number = (seen.get(entry.purpose) ?? 0) + 1;
    seen.set(entry.purpose, number);
    const purpose = messages.text(entry.purpose);
    return { ...shown(entry), label: number > 1 ? `${purpose} ${number}` : purpose };
  });
}
