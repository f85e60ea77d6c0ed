import { bareHex } from './bytes.js';
import { late } from './late.js';
import type { Refuse } from './refuse.js';

/**
 * A Clarity value as bare hex: hex in either writing, or an object of @stacks/transactions, version 7 or
 * 6, whose encoder is loaded only when one is there.
 */
export async function clarityToHex(value: unknown, field: string, refuse: Refuse): Promise<string> {
  const hex = bareHex(value);
  if (hex !== undefined) return hex;
  const { encodeClarity } = await late(
    'encodes Clarity values',
    () => import('./clarity-encoder.js'),
  );
  return encodeClarity(value, field, refuse);
}

/** A post-condition as bare hex; like {@link clarityToHex}. */
export async function postConditionToHex(
  value: unknown,
  field: string,
  refuse: Refuse,
): Promise<string> {
  const hex = bareHex(value);
  if (hex !== undefined) return hex;
  const { encodePostCondition } = await late(
    'encodes post-conditions',
    () => import('./post-condition-encoder.js'),
  );
  return encodePostCondition(value, field, refuse);
}
