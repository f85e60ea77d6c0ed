import { expect } from '@open-wc/testing';
import BigNumber from 'bignumber.js';
import { AmountError, formatUnits, parseUnits, type AmountErrorCode } from './units.js';

const en = { locale: 'en' };

/** [base units, decimals, text in English] */
const EXACT = [
  ['0', 6, '0'],
  ['1', 6, '0.000001'],
  ['1234500000', 6, '1,234.5'],
  ['2100000000000000', 6, '2,100,000,000'],
  ['340282366920938463463374607431768211455', 18, '340,282,366,920,938,463,463.374607431768211455'],
  ['340282366920938463463374607431768211455', 38, '3.40282366920938463463374607431768211455'],
  ['9007199254740993', 0, '9,007,199,254,740,993'],
  ['-1500000', 6, '-1.5'],
  ['-1', 6, '-0.000001'],
  ['000123', 2, '1.23'],
] as const satisfies readonly (readonly [string, number, string])[];

/** Milliseconds, the least of three runs, to exclude other load of the machine. */
function timeOf(work: () => void): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}

describe('formatUnits', () => {
  for (const [value, decimals, text] of EXACT) {
    it(`${value} with ${decimals} decimals is ${text}, and back`, () => {
      expect(formatUnits(value, decimals, en)).to.equal(text);
      expect(formatUnits(BigInt(value), decimals, en)).to.equal(text);
      expect(parseUnits(text, decimals, en)).to.equal(BigInt(value));
    });
  }

  it('returns the integer without decimals, and refuses others than 0 to 38', () => {
    expect(formatUnits('1234567', undefined, en)).to.equal('1234567');
    for (const decimals of [-1, 39, 255, 2147483647, 1.5, Number.NaN, Infinity, '6', 6n, null]) {
      expect(() => formatUnits('1234567', decimals as number, en))
        .to.throw(AmountError, /^decimals must be an integer from 0 to 38; got /)
        .with.property('code', 'invalid-decimals');
    }
  });

  it('cuts at maximumFractionDigits, never rounds up, and never shows zero for a positive amount', () => {
    const format = (value: string, max: number) =>
      formatUnits(value, 6, { ...en, maximumFractionDigits: max });
    expect(format('1999999', 2)).to.equal('1.99');
    expect(format('1999999', 0)).to.equal('1');
    expect(format('1000001', 2)).to.equal('1');
    expect(format('1', 2)).to.equal('<0.01');
    expect(format('-1', 2)).to.equal('>-0.01');
    expect(format('1', 0)).to.equal('<1');
    expect(format('1500000', 99)).to.equal('1.5');
    for (const wrong of [-1, Number.NaN, 0.5, 101]) {
      expect(() => format('1999999', wrong)).to.throw(TypeError, /maximumFractionDigits/);
    }
  });

  it('uses the notation of the locale', () => {
    expect(formatUnits('123456789', 2, { locale: 'de' })).to.equal('1.234.567,89');
    expect(formatUnits('123456789', 2, { locale: 'hi-IN' })).to.equal('12,34,567.89');
    expect(formatUnits('123456789', 2, { locale: 'ar-EG' })).to.equal('١٬٢٣٤٬٥٦٧٫٨٩');
    expect(formatUnits('-150', 2, { locale: 'sv' })).to.equal('−1,5');
    expect(formatUnits('123456789', 2, { locale: 'no such locale' })).to.be.a('string');
  });

  for (const locale of ['ar', 'ar-EG', 'fa', 'he', 'ur', 'ps', 'ckb', 'sv', 'en']) {
    it(`writes a negative amount as Intl does in ${locale}, with direction marks`, () => {
      const text = formatUnits('-1234500', 6, { locale });
      const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
      expect(text).to.equal(exact.format(-1.2345));
      expect(parseUnits(text, 6, { locale })).to.equal(-1234500n);
      for (const typed of ['-', '\u2212', '\u200e-', '\u061c-']) {
        const unsigned = formatUnits('1234500', 6, { locale });
        expect(parseUnits(typed + unsigned, 6, { locale })).to.equal(-1234500n);
      }
      expect(formatUnits('-1', 6, { locale, maximumFractionDigits: 2 })).to.match(/^>/);
    });
  }

  for (const value of ['', ' ', '1.5', '1e30', '0x10', 'NaN', '١', '1'.repeat(79), 5, null, {}]) {
    it(`refuses ${JSON.stringify(value)?.slice(0, 20)} with a RangeError`, () => {
      expect(() => formatUnits(value as string, 6)).to.throw(RangeError, /amount must be/);
    });
  }

  it('accepts the maximum number of digits, as a string and as a bigint', () => {
    const most = '9'.repeat(78);
    expect(formatUnits(most)).to.equal(most);
    expect(formatUnits(BigInt(most))).to.equal(most);
    expect(() => formatUnits(10n ** 78n)).to.throw(RangeError);
  });

  it('refuses amounts that would block the page, without parsing them', () => {
    const digits = '9'.repeat(300_000);
    // Compared with parsing, since machines differ: refusing the digits takes far less time than reading them.
    const reading = timeOf(() => BigInt(digits));
    const refusing = timeOf(() => {
      expect(() => formatUnits('1', 2147483647)).to.throw(RangeError);
      expect(() => formatUnits(digits, 6)).to.throw(RangeError);
    });
    expect(refusing).to.be.below(reading / 4);
  });
});

describe('parseUnits', () => {
  it('reads what users type in their locale', () => {
    expect(parseUnits(' 1234.50 ', 6, en)).to.equal(1234500000n);
    expect(parseUnits('.5', 6, en)).to.equal(500000n);
    expect(parseUnits('1.234,5', 6, { locale: 'de' })).to.equal(1234500000n);
    expect(parseUnits('1 234,5', 6, { locale: 'fr' })).to.equal(1234500000n);
    expect(parseUnits("1'234.5", 6, { locale: 'de-CH' })).to.equal(1234500000n);
    expect(parseUnits('1’234.5', 6, { locale: 'de-CH' })).to.equal(1234500000n);
    for (const minus of '-−')
      expect(parseUnits(`${minus}1,5`, 2, { locale: 'sv' })).to.equal(-150n);
    expect(parseUnits('1234', 0, en)).to.equal(1234n);
    expect(parseUnits('1234')).to.equal(1234n);
    expect(parseUnits('0'.repeat(156), 6, en)).to.equal(0n);
    expect(parseUnits('1.0000000', 6, en)).to.equal(1000000n);
  });

  it('reads a group where the locale writes none for four digits, if a decimal point follows', () => {
    for (const [text, locale] of [
      ['1.234,5', 'es'],
      ['1.234,5', 'it'],
      ['1.234,5', 'es_ES'],
      ['1,234.5', 'es-MX'],
      ['1 234,5', 'pl'],
      ['1.234,5', 'ca'],
      // Others than the locale's, which is a space.
      ['1.234,5', 'pt-PT'],
      ['1.234,5', 'pl'],
      ['1,234٫5', 'ar-EG'],
    ] as const) {
      expect(parseUnits(text, 6, { locale }), `${text} ${locale}`).to.equal(1234500000n);
    }
    expect(parseUnits('-12.345.678,9', 1, { locale: 'es' })).to.equal(-123456789n);
    expect(parseUnits('1,234.5', 1, { locale: 'en-IN' })).to.equal(12345n);
    expect(parseUnits('123,456.5', 1, { locale: 'en-IN' })).to.equal(1234565n);
  });

  it('reads digits of every script, including fullwidth digits', () => {
    const typed = ['١٢٣٤٫٥', '۱۲۳۴٫۵', '१२३४.५', '১২৩৪.৫', '１２３４．５', '𝟏𝟐𝟑𝟒.𝟓', '𝟙𝟚𝟛𝟜.𝟝'];
    for (const text of typed) expect(parseUnits(text, 6, en), text).to.equal(1234500000n);
    expect(parseUnits('1٬234٬567٫5', 1, { locale: 'ar-EG' })).to.equal(12345675n);
    expect(parseUnits('一二', 0, { locale: 'zh-u-nu-hanidec' })).to.equal(12n);
  });

  it('reads what users paste: spaces, apostrophes, direction marks', () => {
    const pasted = [
      '\u00a01\u202f234\u202f567.5\n',
      '1\u2009234\u2009567.5',
      '1 234 567.5',
      '1’234’567.5',
      "1'234'567.5",
      '\u200f1,234,567.5\u200e',
      '\u20661,234,567.5\u2069',
      '\ufeff1234567.5',
    ];
    for (const text of pasted) expect(parseUnits(text, 1, en), text).to.equal(12345675n);
    expect(parseUnits('1,234,567', 0, { locale: 'en-IN' })).to.equal(1234567n);
    expect(parseUnits('12 345,6', 1, { locale: 'de' })).to.equal(123456n);
  });

  it('refuses a negative amount only with `unsigned`', () => {
    for (const minus of '-−﹣－') {
      expect(parseUnits(`${minus}1.5`, 1, en)).to.equal(-15n);
      expect(() => parseUnits(`${minus} 1.5`, 1, { ...en, unsigned: true })).to.throw(
        AmountError,
        /amount must be zero or more; got "/,
      );
    }
    expect(parseUnits('-0.0', 1, { ...en, unsigned: true })).to.equal(0n);
  });

  it('reads and writes as the `lang` of the page says, like the elements', () => {
    const { documentElement: page } = document;
    const { lang } = page;
    try {
      for (const [tag, text] of [
        ['de', '1.234,5'],
        ['pt_BR', '1.234,5'],
        ['en-IN', '1,234.5'],
      ] as const) {
        page.lang = tag;
        expect(formatUnits(1_234_500_000n, 6)).to.equal(text);
        expect(parseUnits(text, 6)).to.equal(1_234_500_000n);
      }
      page.lang = 'de';
      expect(catchError(() => parseUnits('1.5', 6))).to.include({ example: '1234,5' });
      expect(parseUnits('1.5', 6, en)).to.equal(1_500_000n);
      page.lang = '';
      const runtime = new Intl.NumberFormat().format(1234.5);
      expect(formatUnits(1_234_500_000n, 6)).to.equal(runtime);
    } finally {
      page.lang = lang;
    }
  });

  it('names no limit below zero, as of a balance minus a fee that is larger', () => {
    const error = catchError(() => parseUnits('1', 6, { locale: 'en', max: -50_000n }));
    expect(error).to.include({ code: 'too-large', limit: '0' });
  });

  it('refuses less than `min` and more than `max`, in base units, and says the limit as the locale writes it', () => {
    const de = { locale: 'de', min: 1n, max: 1_234_500_000n };
    expect(parseUnits('1.234,5', 6, de)).to.equal(1_234_500_000n);
    expect(parseUnits('0,000001', 6, de)).to.equal(1n);
    for (const [typed, code, limit] of [
      ['0', 'too-small', '0,000001'],
      ['-1', 'too-small', '0,000001'],
      ['1.234,500001', 'too-large', '1.234,5'],
    ] as const) {
      const error = catchError(() => parseUnits(typed, 6, de)) as AmountError;
      expect(error).to.be.instanceOf(AmountError).and.to.include({ code, limit });
    }
    const unsigned = { locale: 'de', min: 1n, unsigned: true };
    expect(catchError(() => parseUnits('-1', 6, unsigned))).to.include({ code: 'negative' });
    // Such as a balance that is not known yet.
    expect(parseUnits('5', 6, { ...en, max: undefined })).to.equal(5_000_000n);
    expect(parseUnits('5', 0, { ...en, max: 5n })).to.equal(5n);
    for (const max of ['5', 5, 5.5]) {
      expect(() => parseUnits('1', 6, { max: max as never })).to.throw(
        TypeError,
        /`max` must be a bigint/,
      );
    }
  });

  const refused: Readonly<Record<AmountErrorCode, readonly (readonly unknown[])[]>> = {
    empty: [
      ['', 6, 'en'],
      [' \u200e\u00a0', 6, 'en'],
    ],
    'ambiguous-separator': [
      ['1.5', 6, 'de'],
      ['1,5', 6, 'en'],
      ['12,34', 6, 'en'],
      ['0,123', 6, 'en'],
      ['1,234,', 6, 'en'],
      ['1.2.3', 6, 'en'],
      ['1,234.5,6', 6, 'en'],
      ['1.234', 6, 'es'],
      ['1.23,4', 6, 'es'],
      ['1,234.5', 6, 'es'],
      ['1.234,5', 6, 'en'],
      ['0.123,4', 6, 'es'],
      ['1,5.234', 6, 'es'],
      ['1234.567,8', 6, 'es'],
      ['123,456', 6, 'en-IN'],
      ['1 2', 6, 'en'],
      ["1'234 567", 6, 'en'],
      ['1.5', 6, 'ar-EG'],
      ['١٬٢٫٣٫٤', 6, 'ar-EG'],
      ['1.5٫5', 6, 'en'],
      ['1.23,4', 6, 'pl'],
      ['1.234', 6, 'pl'],
      ['1.234.567', 6, 'pl'],
    ],
    'not-a-number': [
      ['1.', 6, 'en'],
      ['.', 6, 'en'],
      ['-', 6, 'en'],
      ['--1', 6, 'en'],
      ['+1', 6, 'en'],
      ['1-', 6, 'en'],
      ['1e3', 6, 'en'],
      ['0x10', 6, 'en'],
      ['1٢', 6, 'en'],
      ['10²', 6, 'en'],
      ['½', 6, 'en'],
      ['<0.01', 6, 'en'],
      ['\u202e12', 6, 'en'],
      ['∞', 6, 'en'],
      ['5 STX', 6, 'en'],
      [5, 6, 'en'],
      [null, 6, 'en'],
    ],
    'too-many-decimals': [
      ['1.0000001', 6, 'en'],
      ['1.5', 0, 'en'],
    ],
    negative: [['-1', 6, 'en']],
    // Tested above.
    'too-small': [],
    'too-large': [],
    'too-long': [['0'.repeat(157), 6, 'en']],
    'invalid-decimals': [-1, 39, 1.5, Number.NaN, '6', null, undefined].map((decimals) => [
      '1',
      decimals,
      'en',
    ]),
  };
  for (const [code, cases] of Object.entries(refused)) {
    it(`refuses with ${code}`, () => {
      for (const [text, decimals, locale] of cases) {
        const options = { locale: locale as string, unsigned: true };
        const parse = () => parseUnits(text as string, decimals as number, options);
        const about = `${String(text)} ${String(decimals)}`;
        expect(parse, about)
          .to.throw(AmountError, /must be .+; got /)
          .with.property('code', code);
        expect(parse).to.throw(RangeError);
        if (code === 'invalid-decimals' || typeof text !== 'string') continue;
        // What the user is told to write is read, with a fraction where the amount may have one.
        const error = catchError(parse) as AmountError;
        const size = BigInt(10) ** BigInt((decimals as number | undefined) ?? 0);
        expect(parseUnits(error.example!, decimals as number, options), about).to.equal(
          decimals ? (12345n * size) / 10n : 1234n,
        );
      }
    });
  }
});

function catchError(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

describe('formatUnits and parseUnits, in every locale,', () => {
  it('are inverse, for 0 to 38 decimals', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const codes = letters.flatMap((a) =>
      letters.flatMap((b) => [a + b, ...letters.map((c) => a + b + c)]),
    );
    const regions = [
      'en-IN',
      'en-ZA',
      'es-MX',
      'de-AT',
      'de-CH',
      'fr-CH',
      'pt-PT',
      'ar-EG',
      'ar-MA',
    ];
    const digits = ['deva', 'arab', 'fullwide', 'hanidec', 'adlm'].map((name) => `en-u-nu-${name}`);
    const locales = [...Intl.NumberFormat.supportedLocalesOf(codes), ...regions, ...digits];
    expect(locales.length).to.be.above(70);
    let decimals = 0;
    for (const locale of locales) {
      for (let n = 0; n < 40; n += 1) {
        decimals = (decimals + 1) % 39;
        const amount = BigInt(randomDigits());
        const text = formatUnits(amount, decimals, { locale });
        expect(parseUnits(text, decimals, { locale }), `${text} ${locale}`).to.equal(amount);
      }
    }
  }).timeout(60_000);
});

describe('formatUnits and parseUnits, compared with bignumber.js and Intl,', () => {
  const english: BigNumber.Format = { decimalSeparator: '.', groupSeparator: ',', groupSize: 3 };
  const locales = ['en', 'de', 'fr', 'hi-IN', 'ar-EG', 'pt-BR', 'fa'];

  it('agree with bignumber.js in 10,000 random cases', () => {
    for (let n = 0; n < 10_000; n += 1) {
      const value = randomDigits();
      const decimals = Math.floor(Math.random() * 39);
      const expected = new BigNumber(value).shiftedBy(-decimals);
      expect(formatUnits(value, decimals, en)).to.equal(expected.toFormat(english));
      const max = Math.floor(Math.random() * 39);
      const cut = expected.decimalPlaces(max, BigNumber.ROUND_DOWN);
      const text = formatUnits(value, decimals, { ...en, maximumFractionDigits: max });
      if (!cut.isZero() || expected.isZero()) expect(text).to.equal(cut.toFormat(english));
      else expect(text.startsWith('<') || text.startsWith('>')).to.equal(true);
      const locale = locales[n % locales.length];
      const back = parseUnits(formatUnits(value, decimals, { locale }), decimals, { locale });
      expect(back, `${value} ${decimals} ${locale}`).to.equal(BigInt(value));
    }
  }).timeout(60_000);

  it('agree with Intl where Intl is exact', () => {
    for (let n = 0; n < 500; n += 1) {
      const value = String(Math.floor(Math.random() * 1e9));
      const locale = locales[n % locales.length];
      const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
      expect(formatUnits(value, 4, { locale })).to.equal(exact.format(Number(value) / 1e4));
    }
  });
});

function randomDigits(): string {
  const length = 1 + Math.floor(Math.random() * 39);
  const digits = Array.from({ length }, () => Math.floor(Math.random() * 10)).join('');
  const sign = Math.random() < 0.1 ? '-' : '';
  return `${sign}${BigInt(digits)}`;
}

describe('formatUnits with notation: compact', () => {
  const compact = (value: string, decimals: number, locale: string, max?: number) =>
    formatUnits(value, decimals, { locale, notation: 'compact', maximumFractionDigits: max });

  /** [base units, decimals, locale, text, maximumFractionDigits] */
  const CASES = [
    ['1234567000000', 6, 'en', '1.2M'],
    ['1290000000000', 6, 'en', '1.2M'],
    ['1999999999999', 6, 'en', '1.99M', 2],
    ['1999999999999', 6, 'en', '1M', 0],
    ['1000000000000', 6, 'en', '1M'],
    ['1050000000000', 6, 'en', '1M'],
    ['999999999999', 6, 'en', '999.9K'],
    ['1234567890', 6, 'en', '1.2K'],
    ['999123456', 6, 'en', '999.12'],
    ['0', 6, 'en', '0'],
    ['1', 6, 'en', '<0.01'],
    ['-1', 6, 'en', '>-0.01'],
    ['-1234567', 0, 'en', '-1.2M'],
    ['1234567', 0, 'en-IN', '12.3L'],
    ['1234', 0, 'de', '1234'],
    ['1234567', 0, 'de', '1,2 Mio.'],
    ['12345678', 0, 'ja', '1234.5万'],
    ['340282366920938463463374607431768211455', 38, 'en', '3.4'],
    ['340282366920938463463374607431768211455', 0, 'en', '340,282,366,920,938,463,463,374,607.4T'],
  ] as const;
  for (const [value, decimals, locale, text, max] of CASES) {
    it(`${value} with ${decimals} decimals is ${text} in ${locale}`, () => {
      expect(compact(value, decimals, locale, max).replace(/\s/g, ' ')).to.equal(text);
    });
  }

  it('agrees with bignumber.js in 3,000 random cases', () => {
    const units = ['', 'K', 'M', 'B', 'T'];
    for (let n = 0; n < 3_000; n += 1) {
      const value = randomDigits();
      const decimals = Math.floor(Math.random() * 39);
      const amount = new BigNumber(value).shiftedBy(-decimals);
      const digits = amount.abs().integerValue(BigNumber.ROUND_DOWN).toFixed().length;
      const unit = Math.min(Math.floor((digits - 1) / 3), 4);
      const shown = amount.shiftedBy(-3 * unit).decimalPlaces(unit ? 1 : 2, BigNumber.ROUND_DOWN);
      if (shown.isZero()) continue;
      const text = shown.toFormat({ decimalSeparator: '.', groupSeparator: ',', groupSize: 3 });
      // Intl writes no separator in a number of four digits with a unit.
      const expected = `${/^-?\d,/.test(text) && shown.abs().lt(1e4) ? text.replace(',', '') : text}${units[unit]}`;
      expect(compact(value, decimals, 'en')).to.equal(expected);
    }
  });

  it('shows base units in full without decimals', () => {
    expect(formatUnits('1234567', undefined, { notation: 'compact' })).to.equal('1234567');
  });

  it('never shows more than the amount, in any locale and of any size', () => {
    for (const locale of [
      'en',
      'de',
      'es',
      'ja',
      'ko',
      'zh',
      'en-IN',
      'pt-BR',
      'fr',
      'ar-EG',
      'hi',
    ]) {
      let before = '';
      for (let digits = 1; digits < 30; digits += 1) {
        const text = compact('9'.repeat(digits), 0, locale);
        expect(text, locale).to.not.equal(before);
        expect(text, locale).to.not.equal(compact(`1${'0'.repeat(digits)}`, 0, locale));
        before = text;
      }
    }
  });
});

describe('formatUnits with a sign', () => {
  const signs = (value: string, locale = 'en') =>
    (['negative', 'always', 'exceptZero', 'never'] as const).map((signDisplay) =>
      formatUnits(value, 2, { locale, signDisplay }),
    );

  it('supports negative, always, exceptZero and never', () => {
    expect(signs('150')).to.deep.equal(['1.5', '+1.5', '+1.5', '1.5']);
    expect(signs('-150')).to.deep.equal(['-1.5', '-1.5', '-1.5', '1.5']);
    expect(signs('0')).to.deep.equal(['0', '+0', '0', '0']);
  });

  it('has the direction marks of the locale', () => {
    const intl = new Intl.NumberFormat('he', { signDisplay: 'always' });
    expect(signs('100', 'he')[1]).to.equal(intl.format(1));
    expect(signs('-100', 'he')[1]).to.equal(intl.format(-1));
  });

  it('shows the sign also before base units, and before an amount that is cut off', () => {
    expect(formatUnits('5', undefined, { signDisplay: 'always' })).to.equal('+5');
    const options = { locale: 'en', signDisplay: 'always', maximumFractionDigits: 1 } as const;
    expect(formatUnits('1', 2, options)).to.equal('<+0.1');
  });
});
