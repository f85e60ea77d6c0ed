import { CodedError } from '../errors.js';
import { bare } from '../lib/safe-access.js';
import type { NetworkName } from '../stacks/address.js';

/**
 * Stable codes of {@link ContractError}.
 *
 * - `invalid`: a wrong argument or option, or an interface that is not that of the contract
 * - `wrong-network`: the address is of another network than that of the client, see `networks`. Nothing was read
 * - `err-response`: the function answered `(err …)`, which is in `value`
 * - `not-found`: no such contract, function, variable, constant or block
 * - `no-estimate`: the node has no estimate of a fee
 * - `not-read-only`: the function tried to write
 * - `runtime`: the function failed, such as by a division by zero
 * - `too-costly`: it exceeds what the node spends on a read
 * - `rate-limited`, `network`: the service refuses requests for a time, or gave no answer
 * - `bad-response`: an answer that cannot be used
 */
export type ContractErrorCode =
  | 'invalid'
  | 'wrong-network'
  | 'err-response'
  | 'not-found'
  | 'no-estimate'
  | 'not-read-only'
  | 'runtime'
  | 'too-costly'
  | 'rate-limited'
  | 'network'
  | 'bad-response';

/** The networks of an error `wrong-network`. */
export interface DifferentNetworks {
  /** That of the address. */
  readonly address: NetworkName;
  /** That of the client or of `configure()`. */
  readonly page: NetworkName;
  /** True for the address of the connected account: the user can choose the other network in the wallet. */
  readonly isConnected: boolean;
}

interface ContractErrorFields {
  readonly networks?: DifferentNetworks | undefined;
  readonly contract?: string | undefined;
  readonly functionName?: string | undefined;
  readonly value?: unknown;
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The error of what reads or calls contracts, and of what else this entry point reads. `docs` is the address of the page about the code, which
 * is also at the end of the message if an argument is invalid. A call that was sent to the wallet rejects with a
 * JsonRpcError.
 */
export class ContractError extends CodedError<ContractErrorCode> {
  override readonly name = 'ContractError';
  readonly contract: string | undefined;
  readonly functionName: string | undefined;
  /** The plain JavaScript value in `(err …)`. */
  readonly value: unknown;
  /** Of `wrong-network`. */
  readonly networks: DifferentNetworks | undefined;
  /** The HTTP status, if there was one. */
  readonly status: number | undefined;
  /** Milliseconds until the service is asked again. */
  readonly retryAfter: number | undefined;

  constructor(code: ContractErrorCode, message: string, fields: ContractErrorFields = {}) {
    const copy = bare(fields);
    super(code, message, copy.cause === undefined ? undefined : copy, code === 'invalid');
    this.contract = copy.contract;
    this.functionName = copy.functionName;
    this.value = copy.value;
    this.networks = copy.networks;
    this.status = copy.status;
    this.retryAfter = copy.retryAfter;
  }
}
