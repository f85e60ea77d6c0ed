import { invalidParams, type Refuse } from '../errors.js';

const MAX_DEPTH = 64;

/**
 * Converts params to JSON values, because wallets receive JSON: bigints to decimal digits. Refuses (-32602) what JSON
 * cannot represent and would drop, or what would block a wallet (a function, NaN, a cycle).
 */
export function encode(method: string, params: unknown): unknown {
  const refuse: Refuse = (field, value, expected) => {
    throw invalidParams(method, field, value, expected);
  };
  return toJson(params, 'params', refuse, 0);
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
