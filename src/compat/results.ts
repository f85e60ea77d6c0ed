import { normalizeAddresses } from '../lib/address-rows.js';
import { isRecord, read } from '../lib/safe-access.js';

/**
 * The result as apps of version 8 read it: with `txid` and `txId`, a signature in the form that the wallet wrote
 * it, since verifiers refuse `0x`, and every address in the wallet's order.
 *
 * @param answer the wallet's own result, if this caller has it
 */
export function toResult(method: string, result: unknown, answer: unknown): unknown {
  if (!isRecord(result)) return result;
  const { txid } = result;
  const changed: Record<string, unknown> = txid ? { ...result, txId: txid } : { ...result };
  if (/^stx_sign(?:Structured)?Message$/.test(method)) {
    changed['signature'] = read(answer, 'signature') ?? changed['signature'];
  }
  if (method === 'stx_getAddresses') {
    const rows = normalizeAddresses(Array.isArray(answer) ? answer : read(answer, 'addresses'));
    if (rows) changed['addresses'] = rows;
  }
  return changed;
}
