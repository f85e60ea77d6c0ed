import { mustBe } from '../../errors.js';
import { isDecimals } from '../../metadata/parse.js';

/** What a page may set as the decimals of a token. */
const DECIMALS = 'an integer from 0 to 38';

/** The decimals of an element, as a page has set them. */
export interface SetDecimals {
  /** Undefined if there are none, or if they were refused. */
  readonly value: number | undefined;
  /** The page has set something else than decimals. None are known then, also not those of the token's metadata. */
  readonly isRefused: boolean;
}

/**
 * Reads the property `decimals` of an element: a number, its digits, which frameworks set for an attribute, or what
 * `wholeNumber` makes of an attribute. Names anything else in the console, once.
 */
export class DecimalsReader {
  readonly #host: Element;
  #refused: unknown;

  constructor(host: Element) {
    this.#host = host;
  }

  /** @param fixed the decimals of an asset that has no others */
  read(input: unknown, fixed?: number): SetDecimals {
    // A removed attribute gives null.
    if (input === undefined || input === null) return { value: undefined, isRefused: false };
    const value = typeof input === 'string' ? wholeNumber(input) : input;
    if (isDecimals(value) && (fixed === undefined || value === fixed)) {
      this.#refused = undefined;
      return { value, isRefused: false };
    }
    const written = Number.isNaN(input) ? this.#host.getAttribute('decimals') : input;
    if (this.#refused !== written) {
      const expected = fixed === undefined ? DECIMALS : `${fixed}, those of this asset`;
      const why = mustBe('decimals', written, expected);
      console.error(`<${this.#host.localName}>: ${why} It shows base units.`, this.#host);
    }
    this.#refused = written;
    return { value: undefined, isRefused: true };
  }
}

/** Accepts only decimal digits: Number() would also accept an empty attribute and `0x6`, and would round. */
export const wholeNumber = (value: string | null): number | null =>
  value === null ? null : /^\s*\d+\s*$/.test(value) ? Number(value) : NaN;
