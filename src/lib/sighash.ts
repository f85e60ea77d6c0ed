const BASE: Readonly<Record<string, number>> = { DEFAULT: 0, ALL: 1, NONE: 2, SINGLE: 3 };
const ANYONECANPAY = 0x80;

/**
 * The number of a SIGHASH type from its name as wallets write it (`ALL`, `SIGHASH_ALL`,
 * `SINGLE|ANYONECANPAY`, `SINGLE_ANYONECANPAY`), or from the number itself. Undefined when there is none.
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

/** DEFAULT says what ALL says: every input and every output (BIP-341). */
export function isDefaultSighash(type: number | undefined): boolean {
  return type === 0 || type === 1;
}

function isType(type: number): boolean {
  return [0, 1, 2, 3, 0x81, 0x82, 0x83].includes(type);
}
