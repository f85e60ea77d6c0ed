import type { SignInput, SignPsbtParams } from '../wire/methods.js';

/** The inputs that the caller names, once each; undefined where they leave it to the wallet. */
export function namedInputs({ signInputs }: SignPsbtParams): readonly SignInput[] | undefined {
  if (!signInputs) return undefined;
  const entries = signInputs.map((entry) =>
    typeof entry === 'number' ? { __proto__: null, index: entry } : entry,
  );
  return [...new Map(entries.map((entry) => [entry.index, entry])).values()];
}
