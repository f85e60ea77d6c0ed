import { describe, isJsonRpcError, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { bareHex } from '../lib/bytes.js';
import { read } from '../lib/safe-access.js';
import { isPlain } from '../lib/plain-data.js';
import { isPsbt } from '../lib/psbt-text.js';
import type { MethodName } from '../wire/methods.js';

/** What a method promises, in words, and whether a result holds it. */
interface Promised {
  readonly promise: string;
  readonly holds: (result: unknown) => boolean;
  /** The wallet sends a transaction, always or where `broadcast` is true. */
  readonly sends?: 'always' | 'if asked';
}

const isHex = (value: unknown) => bareHex(value) !== undefined;
const byteCount = (value: unknown) => (bareHex(value)?.length ?? 0) / 2;
const isProposed = (result: unknown) => read(result, 'status') === 'proposed';
const isSignedOnly = (result: unknown) =>
  read(result, 'status') === 'signed' && isHex(read(result, 'transaction'));

const addresses: Promised = {
  promise: 'at least one of its `addresses`',
  holds: (result) => {
    const rows = read(result, 'addresses');
    return Array.isArray(rows) && rows.length > 0;
  },
};
const sent: Promised = {
  promise: 'a `txid`',
  holds: (result) => isProposed(result) || isHex(read(result, 'txid')) || isSignedOnly(result),
  sends: 'always',
};
const signature: Promised = {
  promise: 'a `signature` of 65 bytes and a `publicKey` in hex',
  holds: (result) => {
    const key = byteCount(read(result, 'publicKey'));
    return byteCount(read(result, 'signature')) === 65 && (key === 33 || key === 65);
  },
};

const PROMISED: Readonly<Record<MethodName, Promised>> = {
  getAddresses: addresses,
  stx_getAddresses: addresses,
  stx_getAccounts: addresses,
  stx_getNetworks: {
    promise: 'a list of `networks`',
    holds: (result) => Array.isArray(read(result, 'networks')),
  },
  sendTransfer: sent,
  signPsbt: {
    promise: 'a signed `psbt`',
    holds: (result) => isProposed(result) || isPsbt(read(result, 'psbt')),
    sends: 'if asked',
  },
  stx_transferStx: sent,
  stx_transferSip10Ft: sent,
  stx_transferSip9Nft: sent,
  stx_callContract: sent,
  stx_deployContract: sent,
  stx_signTransaction: {
    promise: 'a signed `transaction` in hex',
    holds: (result) => isProposed(result) || isHex(read(result, 'transaction')),
    sends: 'if asked',
  },
  stx_signMessage: signature,
  stx_signStructuredMessage: signature,
  stx_updateProfile: {
    promise: 'a `profile`',
    holds: (result) => isPlain(read(result, 'profile')),
  },
};

/**
 * Checks that a result holds what its method promises. A result of a method that is not known here is not
 * checked.
 *
 * @throws JsonRpcError -32603 that says what came, with the result as its cause; where a transaction may
 *   have been broadcast all the same, it says that too
 */
export function checkResult(method: string, params: unknown, result: unknown): void {
  if (!Object.hasOwn(PROMISED, method)) return;
  const { promise, holds } = PROMISED[method as MethodName];
  if (holds(result)) return;
  throw new JsonRpcError(
    JsonRpcErrorCode.InternalError,
    `${method}: the wallet must answer with ${promise}; got ${describe(result)}.${broadcastNote(method, params)}`,
    { cause: result },
  );
}

/** The same error; where a result stood beside it in the answer, with {@link broadcastNote}. */
export function withBroadcastNote(method: string, params: unknown, error: unknown): unknown {
  const cause = read(error, 'cause');
  const hasResult = ['result', 'txid', 'txId'].some((field) => read(cause, field));
  const note = hasResult && broadcastNote(method, params);
  if (!note || !isJsonRpcError(error)) return error;
  const { code, message, data } = error;
  return new JsonRpcError(code, `${message.replace(/\.?$/, '.')}${note}`, { data, cause });
}

/** The sentence to end an error with after which a transaction may be on its way. */
export function broadcastNote(method: string, params: unknown): string {
  const sends = Object.hasOwn(PROMISED, method) && PROMISED[method as MethodName].sends;
  return sends === 'always' || (sends === 'if asked' && read(params, 'broadcast') === true)
    ? ' The transaction may have been broadcast: look for it before you send it again.'
    : '';
}
