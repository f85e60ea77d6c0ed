import { describe } from '../errors.js';
import { MetadataError } from './metadata-error.js';

/** The pattern that the metadata service defines for principals. Does not verify the checksum. */
const FT_PRINCIPAL =
  /^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{28,41}\.[a-zA-Z]([a-zA-Z0-9]|[-_]){0,39}$/;

/** True for a contract principal in the format of the metadata service. */
export function isFtPrincipal(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 82 && FT_PRINCIPAL.test(value);
}

/** Throws `invalid-principal` unless {@link isFtPrincipal} is true. */
export function checkFtPrincipal(value: unknown): asserts value is string {
  if (isFtPrincipal(value)) return;
  throw new MetadataError(
    'invalid-principal',
    `principal must be a contract principal such as SP2J6…V9EJ7.token-name; got ${describe(value)}.`,
  );
}
