import { clip } from '../../errors.js';

/** The longest value or message of a service that is kept. */
const LONGEST_TEXT = 200;

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? clip(value, LONGEST_TEXT) : undefined;
