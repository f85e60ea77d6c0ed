import { CUT } from '../errors.js';
import { cut, limits } from './limits.js';

/** The value of an attribute or a property, within the limits. Objects have no prototype. */
export type MetadataValue =
  | string
  | number
  | boolean
  | null
  | readonly MetadataValue[]
  | { readonly [key: string]: MetadataValue };

/** The number of values and of UTF-16 units that may still be copied. */
export interface ValueBudget {
  nodes: number;
  text: number;
}

export function valueBudget(): ValueBudget {
  return { nodes: limits.valueNodes, text: limits.valueText };
}

function copyText(text: string, max: number, budget: ValueBudget): string {
  const copy = cut(text, Math.max(Math.min(max, budget.text), 1));
  budget.text -= copy.length;
  return copy;
}

/**
 * Makes a frozen copy of a JSON value with limited depth, counts and lengths. The copy has no prototype, so keys
 * such as `__proto__` and `constructor` are ordinary keys.
 */
export function copyValue(value: unknown, budget: ValueBudget, depth = 0): MetadataValue {
  budget.nodes -= 1;
  if (budget.nodes < 0) return CUT;
  if (typeof value === 'string') return copyText(value, limits.valueLength, budget);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return CUT;
  if (depth >= limits.valueDepth) return CUT;
  return Array.isArray(value)
    ? copyList(value, budget, depth)
    : copyEntries(value as Record<string, unknown>, limits.valueEntries, budget, depth);
}

function copyList(value: unknown[], budget: ValueBudget, depth: number): readonly MetadataValue[] {
  const kept = value
    .slice(0, limits.valueEntries)
    .map((item) => copyValue(item, budget, depth + 1));
  return Object.freeze(value.length > kept.length ? [...kept, CUT] : kept);
}

/** Copies the first `max` entries of an object, like {@link copyValue}. */
export function copyEntries(
  value: Record<string, unknown>,
  max: number,
  budget: ValueBudget,
  depth = 0,
): { readonly [key: string]: MetadataValue } {
  const copy = Object.create(null) as Record<string, MetadataValue>;
  for (const [key, inner] of Object.entries(value).slice(0, max)) {
    if (budget.nodes <= 0 || budget.text <= 0) break;
    copy[copyText(key, limits.keyLength, budget)] = copyValue(inner, budget, depth + 1);
  }
  return Object.freeze(copy);
}
