import { clip } from '../lib/clip.js';

/** Marks that turn the direction of text: embeddings, overrides, isolates and the lone marks. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/**
 * What shows nothing: soft hyphen, zero-width spaces, blank Hangul fillers, invisible operators, tags,
 * and what stands for nothing at all.
 */
const INVISIBLE =
  // eslint-disable-next-line no-misleading-character-class -- each stands for itself
  /[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u2060-\u2065\u206a-\u206f\u2800\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
/** Joiners are letters of Persian and Indic writing and the glue of emoji; elsewhere they only hide. */
const JOINERS = /[\u200c\u200d]+/gu;
const BEFORE_JOINER =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\p{Script=Arabic}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gujarati}|\p{Script=Gurmukhi}|\p{Script=Kannada}|\p{Script=Malayalam}|\p{Script=Sinhala}|\p{Script=Tamil}|\p{Script=Telugu})$/u;
// eslint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/gu;
/** Real writing stacks two or three marks on a letter; more only climb out of the line. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;
const LONE_SURROGATE = /[\uD800-\uDFFF]/gu;

/**
 * Text of the metadata as it may be shown: what turns, hides or piles up text is taken out, and it is cut at
 * `max` UTF-16 units. It is still only for text nodes. Undefined when nothing that can be seen is left.
 */
export function displayText(text: string | undefined, max = 5_000): string | undefined {
  if (text === undefined) return undefined;
  // A character may turn into nothing, never into more: cutting first bounds the work.
  const clean = clip(text, max * 4)
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(BIDI, '')
    .replace(INVISIBLE, '')
    .replace(JOINERS, keepNeededJoiner)
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/gu, '\n')
    .replace(CONTROL, '')
    .replace(STACKED_MARKS, '$1')
    .trim();
  return clean === '' ? undefined : clip(clean, max);
}

function keepNeededJoiner(joiners: string, at: number, text: string): string {
  // Two units: the character before may be one beyond the basic plane.
  return BEFORE_JOINER.test(text.slice(Math.max(0, at - 2), at)) ? joiners.slice(0, 1) : '';
}
