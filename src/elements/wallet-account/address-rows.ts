import type { AccountAddress, Purpose } from './account-addresses.js';
import type { AddressRow, AddressTexts } from './address-row.template.js';

/** Rows with their labels. A second address of one purpose is numbered, so that no two buttons sound the same. */
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
