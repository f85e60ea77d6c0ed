import { invalidParams, type Refuse } from '../errors.js';
import { clarityToHex, postConditionToHex } from '../lib/clarity.js';
import { methodOf } from '../methods/index.js';
import { isPlain } from '../lib/plain-data.js';

const POST_CONDITIONS = 'postConditions';
const MAX_DEPTH = 64;

/**
 * Converts params to JSON values, because wallets receive JSON: Clarity values and post-conditions to hex
 * without `0x`, in the fields where the method has them, and bigints to decimal digits. Refuses (-32602) what
 * JSON cannot represent and would drop, or what would block a wallet (a function, NaN, a cycle).
 */
export async function encode(method: string, params: unknown): Promise<unknown> {
  const refuse: Refuse = (field, value, expected) => {
    throw invalidParams(method, field, value, expected);
  };
  return toJson(await encodeStacks(method, params, refuse), 'params', refuse, 0);
}

async function encodeStacks(method: string, params: unknown, refuse: Refuse): Promise<unknown> {
  if (!isPlain(params)) return params;
  const encoded: Record<string, unknown> = {};
  for (const field of methodOf(method)?.encoded ?? []) {
    if (!Object.hasOwn(params, field) || params[field] === undefined) continue;
    const toHex = field === POST_CONDITIONS ? postConditionToHex : clarityToHex;
    encoded[field] = await oneOrMany(params[field], field, toHex, refuse);
  }
  return { ...params, ...encoded };
}

async function oneOrMany(
  value: unknown,
  field: string,
  toHex: typeof clarityToHex,
  refuse: Refuse,
): Promise<unknown> {
  return Array.isArray(value)
    ? Promise.all(value.map((item, index) => toHex(item, `${field}[${index}]`, refuse)))
    : toHex(value, field, refuse);
}

/** A deep copy that holds only JSON values, with ordinary prototypes. */
function toJson(value: unknown, field: string, refuse: Refuse, depth: number): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (
    ['function', 'symbol'].includes(typeof value) ||
    (typeof value === 'number' && !isFinite(value)) ||
    ArrayBuffer.isView(value)
  ) {
    return refuse(field, value, 'a value that JSON can represent');
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return refuse(field, '…', 'nested less deeply');
  if (Array.isArray(value)) {
    return value.map((item, index) => toJson(item, `${field}[${index}]`, refuse, depth + 1));
  }
  const prefix = field === 'params' ? '' : `${field}.`;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      toJson(inner, prefix + key, refuse, depth + 1),
    ]),
  );
}
