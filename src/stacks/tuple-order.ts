import { attempt, getGlobal, read } from '../lib/safe-access.js';

/** A tuple in a Clarity value: its path, and its names in the order of their bytes, which is that of the chain. */
export interface Tuple {
  readonly field: string;
  readonly names: readonly string[];
}

/** Two names of a tuple that `localeCompare` puts in the opposite order. */
export interface Reordered {
  readonly field: string;
  /** In the order of the chain. */
  readonly names: readonly [string, string];
}

/**
 * Finds a tuple that a wallet with @stacks/transactions (7.0.2 to 7.6.0) would write in another order than the chain:
 * it sorts the names with `localeCompare`, without a locale. Nodes refuse the transaction, and a message has another
 * hash.
 *
 * Without a locale, `localeCompare` has the default locale of the JavaScript engine. That of a page and that of an
 * extension are the same, the language of the browser, unless the browser gives pages another one: Firefox with
 * `privacy.resistFingerprinting` gives them English. A browser may also start an extension with another of the user's
 * languages. So a tuple must have the order of the chain in the default locale and in each of `navigator.languages`.
 */
export function findReordered(tuples: Iterable<Tuple>): Reordered | undefined {
  let collators: readonly Intl.Collator[] | undefined;
  for (const { field, names } of tuples) {
    // The sort is stable and the order of a locale is transitive: comparing neighbors is enough.
    for (let index = 1; index < names.length; index++) {
      const [first, second] = [names[index - 1]!, names[index]!];
      collators ??= createCollators();
      if (collators.some(({ compare }) => compare(first, second) > 0)) {
        return { field, names: [first, second] };
      }
    }
  }
  return undefined;
}

/** More languages than a browser has. */
const MAX_LANGUAGES = 32;

/** Not `localeCompare`, which a page may replace: it is this comparison (ECMA-402). */
function createCollators(): readonly Intl.Collator[] {
  const languages: unknown = read(getGlobal('navigator'), 'languages');
  const named = Array.isArray(languages) ? languages.slice(0, MAX_LANGUAGES) : [];
  // A language that is no valid tag is left out.
  const collators = [...new Set<unknown>(named)].flatMap(
    (language) => attempt(() => new Intl.Collator(language as string)) ?? [],
  );
  return [new Intl.Collator(), ...collators];
}
