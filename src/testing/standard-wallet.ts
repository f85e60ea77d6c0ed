import { base64 } from '@scure/base';
import { leatherResult } from './leather-wallet.js';
import { sign, type Owner } from './psbts.js';
import {
  field,
  recorder,
  STX_ADDRESS,
  STX_PUBLIC_KEY,
  success,
  TXID,
  type SchemaWallet,
} from './schema-wallet.js';

/** A wallet that keeps to SIP-030 and to nothing else: it takes what JSON can carry. */
export function standardWallet(holds: readonly Owner[] = ['segwit', 'taproot']): SchemaWallet {
  return recorder(({ method, params }) => {
    if (method === 'stx_getAccounts') {
      return success({ accounts: [{ address: STX_ADDRESS, publicKey: STX_PUBLIC_KEY }] });
    }
    if (method !== 'signPsbt') return success(leatherResult(method, params));
    const inputs = field(params, 'signInputs') as ({ index: number } | number)[] | undefined;
    const indexes = inputs?.map((input) => (typeof input === 'number' ? input : input.index));
    const signed = sign(base64.decode(field(params, 'psbt') as string), indexes ?? 'all', holds);
    const txid = field(params, 'broadcast') ? { txid: TXID } : {};
    return success({ psbt: base64.encode(signed), ...txid });
  });
}
