import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { displayText } from './text.js';
import { rounds } from '../testing/cdp.js';

const RUNS = await rounds({ usual: 200, long: 10_000 });

/** [written by the author, shown] */
const CASES: readonly (readonly [string, string, string | undefined])[] = [
  ['plain text', 'Honey', 'Honey'],
  ['right-to-left override', '\u202eXTS\u202c', 'XTS'],
  ['isolates and marks', '\u2066a\u2069\u200eb\u061cc', 'abc'],
  ['zero-width and soft hyphen', 'S\u200bT\u00adX\ufeff', 'STX'],
  ['joiners between Latin letters', 'S\u200dT\u200cX', 'STX'],
  ['the joiner of an emoji', '👩‍🚀', '👩‍🚀'],
  ['the joiner after a skin tone', '👩🏽‍🚀', '👩🏽‍🚀'],
  ['the non-joiner of Persian', 'می‌خواهم', 'می‌خواهم'],
  ['joiners in a row', 'می\u200c\u200c\u200dخ', 'می\u200cخ'],
  ['the joiner of Hindi', 'क्‍ष', 'क्‍ष'],
  ['control characters', 'a\u0000b\u001b[31mc\u009f', 'ab[31mc'],
  ['line breaks of all kinds', 'a\r\nb\rc\u2028d\u2029e\u0085f', 'a\nb\nc\nd\ne\nf'],
  ['stacked marks', `Z${'\u0301'.repeat(50)}`, `Z${'\u0301'.repeat(4)}`],
  ['lone surrogates', 'a\ud83db\udc00', 'a\ufffdb\ufffd'],
  ['tag characters', 'a\u{e0041}b\u{e007f}', 'ab'],
  ['blank Hangul and Braille', '\u3164a\u2800', 'a'],
  ['only invisible characters', ' \u200b\u202e\n\ufeff', undefined],
  ['an empty text', '', undefined],
];

describe('displayText', () => {
  for (const [what, written, shown] of CASES) {
    it(what, () => expect(displayText(written)).to.equal(shown));
  }

  it('cuts between characters, with an ellipsis', () => {
    expect(displayText('abcdef', 4)).to.equal('abc…');
    expect(displayText('ab😀cd', 4)).to.equal('ab…');
    expect(displayText('abcd', 4)).to.equal('abcd');
  });

  it('handles a megabyte quickly', () => {
    const start = performance.now();
    for (const unit of ['a', '\u0301', '\u202e', '\u200d', '👩‍', '\r\n']) {
      displayText(unit.repeat(500_000));
    }
    // It takes 100 ms; in quadratic time it would take minutes.
    expect(performance.now() - start).to.be.below(5_000);
  });

  it('never returns characters that hide text or change its direction, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (written) => {
        const shown = displayText(written, 100);
        if (shown === undefined) return;
        expect(shown.length).to.be.at.most(100);
        expect(shown).not.to.match(
          /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]/u,
        );
        // oxlint-disable-next-line no-control-regex -- must not occur
        expect(shown).not.to.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u);
        expect(displayText(shown, 100)).to.equal(shown);
      }),
      { numRuns: RUNS },
    );
  });
});
