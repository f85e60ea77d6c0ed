import { invalidParams } from '../errors.js';
import { clarityToHex, postConditionToHex } from '../lib/clarity.js';
import type { Refuse } from '../lib/refuse.js';
import { isRecord } from '../lib/guard.js';
import { isPlain } from '../lib/snapshot.js';

/** Where a wire method carries Clarity values, one or a list. `arguments` is Xverse's older name. */
const CLARITY: Readonly<Record<string, readonly string[]>> = {
  stx_callContract: ['functionArgs', 'arguments'],
  stx_transferSip9Nft: ['assetId'],
  stx_signStructuredMessage: ['message', 'domain'],
};
const WITH_POST_CONDITIONS = [
  'stx_transferStx',
  'stx_transferSip10Ft',
  'stx_transferSip9Nft',
  'stx_callContract',
  'stx_deployContract',
];
const MAX_DEPTH = 64;

/**
 * The params as JSON can carry them, which is all that reaches a wallet: Clarity values and
 * post-conditions as bare hex, where the method has them; a bigint as decimal digits, anywhere. What has
 * no JSON form, and would be lost or hang a wallet (a function, NaN, a cycle), is refused with -32602.
 */
export async function encode(method: string, params: unknown): Promise<unknown> {
  const refuse: Refuse = (field, value, expected) => {
    throw invalidParams(method, field, value, expected);
  };
  return toJson(await encodeStacks(method, params, refuse), 'params', refuse, 0);
}

async function encodeStacks(method: string, params: unknown, refuse: Refuse): Promise<unknown> {
  if (!isRecord(params)) return params;
  const given = (field: string) => Object.hasOwn(params, field) && params[field] !== undefined;
  const encoded: Record<string, unknown> = {};
  const fields = Object.hasOwn(CLARITY, method) ? CLARITY[method] : undefined;
  for (const field of fields ?? []) {
    if (given(field)) {
      encoded[field] = await oneOrMany(params[field], field, clarityToHex, refuse);
    }
  }
  if (given('postConditions') && WITH_POST_CONDITIONS.includes(method)) {
    encoded['postConditions'] = await oneOrMany(
      params['postConditions'],
      'postConditions',
      postConditionToHex,
      refuse,
    );
  }
  return Object.keys(encoded).length > 0 ? { ...params, ...encoded } : params;
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

/** A copy as JSON has it, all the way down, of objects as a wallet expects them. */
function toJson(value: unknown, field: string, refuse: Refuse, depth: number): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (
    ['function', 'symbol'].includes(typeof value) ||
    (typeof value === 'number' && !isFinite(value))
  ) {
    return refuse(field, value, 'something that JSON can carry');
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return refuse(field, '…', 'nested less deeply');
  if (Array.isArray(value)) {
    return value.map((item, index) => toJson(item, `${field}[${index}]`, refuse, depth + 1));
  }
  if (!isPlain(value)) return value;
  const prefix = field === 'params' ? '' : `${field}.`;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      toJson(inner, prefix + key, refuse, depth + 1),
    ]),
  );
}
