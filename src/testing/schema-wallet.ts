import type { WalletProvider } from '../wallets/wallet.js';
import { OWNERS } from './psbts.js';

export { STX_ADDRESS } from './transactions.js';

export const STX_PUBLIC_KEY = OWNERS.segwit.publicKey;
export const TXID = '1'.repeat(64);

export interface Call {
  readonly method: string;
  readonly params: unknown;
}

/** A wallet that checks every call against its published schema and the checks of the real wallet. */
export interface SchemaWallet extends WalletProvider {
  readonly calls: Call[];
  /** Calls that the real wallet would not accept. Tests expect none. */
  readonly violations: string[];
  /** Results by method that replace the usual ones. */
  readonly results: Record<string, unknown>;
}

type Violation = (what: string) => void;
type Answer = (call: Call, violation: Violation) => unknown;

/**
 * Records every call in the form that reaches a wallet, and answers it.
 *
 * @param success wraps a result of {@link SchemaWallet.results} in the wallet's envelope
 */
export function recorder(answer: Answer, success: (result: unknown) => unknown): SchemaWallet {
  const wallet: SchemaWallet = {
    calls: [],
    violations: [],
    results: {},
    async request(method, params) {
      wallet.calls.push({ method, params: transferred(method, params) });
      const violation = (what: string) => wallet.violations.push(`${method}: ${what}`);
      if (Object.hasOwn(wallet.results, method)) {
        // Still check the call for violations.
        try {
          await answer({ method, params }, violation);
        } catch {
          // The result replaces the failure.
        }
        return success(wallet.results[method]);
      }
      return answer({ method, params }, violation);
    },
  };
  return wallet;

  /** The params as they reach a wallet: by structured clone, then as JSON. A failure is a violation. */
  function transferred(method: string, params: unknown): unknown {
    try {
      const cloned: unknown = structuredClone(params);
      if (cloned === undefined) return undefined;
      const text = JSON.stringify(cloned, (_key, value: unknown) => {
        if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('not finite');
        return value;
      });
      return JSON.parse(text) as unknown;
    } catch (error) {
      wallet.violations.push(`${method}: cannot be transferred: ${String(error)}`);
      return params;
    }
  }
}
