const BASE: Readonly<Record<string, number>> = { DEFAULT: 0, ALL: 1, NONE: 2, SINGLE: 3 };
const ANYONECANPAY = 0x80;
export const SIGHASH_TYPES: readonly number[] = [0, 1, 2, 3, 0x81, 0x82, 0x83];

/**
 * The number of a SIGHASH type, from any name that wallets use (`ALL`, `SIGHASH_ALL`, `SINGLE|ANYONECANPAY`,
 * `SINGLE_ANYONECANPAY`) or from the number itself. Undefined if there is no such type.
 */
export function sighashType(value: string | number): number | undefined {
  if (typeof value === 'number') {
    return isType(value) ? value : undefined;
  }
  const [, base = '', anyone] =
    /^(?:SIGHASH_)?(DEFAULT|ALL|NONE|SINGLE)(\s*[|+_]\s*ANYONECANPAY)?$/i.exec(value.trim()) ?? [];
  const type = BASE[base.toUpperCase()];
  const combined = type !== undefined && anyone ? type | ANYONECANPAY : type;
  return combined !== undefined && isType(combined) ? combined : undefined;
}

/** DEFAULT means the same as ALL: every input and every output (BIP-341). */
export function isDefaultSighash(type: number | undefined): boolean {
  return type === 0 || type === 1;
}

/** DEFAULT and ALL allow each other. An absent list allows only these two. */
export function isAllowedSighash(
  type: number,
  allowed: readonly (string | number)[] = ['DEFAULT'],
): boolean {
  return allowed.some((value) => {
    const one = sighashType(value);
    return one === type || (isDefaultSighash(one) && isDefaultSighash(type));
  });
}

/** The name of a type, such as `SINGLE|ANYONECANPAY` for 0x83. The number in hex if it has no name. */
export function sighashName(type: number): string {
  const [name] = Object.entries(BASE).find(([, base]) => base === (type & ~ANYONECANPAY)) ?? [];
  if (name === undefined || !isType(type)) return `0x${type.toString(16)}`;
  return type >= ANYONECANPAY ? `${name}|ANYONECANPAY` : name;
}

function isType(type: number): boolean {
  return SIGHASH_TYPES.includes(type);
}
