import { MAX_ADDRESSES, rowsIn, type RequestContext } from '../accounts/addresses.js';
import {
  cannotSend,
  describe,
  isJsonRpcError,
  JsonRpcError,
  JsonRpcErrorCode,
  type OtherSigner,
  withDocs,
} from '../errors.js';
import { nearest } from '../lib/read-options.js';
import { bare, empty, read } from '../lib/safe-access.js';
import * as all from './all.js';
import { type Method, type Verify, readAddresses } from './method.js';

type All = typeof all;

/** Every method with its params and its result. */
export type Methods = {
  [M in keyof All]: All[M] extends Method<infer Params, infer Result>
    ? { params: Params; result: Result }
    : never;
};

export type MethodName = keyof Methods;
export type MethodParams<M extends MethodName> = Methods[M]['params'];
export type MethodResult<M extends MethodName> = Methods[M]['result'];

const methods = new Map(
  Object.entries<object>(all).map(
    ([name, method]) => [name, bare(method) as Method<unknown, unknown>] as const,
  ),
);

/** The definition of a method; undefined for an unknown name. */
export const findMethod = (name: string): Method<unknown, unknown> | undefined => methods.get(name);

export const methodNames = [...methods.keys()] as readonly MethodName[];

/** The known method that a name probably stands for, see {@link nearest}. Undefined for a known method. */
export function findNearMethod(name: string): MethodName | undefined {
  return findMethod(name) ? undefined : (nearest(name, methodNames) as MethodName | undefined);
}

export interface MethodCall extends RequestContext {
  /** In the form of SIP-030. */
  readonly params?: unknown;
}

/**
 * Before the wallet is asked: what no wallet must get is refused.
 *
 * @throws JsonRpcError -32602 if the request must not be sent; -31000 if the code for it cannot be loaded
 */
export async function checkCall(call: MethodCall): Promise<void> {
  const { method, params } = call;
  const definition = findMethod(method);
  try {
    await definition?.checkCall?.(params as never, call, (...refused) => {
      throw cannotSend(method, ...refused);
    });
  } catch (cause) {
    if (isJsonRpcError(cause)) throw cause;
    const field = definition?.verification?.field;
    const message = `${method}: \`${field}\` cannot be read: ${String(read(cause, 'message'))}`;
    throw new JsonRpcError(JsonRpcErrorCode.InvalidParams, message, { data: { field }, cause });
  }
}

/** Loads, while the wallet is asked, what {@link verifyAnswer} needs. It is loaded again if that fails. */
export function preloadVerification(method: string): void {
  findMethod(method)
    ?.verification?.load()
    .catch(() => {});
}

/**
 * After the wallet has answered: the result has what the method promises, and was compared with the request.
 *
 * @throws JsonRpcError -32603, with the answer as `cause`, if the answer does not match the request, or if what compares it
 *   cannot be loaded
 */
export async function verifyAnswer(call: MethodCall, answer: unknown): Promise<unknown> {
  const { method, params } = call;
  const definition = findMethod(method);
  if (!definition) return answer;
  const result = definition.readAnswer(answer, params ?? empty());
  if (result === undefined) throw unexpectedAnswer(call, answer);
  if (!definition.verification) return result;
  const { field, load } = definition.verification;
  const failure = (fault: string, cause: unknown) => {
    const message = `${method}: the wallet answered ${fault}.${noteBroadcast(method, params)}`;
    return new JsonRpcError(JsonRpcErrorCode.InternalError, message, { cause });
  };
  const isProposed = read(result, 'status') === 'proposed';
  const verify = await loadVerification(call, result, answer, load);
  try {
    const verified = verify(
      params as never,
      call,
      result as Parameters<Verify<never>>[2],
      (fault, other) => {
        if (!other) throw failure(fault, answer);
        throw new OtherSignerError(call, fault, isProposed, other, answer);
      },
    );
    return { ...verified };
  } catch (error) {
    if (isJsonRpcError(error)) throw error;
    throw failure(`with a \`${field}\` that cannot be read`, error);
  }
}

/** Milliseconds before what verifies an answer is loaded again, after it could not be loaded. */
const LOAD_PAUSE = 500;

async function loadVerification(
  { method, params }: MethodCall,
  result: unknown,
  answer: unknown,
  load: () => Promise<Verify<never>>,
): Promise<Verify<never>> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, LOAD_PAUSE));
  }
  return load().catch((error: unknown) => {
    const txid = read(result, 'txid');
    const named = txid ? ` Its txid is ${String(txid)}.` : '';
    const reason = `the part of this library that does it could not be loaded (${String(read(error, 'message'))})`;
    const message = `${method}: the answer of the wallet was not verified: ${reason}.${noteBroadcast(method, params)}${named} The answer is the \`cause\` of this error.`;
    const data = { answer: 'unverified', txid };
    throw new JsonRpcError(JsonRpcErrorCode.InternalError, withDocs(message, 'files'), {
      data,
      cause: answer,
    });
  });
}

/** The error about an answer that another account of the wallet signed. `data` has both accounts, and the txid. */
export class OtherSignerError extends JsonRpcError {
  constructor(
    { method, params }: MethodCall,
    fault: string,
    isProposed: boolean,
    { signer, expected, txid }: OtherSigner,
    answer: unknown,
  ) {
    const account = expected.join(', ');
    const who = signer
      ? `The signature is of another account, ${signer}, not of ${account}.`
      : `The account ${account} did not sign: another one is probably chosen in the wallet.`;
    const note = noteBroadcast(method, params);
    const outcome = isProposed
      ? 'It was proposed to the other signers.'
      : !note
        ? 'What it signed was not used.'
        : findMethod(method)?.kind === 'send' && txid
          ? `The wallet sent the transaction ${txid}: do not send it again.`
          : `${note.trim()}${txid ? ` Its txid is ${txid}.` : ''}`;
    super(
      JsonRpcErrorCode.InternalError,
      `${method}: the wallet answered ${fault}. ${who} ${outcome} Connect again to use the account that is chosen in the wallet.`,
      { data: { account: expected, signer, txid }, cause: answer },
    );
  }
}

/** The error about an answer that does not have what the method promises. */
export function unexpectedAnswer({ method, params }: MethodCall, answer: unknown): JsonRpcError {
  const definition = findMethod(method);
  const rows = definition?.kind === 'addresses' ? rowsIn(answer) : undefined;
  const others = rows ? readAddresses(answer)?.addresses.length : undefined;
  const isLong = Array.isArray(rows) && rows.length > MAX_ADDRESSES;
  const got = others
    ? `only Bitcoin addresses: ${others}`
    : isLong
      ? `${rows.length} addresses, of which at most ${MAX_ADDRESSES} are read`
      : describe(answer);
  return new JsonRpcError(
    JsonRpcErrorCode.InternalError,
    `${method}: the wallet must answer with ${definition?.expected}; got ${got}.${noteBroadcast(method, params)}`,
    { cause: answer },
  );
}

/** The sentence to append to an error if a transaction may have been broadcast nevertheless; else empty. */
export function noteBroadcast(method: string, params: unknown): string {
  const kind = findMethod(method)?.kind;
  return kind === 'send' || (kind === 'sign-or-send' && read(params, 'broadcast') === true)
    ? ' The transaction may have been broadcast: look for it before you send it again.'
    : '';
}
