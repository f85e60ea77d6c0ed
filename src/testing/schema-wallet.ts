import type { WalletProvider } from '../wire/provider.js';
import { OWNERS } from './psbts.js';

export { STX_ADDRESS } from './transactions.js';

export const STX_PUBLIC_KEY = OWNERS.segwit.publicKey;
export const TXID = '0x' + '1'.repeat(64);
export const TRANSACTION = '00'.repeat(8);
export const SIGNATURE = 'ab'.repeat(65);

export interface Call {
  readonly method: string;
  readonly params: unknown;
}

/** A wallet that holds every call against its published schema, and against what the wallet takes. */
export interface SchemaWallet extends WalletProvider {
  readonly calls: Call[];
  /** What reached it and must not have: empty, or the test fails. */
  readonly violations: string[];
  /** What it answers to a method, in place of its usual result. */
  readonly results: Record<string, unknown>;
}

type Violation = (what: string) => void;
type Answer = (call: Call, violation: Violation) => unknown;

/**
 * Records what reaches it, as it would arrive, and answers.
 *
 * @param success the wallet's answer with a result that a test chose
 */
export function recorder(answer: Answer, success: (result: unknown) => unknown): SchemaWallet {
  const wallet: SchemaWallet = {
    calls: [],
    violations: [],
    results: {},
    async request(method, params) {
      wallet.calls.push({ method, params: carried(method, params) });
      const violation = (what: string) => wallet.violations.push(`${method}: ${what}`);
      if (Object.hasOwn(wallet.results, method)) {
        // What the wallet says of the call counts all the same.
        try {
          await answer({ method, params }, violation);
        } catch {
          // It is answered all the same.
        }
        return success(wallet.results[method]);
      }
      return answer({ method, params }, violation);
    },
  };
  return wallet;

  /** What survives the way to a wallet: structured clone, then JSON. Neither may change anything. */
  function carried(method: string, params: unknown): unknown {
    try {
      const cloned: unknown = structuredClone(params);
      if (cloned === undefined) return undefined;
      const text = JSON.stringify(cloned, (_key, value: unknown) => {
        if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('not finite');
        return value;
      });
      return JSON.parse(text) as unknown;
    } catch (error) {
      wallet.violations.push(`${method}: cannot be carried: ${String(error)}`);
      return params;
    }
  }
}
