import { JsonRpcErrorCode } from '../errors.js';
import { read } from '../lib/safe-access.js';

/** The functions of OKX's object for Stacks. */
const FUNCTIONS: readonly string[] = ['connect', 'signTransaction', 'signMessage'];

/**
 * Calls a function of OKX's object by its name. Rejects with OKX's error: `{ code: 4001 }` if the user rejected.
 *
 * @param stacks `window.okxwallet.stacks`
 */
export async function callOkx(stacks: unknown, name: string, params?: unknown): Promise<unknown> {
  const walletFunction = read(stacks, name);
  if (!FUNCTIONS.includes(name) || typeof walletFunction !== 'function') {
    const error = { code: JsonRpcErrorCode.MethodNotFound, message: `OKX Wallet has no ${name}.` };
    return { jsonrpc: '2.0', error };
  }
  return { jsonrpc: '2.0', result: (await walletFunction.call(stacks, params)) as unknown };
}
