/** How a locale writes a number. */
export interface Notation {
  readonly integers: Intl.NumberFormat;
  readonly digits: readonly string[];
  readonly point: string;
  /** Between groups of digits. */
  readonly group: string;
  /** With the direction marks that right-to-left languages need. */
  readonly minus: string;
  readonly plus: string;
}

const notations = new Map<string, Notation>();

export function notation(locale: string | undefined): Notation {
  const key = locale ?? '';
  let known = notations.get(key);
  if (!known) {
    if (notations.size > 50) notations.clear();
    notations.set(key, (known = readNotation(locale)));
  }
  return known;
}

function readNotation(locale: string | undefined): Notation {
  const integers = numberFormat(locale);
  const sample = new Intl.NumberFormat(integers.resolvedOptions().locale, {
    minimumFractionDigits: 1,
    signDisplay: 'always',
  });
  const parts = sample.formatToParts(-1234567.5);
  const partOf = (part: string) => parts.find(({ type }) => type === part)?.value;
  return {
    integers,
    digits: [...'0123456789'].map((digit) => integers.format(BigInt(digit))),
    point: partOf('decimal') ?? '.',
    group: partOf('group') ?? ',',
    minus: beforeDigits(parts),
    plus: beforeDigits(sample.formatToParts(1.5)),
  };
}

function beforeDigits(parts: readonly Intl.NumberFormatPart[]): string {
  const first = parts.findIndex(({ type }) => type === 'integer');
  return parts
    .slice(0, first)
    .map(({ value }) => value)
    .join('');
}

/** Uses the runtime's locale for an invalid one, which may come from the page's `lang` attribute. */
export function numberFormat(
  locale: string | undefined,
  options?: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale, options);
  } catch {
    return new Intl.NumberFormat(undefined, options);
  }
}
