import { invalidParams, type Refuse } from '../errors.js';
import { attempt, read, report } from '../lib/safe-access.js';
import { toError } from './errors.js';
import { readField } from './plain.js';

/**
 * Does the work of a callback function: calls `onFinish` with the result, or `onCancel` with the error, once. Without
 * `onCancel`, the error is logged. The promise resolves after that and never rejects.
 */
export async function settle(options: unknown, work: () => Promise<unknown>): Promise<void> {
  const [onFinish, onCancel] = ['onFinish', 'onCancel'].map((name) => read(options, name));
  let data: unknown;
  try {
    data = await work();
  } catch (error) {
    return call(typeof onCancel === 'function' ? onCancel : console.error, error);
  }
  call(onFinish, data);
}

/** Calls a callback of the app. An error that it throws is only reported. */
function call(callback: unknown, argument: unknown): void {
  if (typeof callback !== 'function') return;
  try {
    (callback as (argument: unknown) => void)(argument);
  } catch (error) {
    report(error);
  }
}

/** The result of a request that sends or signs a transaction, as the callbacks of version 7 and 8 read it. */
export async function finishedTransaction(result: object): Promise<object> {
  const { transaction } = result as { transaction?: string };
  return {
    ...result,
    txRaw: transaction,
    stacksTransaction: transaction && (await deserialized(transaction)),
  };
}

/** The transaction as the app's version of @stacks/transactions reads it. Undefined without that package. */
async function deserialized(transaction: string): Promise<unknown> {
  const deserialize = await loadDeserializer();
  return attempt(() => deserialize?.(transaction.replace(/^0x/i, '')));
}

/** Called before the wallet is asked, so that it does not delay the callback. */
export async function loadDeserializer(): Promise<((transaction: string) => unknown) | undefined> {
  // Bundlers accept a missing package only in a try statement.
  try {
    const { deserializeTransaction } = await import('@stacks/transactions');
    return deserializeTransaction;
  } catch {
    return undefined;
  }
}

/** The named fields of the options, also inherited ones. A missing field is undefined. */
export function pick(options: unknown, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, readField(options, name, refuse)]));
}

const refuse: Refuse = (field, value, expected) => {
  throw toError(invalidParams('The options', field, value, expected));
};
