import { clip } from '../errors.js';
import { INVISIBLE } from '../lib/safe-access.js';

/** Needed in Persian and Indic scripts and in emoji; elsewhere they are only invisible. */
const JOINERS = /[\u200c\u200d]+/gu;
const BEFORE_JOINER =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\p{Script=Arabic}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gujarati}|\p{Script=Gurmukhi}|\p{Script=Kannada}|\p{Script=Malayalam}|\p{Script=Sinhala}|\p{Script=Tamil}|\p{Script=Telugu})$/u;
// oxlint-disable-next-line no-control-regex -- matches control characters
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/gu;
/** Scripts use two or three combining marks on a letter; more would overlap other lines. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;
const LONE_SURROGATE = /[\uD800-\uDFFF]/gu;

/**
 * Prepares text of the metadata for display, in a text node only: removes invisible characters, direction marks
 * and stacked marks, and cuts it at `max` UTF-16 units. Undefined if nothing visible is left.
 *
 * @example
 * ```ts
 * import { displayText } from 'stacks-wallet-elements/metadata';
 *
 * displayText('S\u200bTX\u202e'); // STX
 * ```
 */
export function displayText(text: string | undefined, max = 5_000): string | undefined {
  if (text === undefined) return undefined;
  // Cut first, to limit the work. Replacing never makes the text longer.
  const clean = clip(text, max * 4)
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(INVISIBLE, '')
    .replace(JOINERS, keepNeededJoiner)
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/gu, '\n')
    .replace(CONTROL, '')
    .replace(STACKED_MARKS, '$1')
    .trim();
  return clean === '' ? undefined : clip(clean, max);
}

function keepNeededJoiner(joiners: string, at: number, text: string): string {
  // Two UTF-16 units, since the character before may be a surrogate pair.
  return BEFORE_JOINER.test(text.slice(Math.max(0, at - 2), at)) ? joiners.slice(0, 1) : '';
}
