import { bareHex } from './bytes.js';
import { loadModule } from './load-module.js';
import type { Refuse } from './refuse.js';

const encoder = () =>
  loadModule('encodes Clarity values and post-conditions', () => import('./stacks-encoder.js'));

/**
 * A Clarity value as bare hex: hex in either writing, or an object of @stacks/transactions, version 7 or
 * 6. The encoder is loaded only for an object.
 */
export async function clarityToHex(value: unknown, field: string, refuse: Refuse): Promise<string> {
  return bareHex(value) ?? (await encoder()).encodeClarity(value, field, refuse);
}

/** A post-condition as bare hex; like {@link clarityToHex}. */
export async function postConditionToHex(
  value: unknown,
  field: string,
  refuse: Refuse,
): Promise<string> {
  return bareHex(value) ?? (await encoder()).encodePostCondition(value, field, refuse);
}
