import { describe } from '../errors.js';
import { TransactionError } from './transaction-error.js';
import type { TransactionChain } from './types.js';

/**
 * The id as services want it: `0x` and lower case on Stacks, bare and lower case on Bitcoin.
 *
 * @throws TransactionError `invalid` for anything that is not 32 bytes in hex
 */
export function transactionId(text: unknown, chain: TransactionChain): string {
  const isStacks = chain === 'stx';
  const hex = /^(0x)?([0-9a-f]{64})$/i.exec(typeof text === 'string' ? text : '');
  if (!hex || (hex[1] && !isStacks)) {
    throw new TransactionError(
      'invalid',
      `The transaction id must be 64 hex digits; got ${describe(text)}.`,
    );
  }
  return (isStacks ? '0x' : '') + hex[2]!.toLowerCase();
}
