import { JsonRpcErrorCode } from '../errors.js';
import { read } from '../lib/safe-access.js';

/** The functions of OKX's object for Stacks, with the conversion of their answers to the form of SIP-030. */
const FUNCTIONS: ReadonlyMap<string, (answer: unknown) => unknown> = new Map([
  [
    'connect',
    (account: unknown) => ({
      addresses: [
        {
          symbol: 'STX',
          address: read(account, 'address'),
          publicKey: read(account, 'publicKey'),
        },
      ],
    }),
  ],
  // It is not documented whether `signature` is the signed transaction.
  ['signTransaction', (sent: unknown) => ({ txid: read(sent, 'txHash') })],
  ['signMessage', (signed: unknown) => signed],
]);

/**
 * Calls a function of OKX's object by its name. Rejects with OKX's error: `{ code: 4001 }` if the user rejected.
 *
 * @param stacks `window.okxwallet.stacks`
 */
export async function askOkx(stacks: unknown, name: string, params?: unknown): Promise<unknown> {
  const convert = FUNCTIONS.get(name);
  const own = read(stacks, name);
  if (!convert || typeof own !== 'function') {
    const error = { code: JsonRpcErrorCode.MethodNotFound, message: `OKX Wallet has no ${name}.` };
    return { jsonrpc: '2.0', error };
  }
  const answer: unknown = await own.call(stacks, params);
  return { jsonrpc: '2.0', result: convert(answer) };
}
