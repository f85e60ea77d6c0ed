import type { Refuse } from '../errors.js';
import { bareHex } from './bytes.js';
import { loadModule } from './load-module.js';

const encoder = () =>
  loadModule('encodes Clarity values and post-conditions', () => import('./stacks-encoder.js'));

/**
 * A Clarity value as hex without `0x`. Takes hex with or without `0x`, or an object of @stacks/transactions,
 * version 7 or 6. Loads the encoder only for an object.
 */
export async function clarityToHex(value: unknown, field: string, refuse: Refuse): Promise<string> {
  return bareHex(value) ?? (await encoder()).encodeClarity(value, field, refuse);
}

/** A post-condition as hex without `0x`, like {@link clarityToHex}. */
export async function postConditionToHex(
  value: unknown,
  field: string,
  refuse: Refuse,
): Promise<string> {
  return bareHex(value) ?? (await encoder()).encodePostCondition(value, field, refuse);
}
