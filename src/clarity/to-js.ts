import { hexToBytes } from '../lib/bytes.js';
import type * as Clarity from '../stacks/clarity-value.js';

/** What {@link toJs} returns for a type of Clarity values. */
export type ToJs<V> = V extends Clarity.IntCV | Clarity.UIntCV
  ? bigint
  : V extends Clarity.TrueCV
    ? true
    : V extends Clarity.FalseCV
      ? false
      : V extends Clarity.NoneCV
        ? null
        : V extends Clarity.BufferCV
          ? Uint8Array
          : V extends Clarity.StringAsciiCV | Clarity.StringUtf8CV | Clarity.PrincipalCV
            ? string
            : V extends Clarity.SomeCV<infer T>
              ? T extends Clarity.OptionalCV
                ? { some: ToJs<T> }
                : ToJs<T>
              : V extends Clarity.ResponseOkCV<infer T>
                ? { ok: true; value: ToJs<T> }
                : V extends Clarity.ResponseErrorCV<infer T>
                  ? { ok: false; error: ToJs<T> }
                  : V extends Clarity.ListCV<infer T>
                    ? ToJs<T>[]
                    : V extends Clarity.TupleCV<infer T>
                      ? { [Name in keyof T]: ToJs<T[Name]> }
                      : never;

/**
 * The plain JavaScript value: bigint, boolean, string (also of principals), Uint8Array, array and object. `none` is
 * null, and `(some x)` is `x`; of an optional in an optional, `{ some: x }`. A response is `{ ok: true, value }` or
 * `{ ok: false, error }`.
 *
 * @example
 * ```ts
 * import { Cl, toJs } from 'stacks-wallet-elements/clarity';
 *
 * toJs(Cl.tuple({ id: Cl.uint(1), owner: Cl.none() })); // { id: 1n, owner: null }
 * ```
 */
export function toJs<V extends Clarity.ClarityValue>(value: V): ToJs<V> {
  return convert(value) as ToJs<V>;
}

function convert(value: Clarity.ClarityValue): unknown {
  switch (value.type) {
    case 'int':
    case 'uint':
      return BigInt(value.value);
    case 'true':
    case 'false':
      return value.type === 'true';
    case 'none':
      return null;
    case 'buffer':
      return hexToBytes(value.value);
    case 'some': {
      const inner = convert(value.value);
      const isNested = value.value.type === 'some' || value.value.type === 'none';
      return isNested ? { some: inner } : inner;
    }
    case 'ok':
      return { ok: true, value: convert(value.value) };
    case 'err':
      return { ok: false, error: convert(value.value) };
    case 'list':
      return value.value.map(convert);
    case 'tuple':
      return Object.fromEntries(
        Object.entries(value.value).map(([name, entry]) => [name, convert(entry)]),
      );
    default:
      return value.value;
  }
}
