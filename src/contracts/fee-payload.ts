import { copyParams } from '../core/configure.js';
import { checkParams } from '../core/params.js';
import { invalidParams, type Refuse } from '../errors.js';
import {
  encodePayload,
  toContractCall,
  type TokenMethod,
  type TransactionCall,
  type TransactionMethod,
} from '../stacks/unsigned-transaction.js';

/** Bytes of a transaction of one key, besides its payload and its post-conditions (SIP-005). */
const OTHER_BYTES = 115;

/** What a node needs to estimate a fee: the payload in hex, and the bytes of the whole transaction. */
interface FeePayload {
  readonly payload: string;
  readonly length: number;
  /** The network of the transaction, if the options or the params show one. */
  readonly network: string | undefined;
}

/**
 * @param network that of the options
 * @throws JsonRpcError -32602 for wrong params, and for those of another network
 */
export function encodeForFee(
  method: TransactionMethod,
  params: unknown,
  network: string | undefined,
): FeePayload {
  const checked = checkParams(method, copyParams(method, params), { network });
  const call = { method, params: checked.params } as TransactionCall;
  const { postConditions = [] } = call.params;
  const refuse: Refuse = (field, value, expected) => {
    throw invalidParams(method, field, value, expected);
  };
  const [payload, bytes] = [toPayload(call, refuse), postConditions.join('').length / 2];
  const length = OTHER_BYTES + payload.length / 2 + bytes;
  return { payload, length, network: checked.requestNetwork };
}

const isTransfer = (call: TransactionCall): call is TransactionCall<TokenMethod> =>
  Object.hasOwn(call.params, 'asset');

/** Who sends a token, and with which conditions, does not change what its transfer costs. */
function toPayload(call: TransactionCall, refuse: Refuse): string {
  if (!isTransfer(call)) return encodePayload(toContractCall(call, '', refuse), refuse);
  const params = { ...call.params, postConditions: [], postConditionMode: 'allow' };
  const [deployer = ''] = call.params.asset.split('.');
  return encodePayload(
    toContractCall({ ...call, params } as TransactionCall, deployer, refuse),
    refuse,
  );
}
