const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** `rtl` for a text with right-to-left letters, such as a compact amount in Arabic: `auto` takes the mark before its sign for its direction. */
export const getDirection = (text: string): 'rtl' | 'auto' =>
  RIGHT_TO_LEFT.test(text) ? 'rtl' : 'auto';

/**
 * Replaces each `{name}` by its value. If the text or a value is right-to-left, isolates the value
 * (U+2068 … U+2069), so that an address does not reorder the sentence around it.
 */
export function format(text: string, values?: Readonly<Record<string, string | number>>): string {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    if (!Object.hasOwn(values, name)) return placeholder;
    const value = String(values[name]);
    return RIGHT_TO_LEFT.test(text + value) ? `\u2068${value}\u2069` : value;
  });
}
