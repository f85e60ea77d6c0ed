import { decodePsbt, formatSighash } from '../bitcoin/psbt-params.js';
import { isRecord } from '../lib/safe-access.js';
import { sighashTypes } from './psbt-sighash.js';

export { psbtToHex } from '../bitcoin/psbt-params.js';

/**
 * Adds the SIGHASH types in the PSBT to the params of `signPsbt` as the allowed ones, unless the caller gave a list:
 * version 8 uses the types in the PSBT.
 */
export function withOwnSighash(params: Record<string, unknown>): Record<string, unknown> {
  const { psbt, allowedSighash, signInputs } = params;
  if (allowedSighash !== undefined) {
    return { ...params, allowedSighash: combined(allowedSighash) };
  }
  const inputs = readInputs(psbt);
  const getTypes = (index: unknown) => {
    const sighash = inputs[Number(index)];
    return sighash === undefined ? undefined : [formatSighash(sighash)];
  };
  if (Array.isArray(signInputs)) {
    return {
      ...params,
      signInputs: (signInputs as unknown[]).map((entry) => withTypes(entry, getTypes)),
    };
  }
  const types = [...inputs.keys()].flatMap((index) => getTypes(index) ?? []);
  return types.length > 0 ? { ...params, allowedSighash: ['DEFAULT', ...new Set(types)] } : params;
}

function withTypes(entry: unknown, getTypes: (index: unknown) => string[] | undefined): unknown {
  const input = typeof entry === 'number' ? { __proto__: null, index: entry } : entry;
  if (!isRecord(input)) return entry;
  const allowed = input['allowedSighash'];
  const types = allowed === undefined ? getTypes(input['index']) : combined(allowed);
  return types === undefined ? entry : { ...input, allowedSighash: types };
}

/** Version 8 lists `ANYONECANPAY` separately from the type that it modifies: combines it with each other name. */
function combined(allowed: unknown): unknown {
  if (!Array.isArray(allowed)) return allowed;
  const list = allowed as unknown[];
  const isModifier = (type: unknown) => type === 'ANYONECANPAY' || type === 0x80;
  if (!list.some(isModifier)) return list;
  const bases = list.filter((type) => !isModifier(type));
  const named = bases.length > 0 ? bases : ['ALL'];
  return [
    ...bases,
    ...named.map((type) =>
      typeof type === 'number' ? (type || 1) | 0x80 : `${String(type)}|ANYONECANPAY`,
    ),
  ];
}

/** An empty list if the PSBT is invalid: the core refuses it. */
function readInputs(psbt: unknown): readonly (number | undefined)[] {
  try {
    return sighashTypes(decodePsbt(psbt) as Uint8Array);
  } catch {
    return [];
  }
}
