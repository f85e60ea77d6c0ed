import { cannotSend, type JsonRpcError } from '../errors.js';

/** What `toUserText` says of a request for another network than that of the wallet: the user can choose it. */
interface NetworkRemedy {
  /** That of the request. */
  readonly network: string;
  /** That of the wallet. */
  readonly current?: string | undefined;
  /** What to do. */
  readonly instead?: string;
  /** False: the wallet is not connected, so that its network is not known. */
  readonly connected?: boolean;
  /** Those of the wallet, if it does not have that of the request. */
  readonly supported?: readonly string[];
}

/** Adds a remedy to the error of a request. */
export function withRemedy(error: JsonRpcError, remedy: NetworkRemedy): JsonRpcError {
  Object.assign(Object(error.data), remedy);
  return error;
}

/** Error -32602 for a network that a request cannot be sent for. */
export const cannotSendOn = (
  method: string,
  network: string,
  reason: string,
  remedy: Omit<NetworkRemedy, 'network'> = {},
): JsonRpcError =>
  withRemedy(cannotSend(method, 'network', network, reason), { network, ...remedy });
